/**
 * The rules of the weather page. The colours of the levels follow SWPC's, from green to dark red; their
 * borders have a contrast of 3:1 with the card where the fill has not.
 */
export const WEATHER_STYLE = `
:root{--level-0:#4f9d3a;--level-1:#f2dd2e;--level-2:#f9b61e;--level-3:#f2801a;--level-4:#dc2626;--level-5:#9d1b2b;--edge-1:#86770a;--edge-2:#935f00;--edge-3:#a34c00}
@media screen and (prefers-color-scheme:dark){:root{--level-0:#58b045;--level-4:#ef4444;--level-5:#c92a45;--edge-1:#f2dd2e;--edge-2:#f9b61e;--edge-3:#f2801a}}
.level-0{--level:var(--level-0);--edge:var(--level-0)}.level-1{--level:var(--level-1);--edge:var(--edge-1)}.level-2{--level:var(--level-2);--edge:var(--edge-2)}.level-3{--level:var(--level-3);--edge:var(--edge-3)}.level-4{--level:var(--level-4);--edge:var(--level-4)}.level-5{--level:var(--level-5);--edge:var(--level-5)}
.notice{margin-top:1rem;padding:.7rem 1rem;border-radius:.5rem;background:var(--warn-wash);color:var(--warn)}
.levels{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,18rem),1fr));gap:1rem}
.level{display:flex;gap:1rem;align-items:center}
.level p{font-size:.9rem;line-height:1.4}
.badge{flex:none;width:4.2rem;height:4.2rem;display:grid;place-items:center;border-radius:.7rem;font-size:1.7rem;font-weight:680;background:var(--level);border:1px solid var(--edge);color:#161616}
.badge.level-5{color:#fff}.badge.level-4{color:#fff;background:#c81e1e}.badge.unknown{background:none;border:2px dashed var(--field);color:var(--muted)}
.spans{display:flex;gap:.3rem}
.spans a{padding:.25rem .8rem;border:1px solid var(--rule);border-radius:1rem;text-decoration:none;font-size:.92rem}
.spans [aria-current]{background:var(--accent);border-color:var(--accent);color:var(--on)}
.hint{display:none;color:var(--muted);font-size:.86rem}
.interactive .hint{display:block}
.weather-figure{margin-top:1rem}
.weather-figure .when{margin-top:.5rem;font-size:.82rem}
.now{display:flex;flex-wrap:wrap;gap:.1rem 2.2rem}
.reading strong{font-size:1.7rem;font-weight:640;letter-spacing:-.02em}
.reading .muted{font-size:.86rem;margin-left:.4rem}
.late{color:var(--warn)}
.weather-figure .meaning{max-width:52rem;margin:.1rem 0 .8rem}
.chart{display:grid;grid-template-columns:3rem minmax(0,1fr);gap:.6rem 0;padding-right:1.7rem;margin-top:.5rem;touch-action:pan-y}
.axis-unit,.readout{font-size:.8rem;color:var(--muted);line-height:1.3}
.axis-unit{grid-column:1/-1;grid-row:1}
.readout{grid-column:1/-1;grid-row:1;justify-self:end;color:var(--ink);font-weight:560}
.chart svg{display:block;overflow:visible}
.y-axis,.field{width:100%}
.chart .data{overflow:hidden}
.chart text{font-size:12px;fill:var(--muted)}
.y-axis text{text-anchor:end}
.time,.marker text,.empty{text-anchor:middle}
.chart .band-label{font-size:11px}
.chart .empty{font-size:14px}
.grid{stroke:var(--rule);fill:none}.midnight{stroke:var(--field);stroke-dasharray:2 3}.zero{stroke:var(--field);fill:none}
.data path,.data rect{vector-effect:non-scaling-stroke}
.band{fill:var(--level);opacity:.13}
.bar-kp{fill:var(--level);stroke:var(--edge)}
.bar-kp.estimate{fill-opacity:.35;stroke-dasharray:4 3}
.chart .line{fill:none;stroke:var(--accent);stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
.south{fill:var(--bad);opacity:.35}
.marker path{fill:var(--ink)}
.marker text{font-weight:600;fill:var(--ink)}
.cursor{stroke:none;stroke-width:1;pointer-events:none}
.cursor[x1]{stroke:var(--ink)}
@media (max-width:40rem){.reading .muted{display:block;margin-left:0}.minor{display:none}.chart{grid-template-columns:2.4rem minmax(0,1fr);row-gap:.4rem}.axis-unit,.readout{grid-row:auto}.readout{justify-self:start;min-height:1.3em}}
`
