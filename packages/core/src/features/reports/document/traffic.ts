import { dailyBars } from '@space-data/charts'
import {
  type Block,
  chart,
  note,
  number,
  paragraph,
  type Section,
  section,
  table,
  text,
} from '#features/reports/document/document'
import { isCompared, kindOf, NOTHING_COMPARED } from '#features/reports/document/names'
import { whole } from '#features/reports/document/numbers'
import type { MonthlyReport } from '#features/reports/report'

/** Number of launches listed; the CSV has all. */
const MAX_LAUNCHES = 10
/** Maximum number of re-entries listed by name if they are counted by day; the CSV has all. */
const MAX_NAMED = 20

/** Returns the section with launches, decays and re-entries. */
export function traffic(report: MonthlyReport): Section {
  return section('traffic', 'Launches, decays and re-entries', [
    paragraph(
      `${balanceSentence(report)} The figures are as catalogued. Late entries change the figures of ` +
        'earlier months.',
    ),
    table(
      report.launches.slice(0, MAX_LAUNCHES),
      [
        text('Launch', ({ launch }) => launch),
        text('Date', ({ launch_date }) => launch_date),
        text('Owners (codes in SATCAT)', ({ owners }) => owners.join(', '), 2.4),
        number('Objects', ({ objects_count }) => whole(objects_count), 0.8),
      ],
      { caption: 'Launches', none: 'No launch of the month has an object in the catalogue.' },
    ),
    report.launches.length > MAX_LAUNCHES &&
      note(`The first ${MAX_LAUNCHES}; all ${whole(report.launches.length)} are in the JSON and in the CSV.`),
    ...(isCompared(report) ? reEntries(report.re_entries) : []),
  ])
}

/** Returns all re-entries or, if they are many, the number of each day and the first ones. */
function reEntries(all: MonthlyReport['re_entries']): Block[] {
  const caption = 'Re-entries of payloads and rocket bodies'
  const days = [...new Set(all.map(({ decay_date }) => decay_date))]
  const undated = all.filter(({ decay_date }) => decay_date === null).length
  const isCut = all.length > MAX_NAMED + days.length
  const countOf = (day: string | null, type: string) =>
    all.filter(({ decay_date, object_type }) => decay_date === day && object_type === type).length
  return [
    ...(isCut
      ? [
          chart(
            dailyBars(
              days.flatMap((day) => {
                const [payloads, rocketBodies] = [countOf(day, 'payload'), countOf(day, 'rocket_body')]
                return day === null ? [] : { day, payloads, rocketBodies }
              }),
            ),
            `${caption} by day of decay${undated > 0 ? `; ${undated} have no date` : ''}.`,
          ),
        ]
      : []),
    table(
      isCut ? all.slice(0, MAX_NAMED) : all,
      [
        text('Name', ({ name }) => name, 2.6),
        text('Number', ({ norad_id }) => String(norad_id), 0.8),
        text('Designator', ({ international_designator }) => international_designator, 1.1),
        text('Kind', ({ object_type }) => kindOf(object_type)),
        text('Decayed', ({ decay_date }) => decay_date),
      ],
      { caption: isCut ? `${caption}, the first ${MAX_NAMED}` : caption, none: 'None in the month.' },
    ),
    ...(isCut ? [note(`All ${whole(all.length)} are in the JSON and in the CSV.`)] : []),
  ]
}

/** Returns a sentence about the objects that entered and left the catalogue in the month. */
function balanceSentence(report: MonthlyReport): string {
  const { newly_numbered, returned_count, decays_count, gone_count } = report
  if (!isCompared(report)) return NOTHING_COMPARED
  return (
    `${whole(newly_numbered.count)} objects were newly numbered, and ${whole(returned_count)} objects ` +
    `numbered earlier were added. ${whole(decays_count)} objects left the catalogue and have a decay date; ` +
    `${whole(gone_count)} left it without one, because they decayed, or were lost, withheld or renumbered.`
  )
}
