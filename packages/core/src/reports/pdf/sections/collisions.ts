import { fixed, significant } from '#reports/pdf/numbers'
import type { Paper } from '#reports/pdf/paper'
import { table } from '#reports/pdf/table'
import type { MonthlyReport } from '#reports/report'

/** Approaches and collisions by kinetic theory, with all that is assumed. */
export function collisions(paper: Paper, report: MonthlyReport): void {
  const { collisions, last_day } = report
  const { rates, by_bin, assumptions, quoted } = collisions
  const number = { share: 1, isNumber: true } as const
  paper.section('5  Approaches and collisions', 150)
  const range = collisionDaysRange(report)
  const moved = range
    ? ` The thickness of the shells alone moves it from ${range[0]} to ${range[1]} days.`
    : ''
  paper.paragraph(
    `If nobody manoeuvred, two catalogued objects would collide once in ${daysOf(rates)} on average, by kinetic ` +
      `theory in shells of ${rates.bin_km} km on ${last_day}.${moved} It is a measure of crowding, not a forecast: ` +
      'operators do manoeuvre.',
  )
  paper.heading('H3', 'Rates, and how much the method decides', 110)
  table(
    paper,
    [
      { title: 'Thickness of the shells, km', share: 1 },
      { title: 'Approaches below 1 km, per day', ...number },
      { title: 'Days to a collision without manoeuvres', ...number },
    ],
    [rates, ...by_bin.filter(({ bin_km }) => bin_km !== rates.bin_km)]
      .sort((one, other) => one.bin_km - other.bin_km)
      .map((row) => ({
        cells: [String(row.bin_km), fixed(row.approaches_under_1_km_per_day, 0), daysCell(row)],
        bold: row.bin_km === rates.bin_km,
      })),
  )
  paper.heading('H3', 'Assumptions', 90)
  table(
    paper,
    [
      { title: 'Assumed', share: 1.5 },
      { title: 'Value', share: 1.2 },
      { title: 'Source or reason', share: 2.6 },
    ],
    assumptions.map(({ name, value, source }) => ({ cells: [name, value, source] })),
  )
  paper.heading('H3', 'A figure of others', 60)
  paper.paragraph(
    `${quoted.name}: ${quoted.value} on ${quoted.date} (${quoted.url}). Not the same figure as above: ${quoted.note}.`,
  )
}

/** Returns the shortest and the longest mean time that the thickness of the shells gives, in days. */
export function collisionDaysRange({ collisions }: MonthlyReport): readonly [string, string] | undefined {
  const days = collisions.by_bin.flatMap(({ no_manoeuvre_collision_days: figure }) => figure ?? [])
  return days.length > 1 ? [significant(Math.min(...days)), significant(Math.max(...days))] : undefined
}

type Rates = MonthlyReport['collisions']['rates']

function daysCell({ no_manoeuvre_collision_days: days }: Rates): string {
  return days === null ? '' : significant(days)
}

function daysOf(rates: Rates): string {
  return rates.no_manoeuvre_collision_days === null ? 'no number of days' : `${daysCell(rates)} days`
}
