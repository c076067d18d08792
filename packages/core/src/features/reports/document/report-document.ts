import { boxScore } from '#features/reports/document/box-score'
import { collisions } from '#features/reports/document/collisions'
import { density } from '#features/reports/document/density'
import type { ReportDocument } from '#features/reports/document/document'
import { limits, method, sources } from '#features/reports/document/method'
import { newlyNumbered } from '#features/reports/document/newly-numbered'
import { monthName } from '#features/reports/document/numbers'
import { summary } from '#features/reports/document/summary'
import { traffic } from '#features/reports/document/traffic'
import type { MonthlyReport } from '#features/reports/report'

/** Returns the readable form of a monthly report. */
export function reportDocument(report: MonthlyReport): ReportDocument {
  const sections = [boxScore, traffic, density, newlyNumbered, collisions, limits, method, sources]
  return {
    title: 'Debris report',
    month: monthName(report.month),
    summary: summary(report),
    sections: sections.map((sectionOf) => sectionOf(report)),
  }
}
