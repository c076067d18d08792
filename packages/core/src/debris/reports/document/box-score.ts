import { ownerBars } from '@space-data/charts'
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
} from '#debris/reports/document/document'
import { isCompared, ownerOf, TYPES } from '#debris/reports/document/names'
import { fixed, signed, whole } from '#debris/reports/document/numbers'
import type { MonthlyReport } from '#debris/reports/report'

const OWNERS_DRAWN = 10
const OWNERS_LISTED = 25

/** Counts by type and by owner. */
export function boxScore(report: MonthlyReport): Section {
  const { start_day, last_day, box_score } = report
  const hasChanges = isCompared(report)
  const byType = TYPES.map(([type, name]) => ({ name, ...box_score.by_type[type] }))
  return section('box-score', 'Objects in the catalogue', [
    paragraph(
      `Objects in the public catalogue on ${hasChanges ? `${start_day} and ` : ''}${last_day}. The catalogue has ` +
        'objects of about 10 cm and larger in low orbits, and larger ones above.',
    ),
    paragraph(`${coverageSentence(report)} ${ageSentence(report)}`),
    table(
      [...byType, { name: 'All', ...box_score.total }],
      [
        text('Type', ({ name }) => name, 2),
        hasChanges && number(start_day, ({ start }) => whole(start)),
        number(last_day, ({ end }) => whole(end)),
        hasChanges && number('Change', ({ change }) => signed(change)),
      ],
      { caption: 'By type', isBold: ({ name }) => name === 'All' },
    ),
    ...ownerBlocks(report),
  ])
}

function ownerBlocks(report: MonthlyReport): Block[] {
  const { start_day, last_day, source } = report
  const owners = report.box_score.by_owner
  const hasChanges = isCompared(report)
  if (owners.every(({ owner }) => owner === '')) return [note('The catalogue names no owners.')]
  const rest =
    owners.length > OWNERS_LISTED
      ? `${OWNERS_LISTED} of ${owners.length} owners; JSON and CSV of this report list all. `
      : ''
  const since = hasChanges ? `; change since ${start_day}` : ''
  return [
    chart(
      ownerBars(owners.slice(0, OWNERS_DRAWN)),
      `Objects by owner and type, the owners with most objects. Source: ${source}, ${last_day}.`,
    ),
    table(
      owners.slice(0, OWNERS_LISTED),
      [
        text('Owner (code in SATCAT)', ({ owner, owner_name }) => ownerOf(owner, owner_name), 3),
        ...TYPES.map(([type, title]) =>
          number(title, (owner: (typeof owners)[number]) => whole(owner[type])),
        ),
        number('All', ({ total }) => whole(total)),
        hasChanges && number('Change', ({ change }) => signed(change)),
      ],
      { caption: `By owner, on ${last_day}` },
    ),
    note(`${rest}Owners by their codes in SATCAT, on ${last_day}${since}. Source: ${source}.`),
  ]
}

/** Says which part of the catalogue the shells leave out. */
function coverageSentence({ coverage, last_day }: MonthlyReport): string {
  const { altitude_min_km, altitude_max_km, above_percent } = coverage
  const { objects_in_shells, objects_above, objects_below, objects_not_propagated } = coverage
  return (
    `The shells, from ${altitude_min_km} to ${whole(altitude_max_km)} km, hold ${whole(objects_in_shells)} objects at ` +
    `a time on ${last_day}. Above them are ${whole(objects_above)}, ${fixed(above_percent, 1)}\u00a0% of the catalogue; ` +
    `${whole(objects_below)} are below, and ${whole(objects_not_propagated)} have no usable elements.`
  )
}

function ageSentence({ elements_age_median_days: days }: MonthlyReport): string {
  if (days === null) return ''
  return (
    `Half of the elements were less than ${fixed(days, 2)} days old when they were fetched; positions from them err ` +
    'by about a kilometre at their epoch, and by one to three more each day.'
  )
}
