import { gabbardPlot } from '@space-data/charts'
import { ownerName } from '#catalogue/satcat/satcat-owners'
import { figure } from '#debris/reports/pdf/figure'
import { ownerOf, TYPES } from '#debris/reports/pdf/names'
import { whole } from '#debris/reports/pdf/numbers'
import type { Paper } from '#debris/reports/pdf/paper'
import { table } from '#debris/reports/pdf/table'
import type { MonthlyReport } from '#debris/reports/report'
import { isCompared, NOTHING_COMPARED } from '#debris/reports/sentences'

/** Newly numbered objects and the launches with most new debris. */
export function newlyNumbered(paper: Paper, report: MonthlyReport): void {
  const { newly_numbered, last_day, source } = report
  const { count, by_type, clusters } = newly_numbered
  const number = { share: 1, isNumber: true } as const
  paper.section('4  Newly numbered objects')
  if (!isCompared(report)) {
    paper.paragraph(NOTHING_COMPARED)
    return
  }
  paper.paragraph(
    `${whole(count)} objects have numbers above all those of earlier catalogues. That is when they were numbered: ` +
      'pieces of a break-up often follow weeks or years later.',
  )
  table(
    paper,
    [
      { title: 'Type', share: 3 },
      { title: 'Objects', ...number },
    ],
    [
      ...TYPES.map(([type, name]) => ({ cells: [name, whole(by_type[type])] })),
      { cells: ['All', whole(count)], bold: true },
    ],
  )
  paper.heading('H3', 'Launches with most new debris', 90)
  if (clusters.length === 0) {
    paper.paragraph('No launch has ten or more newly numbered pieces of debris.')
    return
  }
  table(
    paper,
    [
      { title: 'Launch', share: 1 },
      { title: 'Catalogued as', share: 2.4 },
      { title: 'Owner', share: 1.4 },
      { title: 'New debris', ...number },
      { title: 'All objects', ...number },
    ],
    clusters.map(({ launch, parent_name, owner, added_count, total_count }) => {
      const by = owner === null ? '' : ownerOf(owner, ownerName(owner))
      return { cells: [launch, parent_name ?? '', by, whole(added_count), whole(total_count)] }
    }),
  )
  for (const { launch, parent_name, pieces } of clusters) {
    const name = parent_name === null ? launch : `${parent_name} (${launch})`
    figure(
      paper,
      gabbardPlot(pieces, name),
      `Gabbard plot of ${name}, all its objects in the catalogue. Source: ${source}, ${last_day}.`,
    )
  }
}
