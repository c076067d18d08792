import type { DebrisSettings } from '#features/debris/settings'
import type { MonthlyReport } from '#features/reports/report'

/** Options of the monthly report. */
export interface ReportOptions {
  /**
   * Renders the monthly debris report as PDF, such as `renderReportPdf` of `@space-data/core/report`. Without
   * it there are JSON, HTML and CSV.
   */
  readonly reportPdf?: ReportPdf
}

/** Options of the monthly report, with defaults applied. */
export interface ReportSettings extends DebrisSettings {
  /** Renders a monthly report as PDF; absent if PDF is not offered. */
  readonly reportPdf?: ReportPdf | undefined
}

/** Renders a monthly report as PDF. */
export type ReportPdf = (report: MonthlyReport) => Promise<Uint8Array>
