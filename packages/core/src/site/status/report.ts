import { summarize } from '#alerts/webhooks/summarize'
import type { WebhookSummary } from '#alerts/webhooks/webhook'
import type { ShellJobFacts } from '#debris/night/shell-job'
import { SHELL_VALID_MS } from '#debris/shells/shell-validity'
import type { Endpoint } from '#endpoint/endpoint'
import { feedsOf } from '#endpoint/endpoint-feeds'
import { hours, iso } from '#kit/time'
import type { SiteContext } from '#site/context'
import type { StatusReport } from '#site/status/status-data'
import { MAX_STALE_MS } from '#storage/cache/store-tier'
import { withStoreFallback } from '#storage/store-failure'
import { CHECK_EVERY_MS } from '#upstreams/check/check-reports'
import type { ListedFeed } from '#upstreams/feed'
import { providerId, providerName } from '#upstreams/providers'
import { feedState, overallState } from '#upstreams/states/feed-state'
import type { UpstreamDay, UpstreamHour, UpstreamState } from '#upstreams/states/upstream-states'

/** Facts about a feed that the page shows in addition to the status report. */
export interface FeedFacts {
  readonly label: string
  readonly failingSince: number | null
  /** A stable code of the current error, such as `http_503`. */
  readonly reason: string | null
  /** End of the time for which its last values may be served; `null` if it never succeeded. */
  readonly usableUntil: number | null
  /** Requests on each of the last 90 days that had any, ascending. */
  readonly days: readonly UpstreamDay[]
  /** Requests in each of the last 24 clock hours that had any, ascending. */
  readonly hours: readonly UpstreamHour[]
}

/** The state of the service as any instance last recorded it. Instants are epoch milliseconds. */
export interface StatusFacts {
  readonly report: StatusReport
  /** Facts that are not in the report, by feed id. */
  readonly feeds: ReadonlyMap<string, FeedFacts>
  /** State of the nightly job; `null` while the store is unavailable. */
  readonly shellJob: ShellJobFacts | null
  /** Whether the store is unavailable; the states of feeds are then unknown. */
  readonly isStoreFailing: boolean
}

/** Reads the state of every feed and of the jobs. Sends no upstream request. */
export async function readStatus(context: SiteContext): Promise<StatusFacts> {
  const { table, upstreams, debris, settings } = context
  const now = context.now()
  let isStoreFailing = false
  const read = <T>(operation: () => Promise<T>) =>
    withStoreFallback<T | undefined>(operation, () => {
      isStoreFailing = true
      return undefined
    })
  const listed = feedsOf(table.offered)
  const providers = new Set(listed.map(({ provider }) => providerId(provider)))
  const pauses = new Map(
    await Promise.all([...providers].map(async (id) => [id, await upstreams.pauses.current(id)] as const)),
  )
  const readFeed = async (feed: ListedFeed) => {
    const state = await read(() => upstreams.states.get(feed.id))
    const pause = pauses.get(providerId(feed.provider))
    const served = table.offered.filter((endpoint) =>
      endpoint.upstreams.some(({ id }) => id === feed.primaryId),
    )
    const usableMs = usableMsOf(feed, served, settings)
    const row = {
      id: feed.id,
      provider: providerName(feed.provider),
      endpoints: served.map(({ path }) => path),
      fallback_of: feed.primaryId === feed.id ? null : feed.primaryId,
      status: state ? feedState(state, { cadenceMs: feed.cadenceMs, usableMs }, now) : ('unknown' as const),
      ...stateFields(state, now),
      paused_until: isoOrNull(pause?.until),
      pause_reason: pause?.because ?? null,
    }
    const { failingSince = null, reason = null, lastOkAt = null, days = [], hours = [] } = state ?? {}
    const usableUntil = lastOkAt === null ? null : lastOkAt + usableMs
    return { row, facts: { label: feed.label, failingSince, reason, usableUntil, days, hours } }
  }
  const [feeds, job, run, checkedAt, webhooks] = await Promise.all([
    Promise.all(listed.map(readFeed)),
    read(() => debris.shellJob.facts()),
    read(async () => debris.shells.current(now)),
    read(() => context.checkReports.lastEndedAt()),
    settings.webhooks && read(() => summarize(context)),
  ])
  const rows = feeds.map(({ row }) => row)
  const status = overallState(rows)
  const isImpaired =
    isStoreFailing || context.store.isReadOnly || (job !== undefined && isShellJobFailing(job, now))
  const report: StatusReport = {
    status: status !== 'down' && isImpaired ? 'degraded' : status,
    checked_at: isoOrNull(checkedAt),
    next_check_at: isoOrNull(checkedAt && checkedAt + CHECK_EVERY_MS),
    interval_seconds: CHECK_EVERY_MS / 1_000,
    shells: job && !settings.mirror ? shellsFields(job, run?.computedAt) : null,
    webhooks: webhooks ? webhookFields(webhooks) : null,
    store: isStoreFailing ? 'down' : context.store.isReadOnly ? 'read_only' : 'operational',
    upstreams: rows,
  }
  const byId = new Map(feeds.map(({ row, facts }) => [row.id, facts]))
  return { report, feeds: byId, shellJob: job ?? null, isStoreFailing }
}

/**
 * Returns how long after its last success the values of a feed may be served, in milliseconds. Feeds that no
 * request reads supply the shells.
 */
function usableMsOf(
  feed: ListedFeed,
  served: readonly Endpoint<SiteContext>[],
  { staleIfErrorMs }: SiteContext['settings'],
): number {
  const longestMs = served.length > 0 ? Math.max(...served.map(({ ttlMs = 0 }) => ttlMs)) : SHELL_VALID_MS
  return (feed.validMs ?? longestMs) + Math.min(staleIfErrorMs, MAX_STALE_MS)
}

function stateFields(state: UpstreamState | undefined, now: number) {
  const dataAsOf = state?.dataAsOf ?? null
  return {
    checked_at: isoOrNull(state?.checkedAt),
    http_status: state?.httpStatus ?? null,
    latency_ms: state?.latencyMs ?? null,
    last_ok_at: isoOrNull(state?.lastOkAt),
    consecutive_failures: state?.consecutiveFailures ?? 0,
    data_as_of: isoOrNull(dataAsOf),
    data_age_seconds: dataAsOf === null ? null : Math.round((now - dataAsOf) / 1_000),
    schema_ok: state?.schemaOk ?? null,
    error: state?.error ?? null,
  }
}

function isoOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : iso(at)
}

function shellsFields({ running, nextRunAt }: ShellJobFacts, computedAt: number | undefined) {
  return {
    computed_at: isoOrNull(computedAt),
    computing: running && { step: running.step, share: running.share },
    next_run_at: iso(nextRunAt),
  }
}

function webhookFields({ oldestPendingAt, ...counts }: WebhookSummary) {
  return { ...counts, oldest_pending_at: oldestPendingAt }
}

/** Returns whether the nightly job failed, or started over two hours ago and never reported again. */
function isShellJobFailing({ job, running }: ShellJobFacts, now: number): boolean {
  if (!job || running) return false
  return job.ok === false || (job.finishedAt === null && now - job.startedAt > hours(2))
}
