/** The rules of the status page. */
export const STATUS_STYLE = `
.stale{position:sticky;top:0;z-index:1;color:var(--warn);background:var(--warn-wash);border-radius:.45rem;padding:.4rem .9rem;font-weight:560}
.stale:empty{display:none}
section{margin-top:2.2rem}
.intro{max-width:62rem;margin-bottom:.6rem}
.hero{display:flex;flex-wrap:wrap;align-items:center;gap:.3rem .8rem;margin-top:.6rem;padding:.8rem 1.1rem;border:1px solid var(--rule);border-radius:.75rem;background:var(--card);color:var(--ink)}.hero .mark{width:1.5rem;height:1.5rem}.hero p{color:var(--muted)}
.hero.operational{background:var(--good-wash)}.hero.degraded{background:var(--warn-wash)}.hero.down{background:var(--bad-wash)}
.problems .card>li,.endpoint details li,.who{display:flex;gap:.7rem}
.effects{margin-top:.3rem;font-size:.92rem}.effects li{padding:.12rem 0}.effects strong{font-weight:560}
.problems .card>li+li,.endpoints>li+li,.endpoints li.endpoint,.incidents li+li,.jobs div+div{border-top:1px solid var(--rule)}
.problems .card>li{padding:.7rem 0}
.problems .card,.endpoints.card,.incidents.card,.jobs.card{padding:.2rem 1.2rem}
.problems .mark,.endpoints .mark{margin-top:.2rem}
.problems p,.endpoint details p{font-size:.92rem;overflow-wrap:anywhere}
.problems div,.endpoint details div{min-width:0}
.endpoint{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.15fr) auto;gap:.1rem 1.8rem;align-items:center;padding:.65rem 0}
.endpoint.endpoint::before{content:none}.who .sub{display:block}.endpoints ul{margin-left:1.75rem}summary.endpoint h3::after{content:" ›";color:var(--muted)}
.uptime{display:grid;grid-template-columns:repeat(3,4.1rem);font-size:.92rem;text-align:right}.uptime small{display:block;font-size:.76rem;line-height:1.35;color:var(--muted)}
.endpoint details{grid-column:1/-1;margin-left:1.75rem}
.endpoint>details>summary,#older-incidents summary{width:fit-content;padding:.1rem 0;font-size:.82rem;color:var(--muted)}
.endpoint>details>summary:hover,#older-incidents summary:hover{color:var(--ink)}
.endpoint details li{padding:.45rem 0}
.incidents li,.jobs div{padding:.5rem 0}
.incidents time{display:inline-block;min-width:11rem}
.jobs div{display:grid;grid-template-columns:13rem minmax(0,1fr);gap:0 1.5rem}
.jobs dt{color:var(--muted)}
.jobs .mark{margin-right:.45rem;vertical-align:-.15em}
#older-incidents{margin-top:.6rem}
@media (max-width:62rem){.endpoint{grid-template-columns:minmax(0,1fr) auto}.endpoint .strip{grid-column:1/-1;grid-row:2;margin-top:.3rem}.strip.idle{display:none}}
@media (max-width:40rem){section{margin-top:1.8rem}.endpoint{grid-template-columns:minmax(0,1fr)}.endpoint .strip{grid-row:auto}.uptime{text-align:left;grid-template-columns:repeat(3,minmax(0,1fr))}.uptime small{display:inline}.endpoints ul{margin-left:0}.jobs div{grid-template-columns:minmax(0,1fr)}.endpoint details{margin-left:0}.problems .card,.endpoints.card,.incidents.card,.jobs.card{padding:.2rem 1rem}}
`
