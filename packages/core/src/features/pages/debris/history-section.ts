import { historyPath, ticks } from '@space-data/charts'
import { binCounts, type ShellGrid, shellEdgesKm, shellIndexAt } from '#features/debris/density/shell-grid'
import type { DaySummary } from '#features/debris/diff/day-summary'
import { SAMPLES_PER_OBJECT } from '#features/objects/orbit/sampling'
import { formatMeanCount, shellName } from '#features/pages/debris/debris-facts'
import { axisAlong, axisUp } from '#features/pages/debris/map-axes'
import { type Html, html } from '#features/shared/page/html'
import { formatDay } from '#features/shared/page/timestamps'

/** Size of the plots in their own units; they are stretched to the page. */
const SIZE = { width: 300, height: 100 }

/** Renders the catalogue and one shell day by day; `null` for fewer than two days. */
export function historySection(days: readonly DaySummary[], grid: ShellGrid, shell: number): Html | null {
  if (days.length < 2) return null
  const altitudeKm = shellEdgesKm(grid, shell).lowerKm
  const histories: History[] = [
    { title: 'Objects in the catalogue', days, values: days.map(({ counts }) => counts.catalogue) },
    {
      title: `Objects at ${shellName(grid, shell)}, on average`,
      days,
      values: days.map((day) => meanObjects(day, altitudeKm)),
    },
  ]
  const [steady, changing] = [true, false].map((isSteady) =>
    histories.filter(({ values }) => (new Set(values).size === 1) === isSteady),
  )
  return html`<section aria-labelledby="history"><h2 id="history">Day by day</h2>${steady?.map(sentence)}
<div class="ways">${changing?.map(figure)}</div></section>`
}

interface History {
  readonly title: string
  readonly days: readonly DaySummary[]
  readonly values: readonly (number | null)[]
}

function spanOf(days: readonly DaySummary[]): string {
  return `${days[0]?.day ?? ''} to ${days.at(-1)?.day ?? ''}`
}

function sentence({ title, days, values }: History): Html {
  return html`<p class="intro">${title}, ${spanOf(days)}: always ${formatMeanCount(values[0] ?? 0)}.</p>`
}

function figure({ title, days, values }: History): Html {
  const points = days.map(({ day }, i) => ({ at: Date.parse(day), value: values[i] ?? null }))
  const known = values.flatMap((value) => value ?? [])
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const marks = ticks(low, high, 4)
  const ends = [Math.min(low, ...marks), Math.max(high, ...marks)] as const
  const range = `between ${formatMeanCount(low)} and ${formatMeanCount(high)}`
  const [from, to] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0]
  return html`<article class="card history"><h3>${title}</h3><p class="meaning">${spanOf(days)}, ${range}</p>
<div class="frame">${axisUp(
    marks.map((value) => [value, value.toLocaleString('en-US')]),
    [ends[1], ends[0]],
  )}<svg class="line" viewBox="0 0 ${SIZE.width} ${SIZE.height}" preserveAspectRatio="none" role="img" aria-label="${title}, ${spanOf(days)}: ${range}"><path d="${historyPath(points, SIZE, ends)}"/></svg>
${axisAlong(
  [from, to].map((at) => [at, formatDay(at)]),
  [from, to],
)}</div></article>`
}

/** Returns the mean number of objects in the shell at an altitude; `null` if the day had other shells. */
function meanObjects({ grid, samplesByBand }: DaySummary, altitudeKm: number): number | null {
  const shell = shellIndexAt(grid, altitudeKm)
  if (shell === undefined) return null
  const { rows } = binCounts(grid)
  const samples = samplesByBand.subarray(shell * rows, (shell + 1) * rows)
  return samples.reduce((sum, each) => sum + each, 0) / SAMPLES_PER_OBJECT
}
