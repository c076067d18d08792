import type { StatusContext } from '#features/status/context'
import type { StatusReport } from '#features/status/status-data'
import { CHECK_EVERY_MS } from '#features/upstream-check/check-reports'
import type { Endpoint, Health } from '#kernel/endpoint/endpoint'
import { feedsOf } from '#kernel/endpoint/endpoint-feeds'
import { iso } from '#kernel/kit/time'
import { MAX_STALE_MS } from '#kernel/storage/cache/store-tier'
import { withStoreFallback } from '#kernel/storage/store-failure'
import type { Feed, ListedFeed } from '#kernel/upstreams/feed'
import { providerId, providerName } from '#kernel/upstreams/providers'
import { feedState, overallState } from '#kernel/upstreams/states/feed-state'
import type { UpstreamDay, UpstreamHour, UpstreamState } from '#kernel/upstreams/states/upstream-states'

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
  /** The state of each feature that has one; none while the store is unavailable. */
  readonly health: readonly Health[]
  /** Whether the store is unavailable; the states of feeds are then unknown. */
  readonly isStoreFailing: boolean
}

/** Reads the state of every feed and of the jobs. Sends no upstream request. */
export async function readStatus(context: StatusContext): Promise<StatusFacts> {
  const { table, upstreams, settings } = context
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
    const isServedBy = (feeds: readonly Feed[] = []) => feeds.some(({ id }) => id === feed.primaryId)
    const served = table.offered.filter((endpoint) => isServedBy(endpoint.upstreams))
    const supplied = table.offered.filter((endpoint) => isServedBy(endpoint.jobUpstreams))
    const usableMs = usableMsOf(feed, served.length > 0 ? served : supplied, settings)
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
  const [feeds, checkedAt, ...healths] = await Promise.all([
    Promise.all(listed.map(readFeed)),
    read(() => context.checkReports.lastEndedAt()),
    ...context.health.map(read),
  ])
  const health = healths.flatMap((each) => each ?? [])
  const rows = feeds.map(({ row }) => row)
  const status = overallState(rows)
  const isImpaired = isStoreFailing || context.store.isReadOnly || health.some(({ isFailing }) => isFailing)
  const report: StatusReport = {
    status: status !== 'down' && isImpaired ? 'degraded' : status,
    checked_at: isoOrNull(checkedAt),
    next_check_at: isoOrNull(checkedAt && checkedAt + CHECK_EVERY_MS),
    interval_seconds: CHECK_EVERY_MS / 1_000,
    shells: null,
    webhooks: null,
    ...Object.assign({}, ...health.map(({ members }) => members)),
    store: isStoreFailing ? 'down' : context.store.isReadOnly ? 'read_only' : 'operational',
    upstreams: rows,
  }
  const byId = new Map(feeds.map(({ row, facts }) => [row.id, facts]))
  return { report, feeds: byId, health, isStoreFailing }
}

/**
 * Returns how long after its last success the values of a feed may be served, in milliseconds. `served` are the
 * endpoints that read it or, if no request reads it, the endpoints for which a job does.
 */
function usableMsOf(
  feed: ListedFeed,
  served: readonly Endpoint<StatusContext>[],
  { staleIfErrorMs }: StatusContext['settings'],
): number {
  const longestMs = Math.max(0, ...served.map(({ ttlMs = 0 }) => ttlMs))
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
