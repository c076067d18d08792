import { checkFeed } from '#features/upstream-check/check-feed'
import {
  CHECK_EVERY_MS,
  type CheckedUpstream,
  type CheckReport,
} from '#features/upstream-check/check-reports'
import type { CheckContext } from '#features/upstream-check/context'
import { abortable } from '#kernel/kit/abort'
import { JobRejectedError } from '#kernel/kit/errors'
import { isRecentRun, periodic, type RecurringJob } from '#kernel/kit/schedule'
import { minutes, seconds } from '#kernel/kit/time'
import { runExclusive } from '#kernel/storage/lease/run-exclusive'
import type { Feed } from '#kernel/upstreams/feed'

/** Options of a check of all upstreams. */
export interface CheckUpstreamsOptions {
  /**
   * Milliseconds to wait before a failed feed is requested again.
   * @default 1000
   */
  readonly paceMs?: number
  /** Function called after each feed, in no particular order. */
  readonly onProgress?: (progress: CheckProgress) => void
  /**
   * Name of this instance, shown to other processes while the check runs.
   * @default `instance` and a random id
   */
  readonly instanceName?: string
  /** Stops the check immediately, even during a request. In that case, no report is stored. */
  readonly signal?: AbortSignal
}

/** Progress of a check, in feeds. */
export interface CheckProgress {
  /** The last checked feed. */
  readonly upstream: CheckedUpstream
  readonly done: number
  readonly total: number
}

/** Name of the job in lease keys. */
export const CHECK_JOB = 'upstream_check'
/**
 * Prevents short-lived processes, and processes that restart every few minutes, from requesting every feed.
 */
const START_DELAY_MS = [minutes(5), minutes(6)] as const

/**
 * Checks every feed, including fallbacks, and stores the report for a year. Failures of upstreams are part of
 * the report; they do not reject.
 * @throws JobLockedError if a check is already running on the store.
 * @throws JobRejectedError on a mirror, or after six hours.
 * @throws LeaseLostError if the check stalled and another process may have taken over.
 * @throws Problem if the store fails.
 */
export async function checkUpstreams(
  feeds: readonly Feed[],
  context: CheckContext,
  options: CheckUpstreamsOptions = {},
): Promise<CheckReport> {
  const report = await runCheck(feeds, context, options, () => true)
  return report as CheckReport
}

/** Checks the feeds a week after the last check, by any instance, that had all of them. */
export function weeklyCheck(
  feeds: readonly Feed[],
  context: CheckContext,
  options: Pick<CheckUpstreamsOptions, 'instanceName'> = {},
): RecurringJob {
  const ids = feeds.map(({ id }) => id)
  const lastAt = async () => (await context.checkReports.lastEndedAt(ids)) ?? undefined
  const isDue = async () => !isRecentRun(await lastAt(), CHECK_EVERY_MS, context.now())
  const run = (signal: AbortSignal) => runCheck(feeds, context, { ...options, signal }, isDue)
  return periodic({ everyMs: CHECK_EVERY_MS, startDelayMs: START_DELAY_MS, lastAt, run }, context.now)
}

async function runCheck(
  feeds: readonly Feed[],
  context: CheckContext,
  options: CheckUpstreamsOptions,
  shouldRun: () => boolean | Promise<boolean>,
): Promise<CheckReport | undefined> {
  if (context.settings.mirror) {
    throw new JobRejectedError(
      'a mirror makes no requests to providers; run the check on its central instance',
    )
  }
  return runExclusive(CHECK_JOB, options.instanceName, context, async ({ lease, startedAt }) => {
    if (!(await shouldRun())) return undefined
    const upstreams = await checkAll(feeds, context, options, { startedAt, keepLease: () => lease.keep() })
    const report = { startedAt, finishedAt: context.now(), upstreams }
    await lease.keep()
    await context.checkReports.put(report)
    return report
  })
}

/** Checks the feeds of one provider in sequence, and the providers in parallel. */
async function checkAll(
  feeds: readonly Feed[],
  context: CheckContext,
  { paceMs = seconds(1), onProgress = () => {}, signal }: CheckUpstreamsOptions,
  { startedAt, keepLease }: { readonly startedAt: number; readonly keepLease: () => Promise<void> },
): Promise<CheckedUpstream[]> {
  const results = new Map<string, CheckedUpstream>()
  const failure = new AbortController()
  const stopSignal = signal ? AbortSignal.any([signal, failure.signal]) : failure.signal
  // Three slow responses can take longer than the lease lasts.
  const waitToRetry = async () => {
    await keepLease()
    await new Promise<void>((resolve) => setTimeout(resolve, paceMs))
  }
  const checkInSequence = async (feedsOfProvider: readonly Feed[]) => {
    for (const feed of feedsOfProvider) {
      stopSignal.throwIfAborted()
      await keepLease()
      const upstream = await abortable(checkFeed(feed, { startedAt, waitToRetry }, context), stopSignal)
      results.set(feed.id, upstream)
      onProgress({ upstream, done: results.size, total: feeds.length })
    }
  }
  const outcomes = await Promise.allSettled(
    groupByProvider(feeds).map((feedsOfProvider) =>
      checkInSequence(feedsOfProvider).catch((error) => {
        failure.abort(error)
        throw error
      }),
    ),
  )
  const rejected = outcomes.find((outcome) => outcome.status === 'rejected')
  if (rejected) throw rejected.reason
  return feeds.flatMap(({ id }) => results.get(id) ?? [])
}

function groupByProvider(feeds: readonly Feed[]): Feed[][] {
  const groups = new Map<Feed['provider'], Feed[]>()
  for (const feed of feeds) groups.set(feed.provider, [...(groups.get(feed.provider) ?? []), feed])
  return [...groups.values()]
}
