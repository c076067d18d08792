import type { DebrisContext } from '#debris/context'
import type { ReportSettings } from '#debris/reports/settings'

/** The services of the shells and the options of the monthly report. */
export interface ReportContext extends DebrisContext {
  readonly settings: ReportSettings
}
