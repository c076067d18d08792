import { type CheckJobs, createCheckJobs } from '#features/upstream-check/check-jobs'
import { CheckReports } from '#features/upstream-check/check-reports'
import { weeklyCheck } from '#features/upstream-check/check-upstreams'
import type { CheckContext } from '#features/upstream-check/context'
import type { Context } from '#kernel/endpoint/endpoint'
import { feedsOf } from '#kernel/endpoint/endpoint-feeds'
import type { Feature } from '#kernel/endpoint/feature'
import { type JobOptions, runSchedule } from '#kernel/kit/schedule'

/** The weekly check of every feed. */
export const upstreamCheck: Feature<Context & CheckContext, Record<never, never>, UpstreamCheckApi> = {
  name: 'upstream-check',
  api: (context): UpstreamCheckApi => ({ jobs: { checks: createCheckJobs(context) } }),
  services: ({ store, settings, now }) => ({
    checkReports: new CheckReports(store, settings.originsId, now),
  }),
  start: (context, options: JobOptions) =>
    runSchedule(weeklyCheck(feedsOf(context.table.offered), context, options), context),
  records: async () => (await import('#features/upstream-check/records')).checkRecords,
}

/** Members that it adds to an instance. */
export interface UpstreamCheckApi {
  readonly jobs: {
    /** The weekly check of every upstream feed. */
    readonly checks: CheckJobs
  }
}
