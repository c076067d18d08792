import { gabbardLimitKm, gabbardPlot } from '@space-data/charts'
import {
  type Block,
  chart,
  number,
  paragraph,
  type Section,
  section,
  table,
  text,
} from '#features/reports/document/document'
import { isCompared, NOTHING_COMPARED, TYPES } from '#features/reports/document/names'
import { whole } from '#features/reports/document/numbers'
import type { MonthlyReport } from '#features/reports/report'

/** Returns the section with newly numbered objects and the launches with the most new debris. */
export function newlyNumbered(report: MonthlyReport): Section {
  const blocks = isCompared(report) ? newBlocks(report) : [paragraph(NOTHING_COMPARED)]
  return section('new', 'Newly numbered objects', blocks)
}

function newBlocks({ newly_numbered, source, last_day }: MonthlyReport): Block[] {
  const { count, by_type, clusters } = newly_numbered
  const byType = TYPES.map(([type, name]) => ({ name, objects: by_type[type] })).filter(
    ({ objects }) => objects > 0,
  )
  return [
    paragraph(
      `${whole(count)} objects have numbers above all numbers in earlier catalogues. The date of an object ` +
        'is the date of its numbering: debris of a break-up is often numbered weeks or years later.',
    ),
    table(
      [...byType, { name: 'All', objects: count }],
      [text('Type', ({ name }) => name, 3), number('Objects', ({ objects }) => whole(objects))],
      { isBold: ({ name }) => name === 'All' },
    ),
    table(
      clusters,
      [
        text('Launch', ({ launch }) => launch),
        text('Catalogued as', ({ parent_name }) => parent_name, 2.4),
        text('Owner (code)', ({ owner }) => owner),
        number('New debris', ({ added_count }) => whole(added_count)),
        number('All objects', ({ total_count }) => whole(total_count)),
      ],
      {
        caption: 'Launches with the most new debris',
        none: 'No launch has ten or more newly numbered debris objects.',
      },
    ),
    ...clusters
      .filter(({ pieces }) => pieces.length > 0)
      .map(({ launch, parent_name, pieces }) => {
        const name = parent_name === null ? launch : `${parent_name} (${launch})`
        const limitKm = gabbardLimitKm(pieces)
        const drawn = pieces.filter(({ apogee_km }) => apogee_km <= limitKm)
        const extent =
          drawn.length === pieces.length
            ? 'all its objects in the catalogue'
            : `${drawn.length} of its ${pieces.length} objects: the others have an apogee above ${whole(limitKm)} km`
        return chart(
          gabbardPlot(drawn, name),
          `Gabbard plot of ${name}, ${extent}. Source: ${source}, ${last_day}.`,
        )
      }),
  ]
}
