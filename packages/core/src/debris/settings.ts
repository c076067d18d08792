import type { CatalogueSettings } from '#catalogue/settings'
import type { ShellGrid } from '#debris/density/shell-grid'
import type { MonthlyReport } from '#debris/reports/report'

/** Options of the shells and of the monthly report, with defaults applied. */
export interface DebrisSettings extends CatalogueSettings {
  /** The altitudes of the shells and the bins of their maps. */
  readonly grid: ShellGrid
  /** Renders a monthly report as PDF; absent if PDF is not offered. */
  readonly reportPdf?: ReportPdf | undefined
}

/** Renders a monthly report as PDF. */
export type ReportPdf = (report: MonthlyReport) => Promise<Uint8Array>
