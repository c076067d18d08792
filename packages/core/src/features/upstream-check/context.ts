import type { CheckReports } from '#features/upstream-check/check-reports'
import type { UpstreamContext } from '#kernel/upstreams/context'

/** The services for requests to providers, and the reports of the weekly check. */
export interface CheckContext extends UpstreamContext {
  readonly checkReports: CheckReports
}
