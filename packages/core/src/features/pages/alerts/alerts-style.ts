import { GROUPS } from '#features/pages/alerts/alert-groups'
import { LEVEL_STYLE } from '#features/pages/level-style'

/** Rules of the alerts page. The list has only the chosen kind, without a script. */
export const ALERTS_STYLE = `${LEVEL_STYLE}
.timeline{margin-top:.8rem;padding-block:.7rem}
.timeline li{display:grid;grid-template-columns:13rem 10.5rem 2.2rem minmax(0,1fr);gap:0 1rem;align-items:center;padding:.12rem 0;font-size:.92rem}
.timeline label{color:var(--ink)}.timeline code{color:var(--muted);font-size:.78rem}
.timeline input{min-height:0;margin:0 .5rem 0 0;accent-color:var(--accent)}.timeline .kind-name{padding-left:1.35rem}
.timeline .strip{height:1.2rem}
.axis{display:flex;justify-content:space-between;margin:.3rem 0 0 28.7rem;font-size:.78rem;color:var(--muted)}
.event+.event{border-top:1px solid var(--rule)}.event:target,.event li:target{background:var(--wash)}
.line{display:grid;grid-template-columns:.8rem 4.4rem minmax(0,1fr) auto;gap:0 .6rem;align-items:baseline;padding:.45rem 1.1rem;overflow-wrap:anywhere}
.line::before{content:"";margin:0}summary.line::before{content:"›"}
.line .pill{justify-self:start}.pill.kind{--level:none;--edge:var(--field);--level-ink:var(--muted)}
.line small{color:var(--muted);white-space:nowrap}.event time{color:var(--muted);font-size:.88rem;white-space:nowrap}
.event details li{display:flex;justify-content:space-between;gap:1rem;padding:.2rem 1.1rem .2rem 7.5rem;font-size:.92rem;color:var(--muted)}
.more{margin-top:.8rem}.more>summary{width:fit-content;padding:.3rem .2rem}
${GROUPS.map((_, i) => `main:has(#kind-${i}:checked) .event:not(.kind-${i})`).join()}{display:none}
@supports selector(::details-content){main:has(.timeline li+li input:checked) .more>summary{display:none}main:has(.timeline li+li input:checked) .more::details-content{content-visibility:visible;display:block;block-size:auto}}
@media (max-width:40rem){.timeline li{grid-template-columns:minmax(0,1fr) auto}.timeline .strip{grid-column:1/-1}.timeline code{display:none}.axis{margin-left:0}.line{grid-template-columns:.6rem 4.1rem minmax(0,1fr);gap:0 .4rem;padding:.45rem .7rem}.line time{grid-column:3}.event details li{padding-left:6.1rem;padding-right:.7rem;flex-wrap:wrap;gap:0 .6rem}}
`
