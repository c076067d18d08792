import { PLOT_STYLE } from '#features/pages/plots/plot-style'

/** The rules of the page of solar events. */
export const EVENTS_STYLE = `${PLOT_STYLE}
.notice{margin-top:1rem;padding:.7rem 1rem;border-radius:.5rem;background:var(--warn-wash);color:var(--warn)}
.value strong{font-size:1.7rem;font-weight:650;letter-spacing:-.02em;margin-right:.6rem}
.week h3+.chart{margin-bottom:1.2rem}
.stem{fill:var(--level);stroke:var(--edge)}
.transit{fill:var(--accent);opacity:.35}.chart .impact{fill:var(--bad)}.chart .impact-kp{text-anchor:start}.missed{fill:var(--field)}
.rows{overflow-x:auto;padding:.4rem 1.2rem .6rem}.rows table{border-collapse:collapse;width:100%;font-size:.92rem}
.rows th,.rows td{padding:.4rem .8rem .4rem 0;text-align:left;white-space:nowrap}.rows td{border-top:1px solid var(--rule)}.rows thead th{color:var(--muted);font-weight:560}
h2 .tally{color:var(--muted);font-weight:400;font-size:1rem}
`
