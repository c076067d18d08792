import type { Paper } from '#debris/reports/pdf/paper'
import { table } from '#debris/reports/pdf/table'
import type { MonthlyReport } from '#debris/reports/report'

/** What is not computable, the method and the sources. */
export function method(paper: Paper, report: MonthlyReport): void {
  paper.section('6  What this report cannot say')
  table(
    paper,
    [
      { title: 'Figure', share: 1 },
      { title: 'Why not', share: 2.2 },
    ],
    report.not_computable.map(({ figure, reason }) => ({ cells: [figure, reason] })),
  )
  paper.section('7  Method')
  for (const text of report.method) paper.paragraph(text)
  paper.section('8  Sources', 78)
  table(
    paper,
    [
      { title: 'Source', share: 1 },
      { title: 'Address', share: 1.4 },
    ],
    report.sources.map(({ name, url }) => ({ cells: [name, url] })),
  )
}
