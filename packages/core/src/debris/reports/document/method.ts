import { link, paragraph, type Section, section, table, text } from '#debris/reports/document/document'
import type { MonthlyReport } from '#debris/reports/report'

/** What is not computable. */
export function limits({ not_computable }: MonthlyReport): Section {
  return section('limits', 'What this report cannot say', [
    table(not_computable, [
      text('Figure', ({ figure }) => figure),
      text('Why not', ({ reason }) => reason, 2.2),
    ]),
  ])
}

/** The method. */
export function method({ method }: MonthlyReport): Section {
  return section('method', 'Method', method.map(paragraph))
}

/** The sources of data and formulas. */
export function sources({ sources }: MonthlyReport): Section {
  return section('sources', 'Sources', [
    table(sources, [text('Source', ({ name }) => name), link('Address', ({ url }) => url, 1.4)]),
  ])
}
