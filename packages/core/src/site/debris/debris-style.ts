/** The rules of the debris page. */
export const DEBRIS_STYLE = `
.tall svg{aspect-ratio:auto;height:min(34rem,70vh)}
#shell-map{display:flex;flex-direction:column;flex:1;margin-top:.8rem}.slider{flex-wrap:wrap}.slider input{flex:1 1 12rem;padding:0;accent-color:var(--accent)}.slider output{min-width:4.5rem;font-family:inherit;font-size:1rem}
.densest{margin-top:1.2rem}
.ranks{margin-top:.5rem;font-size:.92rem}.ranks li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.14rem 0}.ranks span{color:var(--muted)}
.history svg{display:block;width:100%;height:9rem;overflow:visible}.history path{fill:none;stroke:var(--accent);stroke-width:1.8;vector-effect:non-scaling-stroke}
.job-line{margin-top:1.6rem;color:var(--muted);font-size:.92rem}
`
