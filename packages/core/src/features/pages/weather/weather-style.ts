import { HELP_STYLE } from '#features/pages/help'
import { PLOT_STYLE } from '#features/pages/plots/plot-style'

/** The rules of the weather page. */
export const WEATHER_STYLE = `${PLOT_STYLE}${HELP_STYLE}
.notice{margin-top:1rem;padding:.7rem 1rem;border-radius:.5rem;background:var(--warn-wash);color:var(--warn)}
.levels{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:1rem;margin-top:.9rem}
.level{display:flex;gap:.8rem;align-items:center;padding:.4rem .8rem;min-height:4.5rem}.level .badge{width:3rem;height:3rem;font-size:1.3rem;border-radius:.5rem}
.level h2{font-size:.92rem;letter-spacing:0}.level p{font-size:.8rem;line-height:1.35}
section.plots{margin-top:1.2rem}.plots>.heading,.day-section h2{padding-right:2.6rem;align-items:center}.plots>.help>summary,.day-section>.help>summary{top:.1rem;right:0}
section.day-section,.day-section+section{margin-top:1.6rem}
.spans{display:flex;gap:.3rem}
.spans a{padding:.25rem .8rem;border:1px solid var(--rule);border-radius:1rem;text-decoration:none;font-size:.92rem}
.spans [aria-current]{background:var(--accent);border-color:var(--accent);color:var(--on)}
.weather-figures,.noaa{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem;margin-top:.6rem}.weather-figures>:first-child{grid-column:1/-1}
.noaa>div{display:grid;gap:1rem;align-content:start;min-width:0}
.weather-figures .card,.noaa .card{padding:.8rem 1rem}
.weather-figure{display:flex;flex-direction:column}.weather-figure .chart{margin-top:auto;padding-top:.4rem}
.now{display:flex;flex-wrap:wrap;gap:.1rem 2.2rem}
.reading strong{font-size:1.7rem;font-weight:640;letter-spacing:-.02em}
.reading .muted{font-size:.86rem;margin-left:.4rem}
.day-strip{display:grid;grid-template-columns:repeat(6,auto);justify-content:space-between;gap:.6rem 1rem;margin-top:.6rem;padding:.7rem 1rem}
.day-strip dt{font-size:.82rem;color:var(--muted)}.day-strip strong{font-size:1.25rem;font-weight:640;letter-spacing:-.01em}.day-strip dd{line-height:1.35}
.help dl div{margin-bottom:.3rem}.help dt,.help dd{display:inline}.help dt::after{content:" "}
.scroll{overflow-x:auto}.noaa table{width:100%;border-collapse:collapse;margin-top:.3rem}.noaa th{font-weight:560;text-align:left}.noaa td,.noaa th{padding:.2rem .8rem .2rem 0}.noaa td,.noaa thead th{white-space:nowrap}.regions table{font-size:.88rem}
.notices{list-style:none;padding:0;margin:.5rem 0;display:grid;gap:.5rem}.notices .muted{font-size:.86rem}
.outlook ol{list-style:none;padding:0;display:grid;grid-template-columns:repeat(9,minmax(0,1fr));gap:2px;margin:.6rem 0}
.outlook li{display:grid;justify-items:center;padding:.35rem 0;border-radius:.25rem;background:var(--level);border:1px solid var(--edge);color:var(--level-ink);font-size:.82rem}.outlook li span{font-size:.68rem}
.bulletins h4{margin:.9rem 0 .2rem}.bulletins p{max-width:52rem;margin:.2rem 0}.bulletins pre{overflow-x:auto;font-size:.8rem}.bulletins summary{padding:.3rem 0;cursor:pointer}
.late{color:var(--warn)}
.polar-maps{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem;margin-top:.6rem}
.polar .land{fill:var(--rule)}.polar .area{fill:var(--good);fill-opacity:.3}.polar .parallel,.polar .edge{fill:none;stroke:var(--field);stroke-opacity:.5}.polar .sun{fill:var(--warn)}
.bar-kp{fill:var(--level);stroke:var(--edge)}
.bar-kp.estimate{fill-opacity:.35;stroke-dasharray:4 3}
.south{fill:var(--bad);opacity:.35}
.hatch{fill:url(#hatch)}#hatch path{stroke:var(--card);stroke-width:8}
.chart .arrival-label{text-anchor:start;stroke:var(--card);stroke-width:3;paint-order:stroke}.chart .arrival-label.late{text-anchor:end}
@media screen and (max-width:62rem){.weather-figures,.noaa,.levels{grid-template-columns:minmax(0,1fr)}.levels{gap:.5rem}.day-strip{grid-template-columns:repeat(3,minmax(0,1fr))}}
@media print{.weather-figures .meaning,.help{display:none}.levels{grid-template-columns:repeat(3,minmax(0,1fr))}}
@media (max-width:40rem){.day-strip{grid-template-columns:repeat(2,minmax(0,1fr))}.reading .muted{display:block;margin-left:0}}
`
