import type { CheckReport } from '#features/upstream-check/check-reports'
import { type CheckStatus, checkStatus } from '#features/upstream-check/check-status'
import { type CheckUpstreamsOptions, checkUpstreams } from '#features/upstream-check/check-upstreams'
import type { CheckContext } from '#features/upstream-check/context'
import type { Context } from '#kernel/endpoint/endpoint'
import { feedsOf } from '#kernel/endpoint/endpoint-feeds'
import { requireProviders } from '#kernel/upstreams/require-providers'
import { type FeedsElsewhere, listFeedsElsewhere } from '#kernel/upstreams/states/upstream-states'

/** Runs the check of the upstreams and reports its state. */
export interface CheckJobs {
  /**
   * Checks every upstream feed and stores the report for a year.
   * @throws JobLockedError if a check is already running on the store.
   * @throws LeaseLostError if the check stalled and another process may have taken over.
   * @throws Problem if the store fails.
   * @throws InvalidOptionError on a mirror.
   */
  run(options?: CheckUpstreamsOptions): Promise<CheckReport>
  /** Returns the last check, the time of the next one, and the times since which feeds have been failing. */
  status(): Promise<CheckStatus>
  /** Returns the reports of the last 365 days, ascending. */
  reports(): Promise<readonly CheckReport[]>
  /**
   * Returns the feeds in the store that belong to instances with other `upstreams` or another `sourceNote`,
   * most recently requested first. Scans the states of all feeds in the store.
   */
  elsewhere(): Promise<readonly FeedsElsewhere[]>
}

/** Creates the operations on the weekly check. */
export function createCheckJobs(context: Context & CheckContext): CheckJobs {
  const feeds = () => feedsOf(context.table.offered)
  const ids = () => feeds().map(({ id }) => id)
  return {
    run: async (options) => checkUpstreams(feeds(), requireProviders(context), options),
    status: () => checkStatus(ids(), context),
    reports: () => context.checkReports.listYear(),
    elsewhere: () => listFeedsElsewhere(context.store, context.settings.originsId),
  }
}
