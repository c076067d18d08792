import { LEVEL_STYLE } from '#features/pages/level-style'

/** Rules of the home page. */
export const HOME_STYLE = `${LEVEL_STYLE}
.welcome{margin-top:1.2rem}.welcome p{margin-top:.6rem;max-width:50rem;font-size:1.06rem;color:var(--muted)}
.front{display:grid;grid-template-columns:minmax(0,2.1fr) minmax(0,1fr);gap:1rem;margin-top:1.4rem}
.tiles{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem}
.tile{display:flex;flex-direction:column;padding:.85rem 1rem .7rem;overflow-wrap:anywhere}
.tile h2{font-size:.9rem;font-weight:560;letter-spacing:0}
.tile h2 a{color:var(--muted);text-decoration:none}.tile h2 a::after{content:" ›"}.tile h2 a:hover{color:var(--accent);text-decoration:underline}
.value strong{font-size:1.7rem;font-weight:650;letter-spacing:-.02em;line-height:1.25}
.value small{font-size:.86rem;font-weight:400;letter-spacing:0;color:var(--muted)}
.value .sentence{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;font-size:1.05rem;font-weight:600;letter-spacing:0;line-height:1.35}
.note{font-size:.84rem;color:var(--muted);line-height:1.4}
.sight{margin:auto 0 .45rem;padding-top:.6rem}
.picture{display:block;width:100%;height:3rem}
.picture .fill{fill:var(--level);stroke:var(--edge);stroke-width:.6}.picture .mass{fill:var(--accent)}.picture .base{fill:var(--rule)}
.day-line{fill:none;stroke:var(--accent);stroke-width:1.6;vector-effect:non-scaling-stroke}
.picture .idle{fill:var(--rule)}
.tiles>:last-child:nth-child(odd){grid-column:1/-1}
.globe-tile{flex:1;display:grid}.globe-tile .sight{flex:1;position:relative;min-height:13rem;margin-top:.6rem}
.sight img{position:absolute;width:100%;height:100%;object-fit:cover;border-radius:.4rem;background:#04060c}
.tile details{border-top:1px solid var(--rule);padding-top:.4rem;font-size:.84rem}
.tile summary{color:var(--muted);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}.tile summary:hover{color:var(--accent)}
.aside{display:flex;flex-direction:column;gap:1rem;min-width:0}.front .card,.front+.card{margin:0}.get-key h2,#ask{font-size:1.1rem}
.front+.card{margin-top:1rem}.get-key>p,#ask+p{margin-top:.3rem}.get-key button{margin-top:.7rem}.front+.card .intro{margin-bottom:0}.codes{margin-top:.5rem}.codes .copy{margin-top:0}
.get-key .terminal{margin-top:.9rem}#try{margin-top:.7rem}
@media (max-width:62rem){.front{grid-template-columns:minmax(0,1fr)}}
@media (max-width:40rem){footer{margin-top:1.2rem}.tiles{gap:.5rem}.tile{padding:.65rem .7rem .55rem}.value strong{font-size:1.25rem}.value small{font-size:.78rem}.value .sentence{font-size:.9rem;-webkit-line-clamp:3}.note{font-size:.78rem}.picture{height:2rem}.tile summary code{font-size:.74rem}.welcome{margin-top:.8rem}.welcome p{font-size:.95rem}.front{margin-top:1rem}}
`
