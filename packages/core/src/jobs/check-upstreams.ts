import type { Context } from '#context'
import { checkFeed } from '#jobs/check-feed'
import { JobBusy, JobRefused } from '#jobs/job-errors'
import { takeLease } from '#jobs/lease'
import { unlessStopped } from '#stopping'
import { CHECK_EVERY_MS, type CheckedUpstream, type CheckReport } from '#store/check-reports'
import { days, seconds } from '#time'
import { type Feed, feeds } from '#upstreams/index'
import { isMirror } from '#upstreams/providers'

/** How a check of all upstreams is run. */
export interface CheckUpstreamsOptions {
  /** Pause before a feed that failed is asked again, in milliseconds; default 1 s. */
  readonly paceMs?: number
  /** Told of every feed once it is verified, in no certain order. */
  readonly onProgress?: (progress: CheckProgress) => void
  /** Who runs the check: what another process is told that finds it busy. */
  readonly who?: string
  /** Stops the check, also while a feed is awaited; nothing is reported then. */
  readonly signal?: AbortSignal
}

/** How far a check of the upstreams has come: the feed that was verified last, and how many of how many. */
export interface CheckProgress {
  readonly upstream: CheckedUpstream
  readonly done: number
  readonly total: number
}

/** The job's name among leases. */
export const CHECK_JOB = 'upstream_check'

/**
 * Verifies every feed, fallbacks too, and keeps the report for a year; one check at a time on a store. Throws JobBusy,
 * JobSuperseded, JobRefused, or a Problem of the store; what is wrong with an upstream is in the report.
 */
export async function checkUpstreams(
  context: Context,
  options: CheckUpstreamsOptions = {},
): Promise<CheckReport> {
  const report = await underLease(context, options, () => true)
  return report as CheckReport
}

/** The same if the last check was a week ago; `undefined` if it was not. */
export function checkIfDue(
  context: Context,
  options: CheckUpstreamsOptions,
): Promise<CheckReport | undefined> {
  return underLease(context, options, async () => isDue(await dueAt(context), context.now()))
}

/** When the next check is due, epoch milliseconds; `null` when there has been none. */
export async function dueAt({ checkReports }: Context): Promise<number | null> {
  const last = await checkReports.lastEndedAt()
  return last === null ? null : last + CHECK_EVERY_MS
}

/** What is due in more than a week was reckoned by a clock that has been set back since. */
export function isDue(due: number | null, now: number): boolean {
  return due === null || now >= due || due - now > CHECK_EVERY_MS + days(1)
}

async function underLease(
  context: Context,
  options: CheckUpstreamsOptions,
  isWanted: () => boolean | Promise<boolean>,
): Promise<CheckReport | undefined> {
  if (isMirror(context))
    throw new JobRefused('a mirror asks its central instance, which verifies the upstreams')
  const lease = await takeLease(CHECK_JOB, options.who, context)
  const began_at = context.now()
  const tell = (ok: boolean) =>
    context.onEvent({ type: 'job', job: CHECK_JOB, ok, ms: context.now() - began_at })
  try {
    if (!(await isWanted())) return undefined
    const upstreams = await checkAll(context, options, { beganAt: began_at, keep: () => lease.keep() })
    const report = { began_at, ended_at: context.now(), upstreams }
    await lease.keep()
    await context.checkReports.put(report)
    tell(true)
    return report
  } catch (error) {
    if (!(error instanceof JobBusy)) tell(false)
    throw error
  } finally {
    await lease.release().catch(context.onError)
  }
}

/** The feeds of a provider one after another, the providers side by side: one that is slow does not hold up the others. */
async function checkAll(
  context: Context,
  { paceMs = seconds(1), onProgress = () => {}, signal }: CheckUpstreamsOptions,
  { beganAt, keep }: { readonly beganAt: number; readonly keep: () => Promise<void> },
): Promise<CheckedUpstream[]> {
  const found = new Map<string, CheckedUpstream>()
  const breaking = new AbortController()
  const stopped = signal ? AbortSignal.any([signal, breaking.signal]) : breaking.signal
  // Three answers that a slow feed takes its time for are longer than the lease.
  const pause = async () => {
    await keep()
    await new Promise<void>((resolve) => setTimeout(resolve, paceMs))
  }
  const checkOf = async (ofProvider: readonly Feed[]) => {
    for (const feed of ofProvider) {
      stopped.throwIfAborted()
      await keep()
      const upstream = await unlessStopped(checkFeed(feed, { beganAt, pause }, context), stopped)
      found.set(feed.id, upstream)
      onProgress({ upstream, done: found.size, total: feeds.length })
    }
  }
  const all = await Promise.allSettled(
    byProvider().map((ofProvider) =>
      checkOf(ofProvider).catch((error) => {
        breaking.abort(error)
        throw error
      }),
    ),
  )
  const broken = all.find((each) => each.status === 'rejected')
  if (broken) throw broken.reason
  return feeds.flatMap(({ id }) => found.get(id) ?? [])
}

function byProvider(): Feed[][] {
  const names = [...new Set(feeds.map(({ provider }) => provider))]
  return names.map((name) => feeds.filter(({ provider }) => provider === name))
}
