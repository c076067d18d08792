import * as v from 'valibot'
import type { Context } from '#context'
import type { Endpoint } from '#declare/endpoint'
import { count, instant, oneOf, quantity, text } from '#declare/schemas'
import { FEED_STATES, type FeedTimes, feedStateOf, wholeStateOf } from '#describe/feed-state'
import { CHECK_EVERY_MS } from '#store/check-reports'
import { whenStoreFails } from '#store/fallback'
import type { ShellJobFacts } from '#store/shell-job'
import { shellsOf, VALID_MS } from '#store/shells'
import { KEPT_MS } from '#store/snapshots-in-store'
import type { UpstreamState } from '#store/upstream-states'
import { hours, iso } from '#time'
import { type Feed, feeds } from '#upstreams/index'
import { isMirror, nameOf } from '#upstreams/providers'

const row = v.strictObject({
  id: text('Name of the feed', 'swpc-kp-1m'),
  provider: text('Who provides it', 'NOAA SWPC'),
  endpoints: v.pipe(
    v.array(v.string()),
    v.description('Paths whose data come from it, or would if the feed that it stands in for failed'),
    v.examples([['/v1/space-weather/kp']]),
  ),
  status: oneOf('State: unknown until it has been asked', FEED_STATES),
  checked_at: v.nullable(instant('When it was last asked')),
  http_status: v.nullable(count('Status of its last answer; null when there was none', 200)),
  latency_ms: v.nullable(quantity('Milliseconds that the last ask took', 182, 0)),
  last_ok_at: v.nullable(instant('When it last answered well')),
  consecutive_failures: count('Failures since then', 0),
  data_as_of: v.nullable(instant('Newest instant that its data refer to')),
  data_age_seconds: v.nullable(quantity('Age of its newest value in seconds; negative for a forecast', 240)),
  schema_ok: v.nullable(
    v.pipe(v.boolean(), v.description('Whether its last body had the expected shape'), v.examples([true])),
  ),
  error: v.nullable(text('What is wrong, in words', 'HTTP 503')),
})

const shells = v.strictObject({
  computed_at: v.nullable(instant('When the published run was finished; null before the first')),
  computing: v.nullable(
    v.pipe(
      v.strictObject({
        step: oneOf('What is done now: fetching the catalogue, or computing the shells', [
          'catalogue',
          'shells',
        ]),
        share: quantity('Share of the step that is done', 0.4, 0, 1),
      }),
      v.description('How far the run is that is under way; null while none is'),
    ),
  ),
  next_run_at: instant('When the next run begins', '2026-11-22T03:17:00.000Z'),
})

export const statusData = v.strictObject({
  status: oneOf('State of the whole', FEED_STATES),
  checked_at: v.nullable(instant('When all upstreams were last verified together')),
  next_check_at: v.nullable(instant('When they will be verified next')),
  interval_seconds: count('Seconds between two verifications', 604_800),
  shells: v.nullable(
    v.pipe(shells, v.description('The debris shells; null on a mirror, and while the store cannot be read')),
  ),
  upstreams: v.pipe(v.array(row), v.description('Every feed, fallbacks behind the feed they stand in for')),
})

export type StatusReport = v.InferOutput<typeof statusData>

/** What is known of every feed from the last time that any instance asked it: nothing, while the store fails. */
export async function statusReport(table: readonly Endpoint[], context: Context): Promise<StatusReport> {
  let isStoreFailing = false
  const read = <T>(operation: () => Promise<T>) =>
    whenStoreFails<T | undefined>(operation, () => {
      isStoreFailing = true
      return undefined
    })
  const staleMs = Math.min(context.settings.staleIfErrorMs, KEPT_MS)
  const upstreams = await Promise.all(
    feedsOf(table, context).map(async ({ id, askedAs, provider, cadenceMs, heldMs }) => {
      const state = await read(() => context.upstreamStates.get(id))
      const fed = table.filter((endpoint) => endpoint.upstreams.includes(askedAs))
      // What no path names feeds the shells.
      const validMs = heldMs ?? (fed.length > 0 ? Math.max(...fed.map(({ ttlMs = 0 }) => ttlMs)) : VALID_MS)
      const facts = state ? known(state, { cadenceMs, servedMs: validMs + staleMs }, context.now()) : UNKNOWN
      return { id, provider: nameOf(provider), endpoints: fed.map(({ path }) => path), ...facts }
    }),
  )
  const job = await read(() => context.shellJob.facts())
  const run = await read(async () => shellsOf(context.store, context.settings.world).current(context.now()))
  const last = (await read(() => context.checkReports.lastEndedAt())) ?? null
  const status = wholeStateOf(upstreams)
  const isImpaired = isStoreFailing || (job !== undefined && isFailing(job, context.now()))
  return {
    status: status !== 'down' && isImpaired ? 'degraded' : status,
    checked_at: instantOf(last),
    next_check_at: instantOf(last === null ? null : last + CHECK_EVERY_MS),
    interval_seconds: CHECK_EVERY_MS / 1_000,
    shells: job && !isMirror(context) ? shellsIn(job, run?.computed_at ?? null) : null,
    upstreams,
  }
}

/** What this instance asks: the feeds of the providers or, on a mirror, one path of the central instance for each. */
export function feedsOf(
  table: readonly Endpoint[],
  { settings }: Context,
): readonly Pick<Feed, 'id' | 'askedAs' | 'provider' | 'cadenceMs' | 'heldMs'>[] {
  if (settings.upstreamOrigins['central'] === undefined) return feeds
  const mirrored = table.flatMap(({ upstreams, ttlMs = 0 }) =>
    upstreams.map((id) => ({ id, askedAs: id, cadenceMs: ttlMs })),
  )
  return mirrored.map((feed) => ({ ...feed, provider: 'central' }))
}

function known(state: UpstreamState, times: FeedTimes, now: number) {
  const ageMs = state.data_as_of === null ? null : now - state.data_as_of
  return {
    status: feedStateOf(state, times, now),
    checked_at: iso(state.checked_at),
    http_status: state.http_status,
    latency_ms: state.latency_ms,
    last_ok_at: instantOf(state.last_ok_at),
    consecutive_failures: state.consecutive_failures,
    data_as_of: instantOf(state.data_as_of),
    data_age_seconds: ageMs === null ? null : Math.round(ageMs / 1_000),
    schema_ok: state.schema_ok,
    error: state.error,
  }
}

function instantOf(at: number | null): string | null {
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

function shellsIn({ running, next_run_at }: ShellJobFacts, computedAt: number | null) {
  return {
    computed_at: instantOf(computedAt),
    computing: running && { step: running.step, share: running.share },
    next_run_at: iso(next_run_at),
  }
}

/** The nightly job failed, or began and was never heard of again: the shells are those of an earlier night. */
function isFailing({ job, running }: ShellJobFacts, now: number): boolean {
  if (!job || running) return false
  return job.ok === false || (job.finished_at === null && now - job.started_at > hours(2))
}
