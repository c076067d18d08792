import { type NoaaScale, noaaScales, scaleLabel } from '#features/pages/noaa-scales'
import type { NowFacts } from '#features/pages/now/now-facts'
import { formatTime } from '#features/shared/page/timestamps'

type Published = NonNullable<NowFacts['day']['scales']>

/** Widths of the columns: name, level of the newest value, NOAA's level, its highest, and each day. */
const [NAME, NEWEST, NOW, HIGHEST, DAY] = [20, 14, 6, 6, 10]

/**
 * Renders NOAA's scales as a table of at most 80 columns: the levels of the newest values, which are computed
 * here, and the levels that NOAA publishes for now, for the last 24 hours and for three days.
 */
export function scaleLines(facts: NowFacts): string[] {
  const { scales } = facts.day
  const dates = scales?.forecast.map(({ date }) => date.slice(5)) ?? []
  return [
    row('', 'newest value', 'NOAA', '24 h', dates),
    ...noaaScales.map((scale) => scaleLine(scale, facts)),
    scales
      ? `  Columns 2 on: NOAA, ${formatTime(Date.parse(scales.as_of))} UTC; R1–R2/R3 and S1+ in percent.`
      : '  NOAA’s own levels and forecast are not available now.',
  ]
}

function scaleLine({ name, member, quantity, scale }: NoaaScale, { values, day: { scales } }: NowFacts) {
  const value = values.get(quantity)?.value
  const newest = value === undefined ? 'no data' : scaleLabel(scale, value)
  const own = [scales?.observed[member], scales?.highest_24h[member]].map((step) => step ?? '–')
  const days = scales?.forecast.map((day) => expected(member, day)) ?? []
  return row(name, newest, own[0] ?? '', own[1] ?? '', days)
}

function row(name: string, newest: string, now: string, highest: string, days: readonly string[]): string {
  const cells = [name.padEnd(NAME), newest.padEnd(NEWEST), now.padEnd(NOW), highest.padEnd(HIGHEST)]
  return [...cells, ...days.map((day) => day.padEnd(DAY))].join('').trimEnd()
}

function expected(member: NoaaScale['member'], day: Published['forecast'][number]): string {
  if (member === 'g_scale') return day.g_scale ?? '–'
  const odds = member === 'r_scale' ? [day.r1_r2_percent, day.r3_percent] : [day.s1_percent]
  return odds.every((each) => each === null) ? '–' : `${odds.map((each) => each ?? '–').join('/')} %`
}
