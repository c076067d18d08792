import { altitudeProfileChart } from '@space-data/charts'
import { twoDigits } from '@space-data/charts/text'
import { type Block, chart, type KeyFigures, note } from '#features/reports/document/document'
import { isCompared } from '#features/reports/document/names'
import { minute, signed, whole } from '#features/reports/document/numbers'
import type { MonthlyReport } from '#features/reports/report'

/** Returns the introduction of a report, its key figures, and the density by altitude. */
export function summary(report: MonthlyReport): Block[] {
  const { revision, generated_at, catalogued_at, source, start_day, last_day } = report
  const { shells } = report.density
  const profile = () =>
    chart(
      altitudeProfileChart(shells, [start_day, last_day]),
      'Density of catalogued objects by altitude. Altitudes are geocentric, above 6378.137 km. ' +
        `Source: ${source}, ${last_day}.`,
    )
  return [
    note(
      `Revision ${revision}, made ${minute(generated_at)} from the ${source} as of ${minute(catalogued_at)}. ` +
        daysSentence(report),
    ),
    ...report.not_attributed.map((span) => note(notAttributedSentence(span))),
    keyFigures(report),
    ...(shells.length > 0 ? [profile()] : []),
  ]
}

function daysSentence({ first_day, last_day, days_with_data, missing_days }: MonthlyReport): string {
  const days =
    days_with_data === 1
      ? `1 day with data, ${last_day}.`
      : `${days_with_data} days with data, from ${first_day} to ${last_day}.`
  return `${days} ${missing_days.length === 0 ? 'No day is missing.' : `Without data: ${dayRanges(missing_days)}.`}`
}

/** Formats days of a month, with consecutive days as ranges: `1–23 and 25 November`. */
export function dayRanges(days: readonly string[]): string {
  const ranges: [first: number, last: number][] = []
  for (const day of days) {
    const number = Number(day.slice(8))
    const range = ranges.at(-1)
    if (range?.[1] === number - 1) range[1] = number
    else ranges.push([number, number])
  }
  const names = ranges.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`))
  const all = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
  const at = new Date(`${days[0]}T00:00:00Z`)
  return `${all} ${at.toLocaleDateString('en-GB', { month: 'long', timeZone: 'UTC' })}`
}

function notAttributedSentence(span: MonthlyReport['not_attributed'][number]): string {
  const { from, to, added_count, removed_count } = span
  const when = from === null ? `before ${to}` : `between ${from} and ${to}`
  return (
    `Changes ${when} are not attributed to the month: ${whole(added_count)} objects added and ` +
    `${whole(removed_count)} removed.`
  )
}

function keyFigures(report: MonthlyReport): KeyFigures {
  const { total, by_type } = report.box_score
  const { rates } = report.collisions
  const days = rates.no_manoeuvre_collision_days
  const hasChanges = isCompared(report)
  const counted = (name: string, { end, change }: typeof total) => {
    const note = hasChanges ? `${signed(change)} in the month` : `on ${report.last_day}`
    return [whole(end), name, note] as const
  }
  const ofMonth = (name: string, count: number, note: string) => {
    const [value, why] = hasChanges ? [whole(count), note] : ['–', 'no earlier day for comparison']
    return [value, name, why] as const
  }
  return {
    kind: 'key-figures',
    figures: [
      counted('Catalogued objects', total),
      counted('Payloads', by_type.payload),
      counted('Rocket bodies', by_type.rocket_body),
      counted('Pieces of debris', by_type.debris),
      ofMonth('Newly numbered', report.newly_numbered.count, 'above all earlier numbers'),
      ofMonth('Decays', report.decays_count, 'with a date in the catalogue'),
      [whole(rates.approaches_under_1_km_per_day), 'Approaches per day', 'of two objects, below 1 km'],
      [days === null ? '–' : twoDigits(days), 'Days to a collision', 'without manoeuvres'],
    ],
  }
}
