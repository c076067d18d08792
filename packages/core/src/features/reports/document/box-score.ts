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
} from '#features/reports/document/document'
import { isCompared, ownerOf, TYPES } from '#features/reports/document/names'
import { fixed, signed, whole } from '#features/reports/document/numbers'
import type { MonthlyReport } from '#features/reports/report'

/** Number of owners in the chart and in the table, those with the most objects. */
const OWNERS_SHOWN = 10

/** Returns the section with counts by type and by owner. */
export function boxScore(report: MonthlyReport): Section {
  const { start_day, last_day, box_score } = report
  const hasChanges = isCompared(report)
  const byType = TYPES.map(([type, name]) => ({ name, ...box_score.by_type[type] }))
  return section('box-score', 'Objects in the catalogue', [
    paragraph(
      `Objects in the public catalogue on ${hasChanges ? `${start_day} and ` : ''}${last_day}. In low ` +
        'orbits, the catalogue contains objects of about 10 cm and larger; in higher orbits, only larger ' +
        'objects.',
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
  if (owners.every(({ owner }) => owner === '')) return [note('The catalogue has no owners.')]
  const rest =
    owners.length > OWNERS_SHOWN
      ? `${OWNERS_SHOWN} of ${owners.length} owners; JSON and CSV of this report list all. `
      : ''
  const since = hasChanges ? `; change since ${start_day}` : ''
  return [
    chart(
      ownerBars(owners.slice(0, OWNERS_SHOWN)),
      `Objects by owner and type, for the owners with the most objects. Source: ${source}, ${last_day}.`,
    ),
    table(
      owners.slice(0, OWNERS_SHOWN),
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
    note(`${rest}Owners by their SATCAT codes, on ${last_day}${since}. Source: ${source}.`),
  ]
}

/** Returns a sentence about the part of the catalogue outside the shells. */
function coverageSentence({ coverage, last_day }: MonthlyReport): string {
  const { altitude_min_km, altitude_max_km, above_percent } = coverage
  const { objects_in_shells, objects_above, objects_below, objects_not_propagated } = coverage
  return (
    `On ${last_day}, the shells from ${altitude_min_km} to ${whole(altitude_max_km)} km contain ` +
    `${whole(objects_in_shells)} objects on average. Above them are ${whole(objects_above)} objects, ` +
    `${fixed(above_percent, 1)}\u00a0% of the catalogue; ${whole(objects_below)} are below, and ` +
    `${whole(objects_not_propagated)} have no usable elements.`
  )
}

function ageSentence({ elements_age_median_days: days }: MonthlyReport): string {
  if (days === null) return ''
  return (
    `Half of the elements were less than ${fixed(days, 2)} days old when they were fetched. The error of ` +
    'positions computed from them is about one kilometre at their epoch, and increases by one to three ' +
    'kilometres per day.'
  )
}
