import * as v from 'valibot'
import type { Context } from '#context'
import type { Endpoint } from '#declare/endpoint'
import { count, instant, oneOf, quantity, text } from '#declare/schemas'
import { type ShellJobState, shellJobKey } from '#store/shells'
import type { UpstreamState } from '#store/upstream-states'
import { days, hours, iso } from '#time'
import { feeds } from '#upstreams/index'
import { providers } from '#upstreams/providers'

const STATES = ['operational', 'degraded', 'down', 'unknown'] as const
type State = (typeof STATES)[number]

const row = v.strictObject({
  id: text('Name of the feed', 'swpc-kp-1m'),
  provider: text('Who provides it', 'NOAA SWPC'),
  endpoints: v.pipe(
    v.array(v.string()),
    v.description('Paths whose data come from it'),
    v.examples([['/v1/space-weather/kp']]),
  ),
  status: oneOf('State: unknown until it has been asked', STATES),
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

export const statusData = v.strictObject({
  status: oneOf('State of the whole', STATES),
  checked_at: v.nullable(instant('When all upstreams were last verified together')),
  next_check_at: v.nullable(instant('When they will be verified next')),
  interval_seconds: count('Seconds between two verifications', 604_800),
  upstreams: v.pipe(v.array(row), v.description('Every feed, fallbacks behind the feed they stand in for')),
})

export type StatusReport = v.InferOutput<typeof statusData>

/** What is known of every feed from the last time that any instance asked it. */
export async function statusReport(table: readonly Endpoint[], context: Context): Promise<StatusReport> {
  const upstreams = await Promise.all(
    feeds.map(async ({ id, provider, cadenceMs }) => {
      const state = await context.upstreamStates.get(id)
      const endpoints = table.filter((endpoint) => endpoint.upstreams.includes(id)).map(({ path }) => path)
      const facts = state ? known(state, cadenceMs, context.now()) : UNKNOWN
      return { id, provider: providers[provider].name, endpoints, ...facts }
    }),
  )
  const job = await context.store.get<ShellJobState>(shellJobKey(context.settings.world))
  const status = overall(upstreams.map((row) => row.status))
  return {
    status: status !== 'down' && job && isFailing(job, context.now()) ? 'degraded' : status,
    checked_at: null,
    next_check_at: null,
    interval_seconds: days(7) / 1_000,
    upstreams,
  }
}

function known(state: UpstreamState, cadenceMs: number, now: number) {
  const instantOf = (at: number | null) => (at === null ? null : iso(at))
  const ageMs = state.data_as_of === null ? null : now - state.data_as_of
  return {
    status: stateOf(state, ageMs !== null && ageMs > 3 * cadenceMs),
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

/** Down after three failures in a row; degraded after one, or when its newest value is later than three cadences. */
function stateOf({ ok, consecutive_failures }: UpstreamState, isLate: boolean): State {
  if (consecutive_failures >= 3) return 'down'
  return ok && !isLate ? 'operational' : 'degraded'
}

/** The nightly job failed, or began and was never heard of again: the shells are those of an earlier night. */
function isFailing({ ok, started_at }: ShellJobState, now: number): boolean {
  return ok === false || (ok === null && now - started_at > hours(2))
}

function overall(states: readonly State[]): State {
  const asked = states.filter((state) => state !== 'unknown')
  if (asked.length === 0) return 'unknown'
  if (asked.every((state) => state === 'down')) return 'down'
  return asked.every((state) => state === 'operational') ? 'operational' : 'degraded'
}
