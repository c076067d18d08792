import * as v from 'valibot'
import { count, instant, named, oneOf, quantity, text } from '#kernel/endpoint/schemas'
import { FEED_STATES } from '#kernel/upstreams/states/feed-state'

const row = v.strictObject({
  id: text('Id of the feed', 'swpc-kp-1m'),
  provider: text('Name of the provider', 'NOAA SWPC'),
  endpoints: v.pipe(
    v.array(v.string()),
    v.description('Paths whose data come from this feed, or would come from it if its main feed failed'),
    v.examples([['/v1/space-weather/kp']]),
  ),
  fallback_of: v.nullable(
    text('Main feed whose failure causes requests to this feed; null for a main feed', 'swpc-kp-1m'),
  ),
  status: oneOf('State; unknown until the first request', FEED_STATES),
  checked_at: v.nullable(instant('Time of the last request')),
  http_status: v.nullable(count('HTTP status of its last response; null without a response', 200)),
  latency_ms: v.nullable(quantity('Duration of the last request in milliseconds', 182, 0)),
  last_ok_at: v.nullable(instant('Time of the last successful request')),
  consecutive_failures: count('Failures since the last success', 0),
  data_as_of: v.nullable(instant('Newest instant that its data refer to')),
  data_age_seconds: v.nullable(quantity('Age of its newest value in seconds; negative for a forecast', 240)),
  schema_ok: v.nullable(
    v.pipe(
      v.boolean(),
      v.description('Whether the last response body had the expected format'),
      v.examples([true]),
    ),
  ),
  error: v.nullable(text('Current error', 'HTTP 503')),
  paused_until: v.nullable(instant('End of the pause that the provider requested; null without a pause')),
  pause_reason: v.nullable(text('Reason for the pause', 'HTTP 503 with a request to pause')),
})

const shells = v.strictObject({
  computed_at: v.nullable(instant('End of the published run; null before the first')),
  computing: v.nullable(
    v.pipe(
      v.strictObject({
        step: oneOf('Current step: fetching the catalogue, or computing the shells', ['catalogue', 'shells']),
        share: quantity('Completed share of the step', 0.4, 0, 1),
      }),
      v.title('ShellRunProgress'),
      v.description('Progress of the current run; null if there is none'),
    ),
  ),
  next_run_at: instant('Start of the next run', '2026-11-22T03:17:00.000Z'),
})

const webhooks = v.strictObject({
  active: count('Webhooks that receive alerts', 12),
  disabled: count('Webhooks that receive nothing', 1),
  failing: count('Active webhooks whose last attempt failed', 0),
  pending: count('Alerts that wait for delivery, over all webhooks', 0),
  oldest_pending_at: v.nullable(instant('Time since which the oldest one waits; null if none waits')),
})

/** Schema of the payload of `/status`. */
export const statusData = v.strictObject({
  status: oneOf('Overall state', FEED_STATES),
  checked_at: v.nullable(instant('Time of the last full check of all upstreams')),
  next_check_at: v.nullable(instant('Time of the next full check')),
  interval_seconds: count('Seconds between two full checks', 604_800),
  shells: v.nullable(
    v.pipe(
      named('ShellRunStatus', shells),
      v.description('The altitude shells; null on a mirror, and while the store fails'),
    ),
  ),
  webhooks: v.nullable(
    v.pipe(
      named('WebhookSummary', webhooks),
      v.description('Totals of all webhooks; null if the instance offers none, and while the store fails'),
    ),
  ),
  store: oneOf('State of the store: read_only if it cannot be written, for example while its disk is full', [
    'operational',
    'read_only',
    'down',
  ]),
  upstreams: v.pipe(
    v.array(named('UpstreamStatus', row)),
    v.description('Every feed, each followed by its fallbacks'),
  ),
})

/** The payload of `/status`. */
export type StatusReport = v.InferOutput<typeof statusData>
