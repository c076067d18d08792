import { LEVEL_STYLE } from '#features/pages/level-style'

/** The rules of plots over time. */
export const PLOT_STYLE = `${LEVEL_STYLE}
.hint{display:none;color:var(--muted);font-size:.86rem}
@media screen{.interactive .hint{display:block}}
.chart{display:grid;grid-template-columns:3rem minmax(0,1fr);gap:.4rem 0;padding-right:1.7rem;margin-top:.5rem;touch-action:pan-y}
.axis-unit,.readout{font-size:.8rem;color:var(--muted);line-height:1.3}
.axis-unit{grid-column:1/-1;grid-row:1}
.readout{grid-column:1/-1;grid-row:1;justify-self:end;color:var(--ink);font-weight:560}
.chart svg{display:block;overflow:visible}
.y-axis,.field{width:100%;margin-top:1.3rem}
.chart .data{overflow:hidden}
.chart text{font-size:12px;fill:var(--muted)}
.y-axis text{text-anchor:end}
.time,.marker text,.chart .empty,.present-label{text-anchor:middle}
.chart .band-label,.chart .present-label{font-size:11px}
.chart .empty{font-size:13px}
.grid{stroke:var(--rule);fill:none}.midnight{stroke:var(--field);stroke-dasharray:2 3}.zero{stroke:var(--field);fill:none}
.data path,.data rect{vector-effect:non-scaling-stroke}
.band{fill:var(--level);opacity:.13}.unrecorded{fill:var(--field);opacity:.12}
.present{stroke:var(--ink);stroke-width:1.2;opacity:.6}
.chart .line{fill:none;stroke:var(--accent);stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
.arrival{stroke:var(--ink);stroke-width:1.2;stroke-dasharray:5 3}
.marker path{fill:var(--ink)}
.marker text{font-weight:600;fill:var(--ink)}
.marker a path{fill:var(--accent);stroke:var(--card);stroke-width:1}.marker a:hover path,.marker a:focus-visible path{fill:var(--ink)}
.cursor{stroke:none;stroke-width:1;pointer-events:none}
.cursor[x1]{stroke:var(--ink)}
@media (max-width:40rem){.minor{display:none}.chart{grid-template-columns:2.4rem minmax(0,1fr);row-gap:.2rem}.axis-unit,.readout{grid-row:auto}.readout{justify-self:start;min-height:1.3em}}
`
