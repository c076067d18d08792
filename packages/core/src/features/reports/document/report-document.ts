import { boxScore } from '#debris/reports/document/box-score'
import { collisions } from '#debris/reports/document/collisions'
import { density } from '#debris/reports/document/density'
import type { ReportDocument } from '#debris/reports/document/document'
import { limits, method, sources } from '#debris/reports/document/method'
import { newlyNumbered } from '#debris/reports/document/newly-numbered'
import { monthName } from '#debris/reports/document/numbers'
import { summary } from '#debris/reports/document/summary'
import { traffic } from '#debris/reports/document/traffic'
import type { MonthlyReport } from '#debris/reports/report'

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
