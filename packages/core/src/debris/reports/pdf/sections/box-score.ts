import { ownerBars } from '@space-data/charts'
import { figure } from '#debris/reports/pdf/figure'
import { ownerOf, TYPES } from '#debris/reports/pdf/names'
import { signed, whole } from '#debris/reports/pdf/numbers'
import type { Paper } from '#debris/reports/pdf/paper'
import { type Column, table } from '#debris/reports/pdf/table'
import type { MonthlyReport } from '#debris/reports/report'
import { ageSentence, coverageSentence, isCompared } from '#debris/reports/sentences'

const OWNERS_DRAWN = 10
const OWNERS_LISTED = 20

/** Counts by type and by owner. */
export function boxScore(paper: Paper, report: MonthlyReport): void {
  const { box_score, start_day, last_day, source } = report
  const hasChanges = isCompared(report)
  paper.section('1  Box score')
  paper.paragraph(
    `Objects in the public catalogue on ${hasChanges ? `${start_day} and ` : ''}${last_day}. The catalogue has ` +
      'objects of about 10 cm and larger in low orbits, and larger ones above.',
  )
  paper.paragraph(`${coverageSentence(report)} ${ageSentence(report)}`)
  table(
    paper,
    [
      { title: 'Type', share: 2 },
      ...(hasChanges ? [{ title: start_day, ...number }] : []),
      { title: last_day, ...number },
      ...changeColumn(hasChanges),
    ],
    [
      ...TYPES.map(([type, name]) => rowOf(name, box_score.by_type[type], hasChanges)),
      { ...rowOf('All', box_score.total, hasChanges), bold: true },
    ],
  )
  const owners = box_score.by_owner
  if (owners.every(({ owner }) => owner === '')) {
    paper.note('The catalogue names no owners.')
    return
  }
  const caption = `Objects by owner and type, the owners with most objects. Source: ${source}, ${last_day}.`
  figure(paper, ownerBars(owners.slice(0, OWNERS_DRAWN)), caption)
  paper.heading('H3', 'By owner', 120)
  table(
    paper,
    [
      { title: 'Owner (code in SATCAT)', share: 3 },
      ...TYPES.map(([, title]) => ({ title, ...number })),
      { title: 'All', ...number },
      ...changeColumn(hasChanges),
    ],
    owners.slice(0, OWNERS_LISTED).map(({ owner, owner_name, total, change, ...counts }) => ({
      cells: [
        ownerOf(owner, owner_name),
        ...TYPES.map(([type]) => whole(counts[type])),
        whole(total),
        ...(hasChanges ? [signed(change)] : []),
      ],
    })),
  )
  if (owners.length > OWNERS_LISTED)
    paper.note(`${OWNERS_LISTED} of ${owners.length} owners; JSON and CSV of this report list all.`)
  const since = hasChanges ? `; change since ${start_day}` : ''
  paper.note(`Owners by their codes in SATCAT, on ${last_day}${since}. Source: ${source}.`)
}

const number = { share: 1, isNumber: true } as const
const changeColumn = (hasChanges: boolean): Column[] => (hasChanges ? [{ title: 'Change', ...number }] : [])

function rowOf(
  name: string,
  { start, end, change }: MonthlyReport['box_score']['total'],
  hasChanges: boolean,
) {
  return { cells: hasChanges ? [name, whole(start), whole(end), signed(change)] : [name, whole(end)] }
}
