import { historyPath } from '@space-data/charts'
import { SAMPLES_PER_OBJECT } from '#catalogue/orbit/sampling'
import { binCounts, type ShellGrid, shellEdgesKm, shellIndexAt } from '#debris/density/shell-grid'
import type { DaySummary } from '#debris/diff/day-summary'
import { type Html, html } from '#endpoint/page/html'
import { formatMeanCount, shellName } from '#site/debris/debris-facts'

/** Size of the plots in their own units; they are stretched to the page. */
const SIZE = { width: 300, height: 100 }

/** Renders the catalogue and one shell day by day; `null` for fewer than two days. */
export function historySection(days: readonly DaySummary[], grid: ShellGrid, shell: number): Html | null {
  if (days.length < 2) return null
  const altitudeKm = shellEdgesKm(grid, shell).lowerKm
  return html`<section aria-labelledby="history"><h2 id="history">Day by day</h2>
<div class="ways">${[
    figure('Objects in the catalogue', days, ({ counts }) => counts.catalogue),
    figure(`Objects at ${shellName(grid, shell)}, on average`, days, (day) => meanObjects(day, altitudeKm)),
  ]}</div></section>`
}

function figure(
  title: string,
  days: readonly DaySummary[],
  countOf: (day: DaySummary) => number | null,
): Html {
  const points = days.map((day) => ({ at: Date.parse(day.day), value: countOf(day) }))
  const values = points.flatMap(({ value }) => value ?? [])
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const range = `between ${formatMeanCount(low)} and ${formatMeanCount(high)}`
  return html`<article class="card history"><h3>${title}</h3><p class="meaning">${first} to ${last}, ${range}</p>
<svg viewBox="0 0 ${SIZE.width} ${SIZE.height}" preserveAspectRatio="none" role="img" aria-label="${title}, ${first} to ${last}: ${range}"><path d="${historyPath(points, SIZE)}"/></svg></article>`
}

/** Returns the mean number of objects in the shell at an altitude; `null` if the day had other shells. */
function meanObjects({ grid, samplesByBand }: DaySummary, altitudeKm: number): number | null {
  const shell = shellIndexAt(grid, altitudeKm)
  if (shell === undefined) return null
  const { rows } = binCounts(grid)
  const samples = samplesByBand.subarray(shell * rows, (shell + 1) * rows)
  return samples.reduce((sum, each) => sum + each, 0) / SAMPLES_PER_OBJECT
}
