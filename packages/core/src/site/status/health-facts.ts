import type { ShellJobFacts } from '#debris/night/shell-job'
import type { Endpoint } from '#endpoint/endpoint'
import { feedsOf } from '#endpoint/endpoint-feeds'
import type { Context } from '#kit/context'
import { type StatusReport, usableMsOf } from '#site/status/report'
import { withStoreFallback } from '#storage/store-failure'
import type { CheckReport } from '#upstreams/check/check-reports'
import type { UpstreamDay, UpstreamHour } from '#upstreams/states/upstream-states'

/** Everything the status page shows. Instants are epoch milliseconds. */
export interface HealthFacts {
  readonly now: number
  readonly report: StatusReport
  /** Facts that are not in the report, by feed id. */
  readonly feeds: ReadonlyMap<string, FeedFacts>
  /** State of the nightly job; `null` while the store is unavailable. */
  readonly shellJob: ShellJobFacts | null
  /** The full checks of the last year, oldest first. */
  readonly checks: readonly CheckReport[]
  /** Whether this is a mirror, which neither checks upstreams nor computes shells. */
  readonly isMirror: boolean
  /** Whether the store is unavailable; the states of feeds are then unknown. */
  readonly isStoreFailing: boolean
  /** Suffix that marks every source, such as `(sample)`; empty for the real providers. */
  readonly sourceNote: string
}

/** What the page shows of a feed in addition to the status report. */
export interface FeedFacts {
  readonly label: string
  readonly failingSince: number | null
  /** A stable code of the current error, such as `http_503`. */
  readonly reason: string | null
  /** Until when its last values may be served; `null` if it never succeeded. */
  readonly usableUntil: number | null
  /** Requests on each of the last 90 days that had any, ascending. */
  readonly days: readonly UpstreamDay[]
  /** Requests in each of the last 24 clock hours that had any, ascending. */
  readonly hours: readonly UpstreamHour[]
}

/**
 * Collects everything the status page shows from the store. Sends no upstream request, and omits what an
 * unavailable store would have provided.
 *
 * @param readReport Returns the status report.
 */
export async function collectHealthFacts(
  table: readonly Endpoint[],
  context: Context,
  readReport: () => Promise<StatusReport>,
): Promise<HealthFacts> {
  let isStoreFailing = false
  const read: Read = async <T>(operation: () => Promise<T>) =>
    withStoreFallback<T | undefined>(operation, () => {
      isStoreFailing = true
      return undefined
    })
  const [report, feeds, shellJob, checks] = await Promise.all([
    readReport(),
    collectFeedFacts(table, context, read),
    read(() => context.debris.shellJob.facts()),
    read(() => context.upstreams.checkReports.listYear()),
  ])
  const { mirror, sourceNote } = context.settings
  return {
    now: context.now(),
    report,
    feeds,
    shellJob: shellJob ?? null,
    checks: checks ?? [],
    isMirror: mirror,
    isStoreFailing,
    sourceNote,
  }
}

type Read = <T>(operation: () => Promise<T>) => Promise<T | undefined>

async function collectFeedFacts(
  table: readonly Endpoint[],
  context: Context,
  read: Read,
): Promise<ReadonlyMap<string, FeedFacts>> {
  const pairs = feedsOf(table).map(async (feed) => {
    const state = await read(() => context.upstreams.states.get(feed.id))
    const { failingSince = null, reason = null, lastOkAt = null, days = [], hours = [] } = state ?? {}
    const usableUntil = lastOkAt === null ? null : lastOkAt + usableMsOf(feed, table, context.settings)
    return [feed.id, { label: feed.label, failingSince, reason, usableUntil, days, hours }] as const
  })
  return new Map(await Promise.all(pairs))
}
