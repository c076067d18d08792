import { link, note, type Section, section, table, text } from '#features/reports/document/document'
import type { MonthlyReport } from '#features/reports/report'

/** Returns the section about figures that are not computable. */
export function limits({ not_computable }: MonthlyReport): Section {
  return section('limits', 'Limits of this report', [
    table(not_computable, [
      text('Figure', ({ figure }) => figure, 1.4),
      text('Reason', ({ reason }) => reason, 2.2),
    ]),
  ])
}

/** Returns the section about the method. */
export function method({ method }: MonthlyReport): Section {
  return section('method', 'Method', method.map(note))
}

/** Returns the section with the sources of data and formulas. */
export function sources({ sources }: MonthlyReport): Section {
  return section('sources', 'Sources', [
    table(sources, [text('Source', ({ name }) => name, 1.4), link('Address', ({ url }) => url)]),
  ])
}
