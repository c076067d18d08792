/** The rules of the status page. */
export const STATUS_STYLE = `
.stale{position:sticky;top:0;z-index:1;color:var(--warn);background:var(--warn-wash);border-radius:.45rem;padding:.4rem .9rem;font-weight:560}
.stale:empty{display:none}
section{margin-top:2.2rem}
.intro{max-width:62rem}
.problems .card>li,.endpoints details li,.who{display:flex;gap:.7rem}
.effects{margin-top:.3rem;font-size:.92rem}.effects li{padding:.12rem 0}.effects strong{font-weight:560}
.problems .card>li+li,.endpoint+.endpoint,.incidents li+li,.jobs div+div{border-top:1px solid var(--rule)}
.problems .card>li{padding:.7rem 0}
.problems .card,.endpoints.card,.incidents.card,.jobs.card{padding:.2rem 1.2rem}
.problems .mark,.endpoints .mark{margin-top:.2rem}
.problems p,.endpoints details p{font-size:.92rem;overflow-wrap:anywhere}
.problems div,.endpoints details div{min-width:0}
.endpoint{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.15fr) auto;gap:.1rem 1.8rem;align-items:center;padding:.65rem 0}
.uptime{display:grid;grid-template-columns:repeat(3,4.1rem);font-size:.92rem;text-align:right}
.uptime dt{font-size:.76rem;line-height:1.35;color:var(--muted)}
.endpoint details{grid-column:1/-1;margin-left:1.75rem}
.endpoint summary,#older-incidents summary{width:fit-content;padding:.1rem 0;font-size:.82rem;color:var(--muted)}
.endpoint summary:hover,#older-incidents summary:hover{color:var(--ink)}
.endpoint details li{padding:.45rem 0}
.feed-name::first-letter{text-transform:uppercase}
.incidents li,.jobs div{padding:.5rem 0}
.incidents time{display:inline-block;min-width:11rem}
.jobs div{display:grid;grid-template-columns:13rem minmax(0,1fr);gap:0 1.5rem}
.jobs dt{color:var(--muted)}
.jobs .mark{margin-right:.45rem;vertical-align:-.15em}
#older-incidents{margin-top:.6rem}
@media (max-width:62rem){.endpoint{grid-template-columns:minmax(0,1fr) auto}.endpoint .strip{grid-column:1/-1;grid-row:2;margin-top:.3rem}.strip.idle{display:none}}
@media (max-width:40rem){section{margin-top:1.8rem}.endpoint{grid-template-columns:minmax(0,1fr)}.endpoint .strip{grid-row:auto}.uptime{text-align:left;grid-template-columns:repeat(3,minmax(0,1fr))}.uptime div{display:flex;gap:.4rem;align-items:baseline}.jobs div{grid-template-columns:minmax(0,1fr)}.endpoint details{margin-left:0}.problems .card,.endpoints.card,.incidents.card,.jobs.card{padding:.2rem 1rem}}
`
