import { ownerName } from '#catalogue/satcat/satcat-owners'
import {
  type Block,
  note,
  number,
  paragraph,
  type Section,
  section,
  table,
  text,
} from '#debris/reports/document/document'
import { isCompared, kindOf, NOTHING_COMPARED, ownerOf } from '#debris/reports/document/names'
import { whole } from '#debris/reports/document/numbers'
import type { MonthlyReport } from '#debris/reports/report'

/** Returns the section with launches, decays and re-entries. */
export function traffic(report: MonthlyReport): Section {
  const namesOf = (owners: readonly string[]) => owners.map((owner) => ownerOf(owner, ownerName(owner)))
  return section('traffic', 'Launches, decays and re-entries', [
    paragraph(
      `${balanceSentence(report)} The figures are as catalogued. Late entries change the figures of ` +
        'earlier months.',
    ),
    table(
      report.launches,
      [
        text('Launch', ({ launch }) => launch),
        text('Date', ({ launch_date }) => launch_date),
        text('Owners', ({ owners }) => namesOf(owners).join(', '), 2.4),
        number('Objects', ({ objects_count }) => whole(objects_count), 0.8),
      ],
      { caption: 'Launches', none: 'No launch of the month has an object in the catalogue.' },
    ),
    ...(isCompared(report) ? reEntries(report.re_entries) : []),
  ])
}

/** Maximum number of re-entries listed by name if they are counted by day. The others are in the CSV. */
const MAX_NAMED = 20

/** Returns all re-entries or, if that takes fewer rows, the number per day and the first re-entries. */
function reEntries(all: MonthlyReport['re_entries']): Block[] {
  const caption = 'Re-entries of payloads and rocket bodies'
  const days = [...new Set(all.map(({ decay_date }) => decay_date))]
  const isCut = all.length > MAX_NAMED + days.length
  const countOf = (day: string | null, type: string) =>
    all.filter(({ decay_date, object_type }) => decay_date === day && object_type === type).length
  return [
    ...(isCut
      ? [
          table(
            days,
            [
              text('Decayed', (day) => day, 3),
              number('Payloads', (day) => whole(countOf(day, 'payload'))),
              number('Rocket bodies', (day) => whole(countOf(day, 'rocket_body'))),
            ],
            { caption: `${caption}, by day` },
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
