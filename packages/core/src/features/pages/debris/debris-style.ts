/** The rules of the debris page. */
export const DEBRIS_STYLE = `
.map{display:grid;grid-template-columns:3.6rem minmax(0,1fr);gap:.25rem .45rem;margin-top:.5rem}
.map .readout{grid-column:1/-1;min-height:1.3em;font-size:.84rem;font-weight:560;text-align:right}
.map .cells{display:block;width:100%;height:auto;aspect-ratio:2;border-radius:.3rem}.tall .cells{aspect-ratio:auto;height:min(30rem,64vh)}
.map .nothing{fill:var(--none)}.map .coast{fill:none;stroke:#fff;stroke-opacity:.5;stroke-width:.7;vector-effect:non-scaling-stroke}
.map .cursor{fill:none;stroke:#fff;stroke-width:2;vector-effect:non-scaling-stroke}
.ticks{display:block;width:100%;overflow:visible;font-size:.75rem}.ticks.up{height:100%}.ticks.along{grid-column:2;height:1.2rem}
.ticks text{fill:var(--muted)}.ticks.up text{text-anchor:end}.ticks.along text{text-anchor:middle}.ticks text.first{text-anchor:start}.ticks text.last{text-anchor:end}
.shades{margin-top:.9rem;font-size:.78rem;color:var(--muted);max-width:26rem}
.shades .scale{display:block;width:100%;height:.7rem;margin:.3rem 0 .2rem;border-radius:.2rem}
#shell-map{display:flex;flex-direction:column;flex:1;margin-top:.8rem}.slider{flex-wrap:wrap}.slider input{flex:1 1 12rem;padding:0;accent-color:var(--accent)}.slider output{min-width:4.5rem;font-family:inherit;font-size:1rem}
.densest{margin-top:1.2rem}
.densest+.ranks{columns:2;column-gap:2rem}.ranks{margin-top:.5rem;font-size:.92rem}.ranks li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;padding:.14rem 0}.ranks span{color:var(--muted)}
.frame{display:grid;grid-template-columns:3.6rem minmax(0,1fr);gap:.25rem .45rem;margin-top:.8rem}.history .line{display:block;width:100%;height:9rem;overflow:visible}.history path{fill:none;stroke:var(--accent);stroke-width:1.8;vector-effect:non-scaling-stroke}
.own-shells td,.own-shells th{padding:.35rem 1rem .35rem 0;text-align:left}.own-shells table{border-collapse:collapse;width:100%;font-size:.92rem}.own-shells td{border-top:1px solid var(--rule)}.own-shells thead th{color:var(--muted);font-weight:560}
.job-line{margin-top:1.6rem;color:var(--muted);font-size:.92rem}
`
