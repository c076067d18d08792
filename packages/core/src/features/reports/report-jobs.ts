import type { DebrisContext } from '#features/debris/context'
import type { MadeReport, ReportOptions } from '#features/reports/make-report'
import { monthlyReport } from '#features/reports/monthly-report'
import { runSchedule, type Stop } from '#kernel/kit/schedule'
import { requireProviders } from '#kernel/upstreams/require-providers'

/** Generates the monthly debris report. */
export interface ReportJobs {
  /**
   * Generates the report of a month that has ended and stores it permanently: as the first revision, or as
   * the next one if it differs from the last. Otherwise, it is not stored.
   * @throws InvalidOptionError on a mirror, for a value that is not a month, and for a month that has not
   *   ended.
   * @throws JobLockedError if the job is already running on the store.
   * @throws JobRejectedError if the month has no day with a run.
   * @throws Problem if the store fails.
   * @example
   * const { report } = await spaceData.jobs.reports.run({ month: '2026-11' })
   */
  run(options?: ReportOptions): Promise<MadeReport>
  /**
   * Generates the report of each month on the 1st of the next month, until stopped or until the instance is
   * closed, as `start` does.
   * @throws InvalidOptionError on a mirror.
   */
  start(options?: Pick<ReportOptions, 'instanceName'>): Stop
}

/** Creates the operations on the monthly report. */
export function createReportJobs(context: DebrisContext): ReportJobs {
  return {
    async run(options) {
      requireProviders(context)
      return (await import('#features/reports/make-report')).makeReport(context, options)
    },
    start: (options) =>
      context.stops.add(runSchedule(monthlyReport(requireProviders(context), options), context)),
  }
}
