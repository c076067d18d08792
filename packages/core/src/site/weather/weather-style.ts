import { PLOT_STYLE } from '#site/plots/plot-style'

/** The rules of the weather page. */
export const WEATHER_STYLE = `${PLOT_STYLE}
.notice{margin-top:1rem;padding:.7rem 1rem;border-radius:.5rem;background:var(--warn-wash);color:var(--warn)}
.levels{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr));gap:1rem}
.level{display:flex;gap:1rem;align-items:center}
.level p{font-size:.9rem;line-height:1.4}
.spans{display:flex;gap:.3rem}
.spans a{padding:.25rem .8rem;border:1px solid var(--rule);border-radius:1rem;text-decoration:none;font-size:.92rem}
.spans [aria-current]{background:var(--accent);border-color:var(--accent);color:var(--on)}
.weather-figures{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem;margin-top:.8rem}.weather-figures>.wide{grid-column:1/-1}
.weather-figure{display:flex;flex-direction:column}.weather-figure .chart{margin-top:auto}
.weather-figure .when{margin-top:.5rem;font-size:.82rem}
.now{display:flex;flex-wrap:wrap;gap:.1rem 2.2rem}
.reading strong{font-size:1.7rem;font-weight:640;letter-spacing:-.02em}
.reading .muted{font-size:.86rem;margin-left:.4rem}
.day-cards{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:1rem;margin:.8rem 0}.day-cards .instant{font-size:1.25rem}
.day-cards .meaning,.day-cards .when{font-size:.86rem}
.noaa{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem}.scroll{overflow-x:auto}.noaa th,.outlook th{font-weight:560;text-align:left}.outlook table{width:100%}.outlook td,.outlook th{padding:.2rem .8rem .2rem 0;white-space:nowrap}
.notices{list-style:none;padding:0;margin:.5rem 0;display:grid;gap:.5rem}.notices .muted{font-size:.86rem}
.outlook{margin-top:1rem}.outlook ol{list-style:none;padding:0;display:grid;grid-template-columns:repeat(27,minmax(0,1fr));gap:2px;margin:.6rem 0}
.outlook li{display:grid;justify-items:center;padding:.35rem 0;border-radius:.25rem;background:var(--level);border:1px solid var(--edge);color:var(--level-ink);font-size:.82rem}.outlook li span{font-size:.68rem}
.bulletins{margin-top:1rem}.bulletins h4{margin:.9rem 0 .2rem}.bulletins p{max-width:52rem;margin:.2rem 0}.bulletins pre{overflow-x:auto;font-size:.8rem}.bulletins summary{padding:.3rem 0;cursor:pointer}
.late{color:var(--warn)}
.weather-figure .meaning{max-width:52rem;margin:.1rem 0 .8rem}
.polar-maps{display:grid;grid-template-columns:repeat(2,minmax(0,22rem));gap:1rem;justify-content:center}
.polar .land{fill:var(--rule)}.polar .area{fill:var(--good);fill-opacity:.3}.polar .parallel,.polar .edge{fill:none;stroke:var(--field);stroke-opacity:.5}.polar .sun{fill:var(--warn)}
.bar-kp{fill:var(--level);stroke:var(--edge)}
.bar-kp.estimate{fill-opacity:.35;stroke-dasharray:4 3}
.south{fill:var(--bad);opacity:.35}
.bar-kp.forecast{fill-opacity:.5}
@media screen and (max-width:62rem){.weather-figures,.noaa{grid-template-columns:minmax(0,1fr)}.outlook ol{grid-template-columns:repeat(9,minmax(0,1fr))}}
@media print{.weather-figures .meaning{display:none}.levels{grid-template-columns:repeat(3,minmax(0,1fr))}}
@media (max-width:40rem){.day-cards{grid-template-columns:repeat(2,minmax(0,1fr));gap:.7rem}.day-cards .meaning{display:none}.reading .muted{display:block;margin-left:0}}
`
