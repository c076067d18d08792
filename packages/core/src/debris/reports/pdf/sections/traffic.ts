import { ownerName } from '#catalogue/satcat/satcat-owners'
import { kindOf, ownerOf } from '#debris/reports/pdf/names'
import { whole } from '#debris/reports/pdf/numbers'
import type { Paper } from '#debris/reports/pdf/paper'
import { table } from '#debris/reports/pdf/table'
import type { MonthlyReport } from '#debris/reports/report'
import { balanceSentence, isCompared } from '#debris/reports/sentences'

const LISTED = 30

/** Launches, decays and re-entries. */
export function traffic(paper: Paper, report: MonthlyReport): void {
  const { launches, re_entries } = report
  paper.section('2  Launches, decays and re-entries')
  paper.paragraph(
    `${balanceSentence(report)} As catalogued: late entries revise the figures of earlier months.`,
  )
  paper.heading('H3', 'Launches', 90)
  if (launches.length === 0) paper.paragraph('No launch of the month has an object in the catalogue.')
  else {
    table(
      paper,
      [
        { title: 'Launch', share: 1 },
        { title: 'Date', share: 1 },
        { title: 'Owners', share: 2.4 },
        { title: 'Objects', share: 0.8, isNumber: true },
      ],
      launches.slice(0, LISTED).map(({ launch, launch_date, owners, objects_count }) => {
        return { cells: [launch, launch_date, namesOf(owners), whole(objects_count)] }
      }),
    )
    rest(paper, launches.length, 'launches')
  }
  if (!isCompared(report)) return
  paper.heading('H3', 'Re-entries of payloads and rocket bodies', 90)
  if (re_entries.length === 0) {
    paper.paragraph('None in the month.')
    return
  }
  table(
    paper,
    [
      { title: 'Number', share: 0.8 },
      { title: 'Designator', share: 1.1 },
      { title: 'Name', share: 2.6 },
      { title: 'Kind', share: 1 },
      { title: 'Decay', share: 1 },
    ],
    re_entries.slice(0, LISTED).map((object) => {
      const { norad_id, international_designator, name, object_type, decay_date } = object
      const designator = international_designator ?? ''
      return { cells: [String(norad_id), designator, name, kindOf(object_type), decay_date ?? ''] }
    }),
  )
  rest(paper, re_entries.length, 're-entries')
}

function namesOf(owners: readonly string[]): string {
  return owners.map((owner) => ownerOf(owner, ownerName(owner))).join(', ')
}

function rest(paper: Paper, count: number, things: string): void {
  if (count > LISTED) paper.note(`${LISTED} of ${count} ${things}; JSON and CSV of this report list all.`)
}
