import type { DebrisContext } from '#features/debris/context'
import type { ReportSettings } from '#features/reports/settings'

/** The services of the shells and the options of the monthly report. */
export interface ReportContext extends DebrisContext {
  readonly settings: ReportSettings
}
