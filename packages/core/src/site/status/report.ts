import * as v from 'valibot'
import type { ShellJobFacts } from '#debris/night/shell-job'
import { SHELL_VALID_MS } from '#debris/shells/shell-validity'
import type { Endpoint } from '#endpoint/endpoint'
import { feedsOf } from '#endpoint/endpoint-feeds'
import { count, instant, named, oneOf, quantity, text } from '#endpoint/schemas'
import type { Context } from '#kit/context'
import { hours, iso } from '#kit/time'
import { MAX_STALE_MS } from '#storage/cache/store-tier'
import { withStoreFallback } from '#storage/store-failure'
import { CHECK_EVERY_MS } from '#upstreams/check/check-reports'
import type { ListedFeed } from '#upstreams/feed'
import { providerId, providerName } from '#upstreams/providers'
import { FEED_STATES, type FeedTimes, feedState, overallState } from '#upstreams/states/feed-state'
import type { UpstreamState } from '#upstreams/states/upstream-states'

const row = v.strictObject({
  id: text('Id of the feed', 'swpc-kp-1m'),
  provider: text('Name of the provider', 'NOAA SWPC'),
  endpoints: v.pipe(
    v.array(v.string()),
    v.description('Paths whose data come from it, or would if the feed that it is a fallback of failed'),
    v.examples([['/v1/space-weather/kp']]),
  ),
  fallback_of: v.nullable(
    text('Feed in whose place it is queried when that one fails; null for a main feed', 'swpc-kp-1m'),
  ),
  status: oneOf('State; unknown until the first request', FEED_STATES),
  checked_at: v.nullable(instant('When it was last requested')),
  http_status: v.nullable(count('HTTP status of its last response; null without a response', 200)),
  latency_ms: v.nullable(quantity('Duration of the last request in milliseconds', 182, 0)),
  last_ok_at: v.nullable(instant('When it last succeeded')),
  consecutive_failures: count('Failures since then', 0),
  data_as_of: v.nullable(instant('Newest instant that its data refer to')),
  data_age_seconds: v.nullable(quantity('Age of its newest value in seconds; negative for a forecast', 240)),
  schema_ok: v.nullable(
    v.pipe(
      v.boolean(),
      v.description('Whether the last response body had the expected format'),
      v.examples([true]),
    ),
  ),
  error: v.nullable(text('What is wrong', 'HTTP 503')),
  paused_until: v.nullable(
    instant('Until when its provider is not requested, because it asked for that; null without a pause'),
  ),
  pause_reason: v.nullable(text('Why it is not requested', 'HTTP 503 that asked for a pause')),
})

const shells = v.strictObject({
  computed_at: v.nullable(instant('When the published run finished; null before the first')),
  computing: v.nullable(
    v.pipe(
      v.strictObject({
        step: oneOf('Current step: fetching the catalogue, or computing the shells', ['catalogue', 'shells']),
        share: quantity('Share of the step that is done', 0.4, 0, 1),
      }),
      v.title('ShellRunProgress'),
      v.description('Progress of the current run; null if there is none'),
    ),
  ),
  next_run_at: instant('When the next run starts', '2026-11-22T03:17:00.000Z'),
})

const webhooks = v.strictObject({
  active: count('Webhooks that alerts are sent to', 12),
  disabled: count('Webhooks that nothing is sent to', 1),
  failing: count('Active webhooks whose last attempt failed', 0),
  pending: count('Alerts that wait for an attempt, over all webhooks', 0),
  oldest_pending_at: v.nullable(instant('When the longest waiting one began to wait; null if none waits')),
})

/** Schema of the payload of `/status`. */
export const statusData = v.strictObject({
  status: oneOf('Overall state', FEED_STATES),
  checked_at: v.nullable(instant('When all upstreams were last checked together')),
  next_check_at: v.nullable(instant('When they will be checked next')),
  interval_seconds: count('Seconds between two checks', 604_800),
  shells: v.nullable(
    v.pipe(
      named('ShellRunStatus', shells),
      v.description('The altitude shells; null on a mirror, and while the store fails'),
    ),
  ),
  webhooks: v.nullable(
    v.pipe(
      named('WebhookSummary', webhooks),
      v.description('All webhooks together; null where none are offered, and while the store fails'),
    ),
  ),
  upstreams: v.pipe(
    v.array(named('UpstreamStatus', row)),
    v.description('Every feed, each followed by its fallbacks'),
  ),
})

/** The payload of `/status`. */
export type StatusReport = v.InferOutput<typeof statusData>

/** Counts over all webhooks. */
export interface WebhookCounts {
  readonly active: number
  readonly disabled: number
  readonly failing: number
  readonly pending: number
  readonly oldestPendingAt: string | null
}

/**
 * Returns the state of every feed as any instance last recorded it; `unknown` while the store fails.
 *
 * @param countWebhooks Counts the webhooks, where some are offered.
 */
