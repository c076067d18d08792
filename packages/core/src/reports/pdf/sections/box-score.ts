import { ownerBars } from '@space-data/charts'
import { figure } from '#reports/pdf/figure'
import { TYPES } from '#reports/pdf/names'
import { signed, whole } from '#reports/pdf/numbers'
import type { Paper } from '#reports/pdf/paper'
import { table } from '#reports/pdf/table'
import type { MonthlyReport } from '#reports/report'

const OWNERS_DRAWN = 10
const OWNERS_LISTED = 20

/** Counts by type and by owner. */
export function boxScore(paper: Paper, { box_score, start_day, last_day, source }: MonthlyReport): void {
  const number = { share: 1, isNumber: true } as const
  paper.section('1  Box score')
  paper.paragraph(
    `Objects in the public catalogue on ${start_day} and ${last_day}. The catalogue has ` +
      'objects of about 10 cm and larger in low orbits, and larger ones above.',
  )
  table(
    paper,
    [
      { title: 'Type', share: 2 },
      { title: start_day, ...number },
      { title: last_day, ...number },
      { title: 'Change', ...number },
    ],
    [
      ...TYPES.map(([type, name]) => rowOf(name, box_score.by_type[type])),
      { ...rowOf('All', box_score.total), bold: true },
    ],
  )
  const owners = box_score.by_owner
  if (owners.length === 0) {
    paper.note('The catalogue names no owners.')
    return
  }
  const caption = `Objects by owner and type, the owners with most objects. Source: ${source}, ${last_day}.`
  figure(paper, ownerBars(owners.slice(0, OWNERS_DRAWN)), caption)
  paper.heading('H3', 'By owner', 120)
  table(
    paper,
    [
      { title: 'Owner', share: 1.2 },
      ...TYPES.map(([, title]) => ({ title, ...number })),
      { title: 'All', ...number },
      { title: 'Change', ...number },
    ],
    owners.slice(0, OWNERS_LISTED).map((owner) => {
      const counts = TYPES.map(([type]) => whole(owner[type]))
      return { cells: [owner.owner || 'unknown', ...counts, whole(owner.total), signed(owner.change)] }
    }),
  )
  if (owners.length > OWNERS_LISTED)
    paper.note(`${OWNERS_LISTED} of ${owners.length} owners; JSON and CSV of this report list all.`)
  paper.note(`Owners by their codes in SATCAT, on ${last_day}; change since ${start_day}. Source: ${source}.`)
}

function rowOf(name: string, { start, end, change }: MonthlyReport['box_score']['total']) {
  return { cells: [name, whole(start), whole(end), signed(change)] }
}