export async function statusReport(
  table: readonly Endpoint[],
  context: Context,
  countWebhooks: (context: Context) => Promise<WebhookCounts>,
): Promise<StatusReport> {
  let isStoreFailing = false
  const read = <T>(operation: () => Promise<T>) =>
    withStoreFallback<T | undefined>(operation, () => {
      isStoreFailing = true
      return undefined
    })
  const feeds = feedsOf(table)
  const pauses = await pausesOf(feeds, context)
  const upstreams = await Promise.all(
    feeds.map(async (feed) => {
      const state = await read(() => context.upstreams.states.get(feed.id))
      const pause = pauses.get(providerId(feed.provider))
      const served = endpointsServedBy(feed, table)
      const usableMs = usableMsOf(feed, table, context.settings)
      return {
        id: feed.id,
        provider: providerName(feed.provider),
        endpoints: served.map(({ path }) => path),
        fallback_of: feed.primaryId === feed.id ? null : feed.primaryId,
        ...(state ? toRowState(state, { cadenceMs: feed.cadenceMs, usableMs }, context.now()) : UNKNOWN),
        paused_until: isoOrNull(pause?.until ?? null),
        pause_reason: pause?.because ?? null,
      }
    }),
  )
  const job = await read(() => context.debris.shellJob.facts())
  const run = await read(async () => context.debris.shells.current(context.now()))
  const last = (await read(() => context.upstreams.checkReports.lastEndedAt())) ?? null
  const offered = context.settings.webhooks && (await read(() => countWebhooks(context)))
  const status = overallState(upstreams)
  const isImpaired = isStoreFailing || (job !== undefined && isShellJobFailing(job, context.now()))
  return {
    status: status !== 'down' && isImpaired ? 'degraded' : status,
    checked_at: isoOrNull(last),
    next_check_at: isoOrNull(last === null ? null : last + CHECK_EVERY_MS),
    interval_seconds: CHECK_EVERY_MS / 1_000,
    shells: job && !context.settings.mirror ? toShellsStatus(job, run?.computedAt ?? null) : null,
    webhooks: offered ? toWebhookStatus(offered) : null,
    upstreams,
  }
}

/** Returns the pauses of the providers of feeds, by provider. */
async function pausesOf(feeds: readonly ListedFeed[], context: Context) {
  const ids = [...new Set(feeds.map(({ provider }) => providerId(provider)))]
  return new Map(
    await Promise.all(ids.map(async (id) => [id, await context.upstreams.pauses.current(id)] as const)),
  )
}

/** Returns the endpoints whose data come from a feed, or from the feed that it is a fallback of. */
function endpointsServedBy({ primaryId }: ListedFeed, table: readonly Endpoint[]): readonly Endpoint[] {
  return table.filter(({ upstreams }) => upstreams.some(({ id }) => id === primaryId))
}

/**
 * Returns how long after its last success the values of a feed may be served, in milliseconds. Feeds that no
 * request reads supply the shells.
 */
export function usableMsOf(
  feed: ListedFeed,
  table: readonly Endpoint[],
  { staleIfErrorMs }: Context['settings'],
): number {
  const served = endpointsServedBy(feed, table)
  const longestMs = served.length > 0 ? Math.max(...served.map(({ ttlMs = 0 }) => ttlMs)) : SHELL_VALID_MS
  return (feed.validMs ?? longestMs) + Math.min(staleIfErrorMs, MAX_STALE_MS)
}

function toRowState(state: UpstreamState, times: FeedTimes, now: number) {
  const ageMs = state.dataAsOf === null ? null : now - state.dataAsOf
  return {
    status: feedState(state, times, now),
    checked_at: iso(state.checkedAt),
    http_status: state.httpStatus,
    latency_ms: state.latencyMs,
    last_ok_at: isoOrNull(state.lastOkAt),
    consecutive_failures: state.consecutiveFailures,
    data_as_of: isoOrNull(state.dataAsOf),
    data_age_seconds: ageMs === null ? null : Math.round(ageMs / 1_000),
    schema_ok: state.schemaOk,
    error: state.error,
  }
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : iso(at)
}

const UNKNOWN = {
  status: 'unknown',
  checked_at: null,
  http_status: null,
  latency_ms: null,
  last_ok_at: null,
  consecutive_failures: 0,
  data_as_of: null,
  data_age_seconds: null,
  schema_ok: null,
  error: null,
} as const

function toShellsStatus({ running, nextRunAt }: ShellJobFacts, computedAt: number | null) {
  return {
    computed_at: isoOrNull(computedAt),
    computing: running && { step: running.step, share: running.share },
    next_run_at: iso(nextRunAt),
  }
}

function toWebhookStatus({ active, disabled, failing, pending, oldestPendingAt }: WebhookCounts) {
  return { active, disabled, failing, pending, oldest_pending_at: oldestPendingAt }
}

/** Returns whether the nightly job failed, or started over two hours ago and never reported again. */
function isShellJobFailing({ job, running }: ShellJobFacts, now: number): boolean {
  if (!job || running) return false
  return job.ok === false || (job.finishedAt === null && now - job.startedAt > hours(2))
}
