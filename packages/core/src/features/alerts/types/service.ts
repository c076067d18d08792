import { alertType, observedAt, readPath } from '#features/alerts/alert-type'
import { count, instant, named, oneOf, orNull, quantity, text } from '#kernel/endpoint/schemas'

const feed = {
  feed: text('Id of the feed, as listed on /status', 'swpc-kp-1m'),
  provider: text('Id of the provider of the feed', 'swpc'),
}

/** A feed that is down. */
export const upstreamDown = alertType('upstream.down', {
  title: 'UpstreamDown',
  summary: 'A feed has returned no good response for three times its update interval.',
  entries: {
    ...feed,
    failing_since: instant('Time of the first failure'),
    last_ok_at: orNull(instant('Time of the last good response; null if there was none')),
    threshold_seconds: quantity('Three times the update interval of the feed, seconds', 900, 0),
    http_status: orNull(count('HTTP status of the last response; null if there was none', 503)),
    error: orNull(text('Description of the error', 'HTTP 503')),
    observed_at: observedAt,
    url: readPath('/status'),
  },
})

/** A feed that has recovered. */
export const upstreamRecovered = alertType('upstream.recovered', {
  title: 'UpstreamRecovered',
  summary: 'A feed that was down has returned two good responses.',
  entries: {
    ...feed,
    failing_since: instant('Time of the first failure'),
    observed_at: observedAt,
    url: readPath('/status'),
  },
})

const quota = {
  day: text('UTC day', '2026-11-21'),
  requests_today: count('Requests counted on that day', 800_000),
  requests_per_day: count('Daily quota of the account', 1_000_000),
  threshold_percent: count('Share of the quota that was reached, percent', 80),
  resets_at: instant('Time at which the quota resets', '2026-11-22T00:00:00.000Z'),
  observed_at: observedAt,
  url: readPath('/ref/tiers'),
}

/** An account that has used most of its quota. */
export const quota80 = alertType('quota.80', {
  audience: 'account',
  title: 'Quota80',
  summary: 'The account has used 80 % of its daily quota.',
  entries: quota,
})

/** An account that has used its quota. */
export const quota100 = alertType('quota.100', {
  audience: 'account',
  title: 'Quota100',
  summary: 'The account has used its daily quota. Further requests receive 429 until the quota resets.',
  entries: quota,
})

/** A key that is about to expire. */
export const keyExpiring = alertType('key.expiring', {
  audience: 'account',
  title: 'KeyExpiring',
  summary: 'A key of the account expires in 30 days, 7 days or 1 day.',
  entries: {
    key_id: text('Id of the key', 'key_4fGh8Jk2'),
    label: text('Label of the key', 'production'),
    expires_at: instant('Time at which the key expires', '2026-11-28T12:00:00.000Z'),
    threshold_days: count('30, 7 or 1: the key expires within this number of days', 7),
    observed_at: observedAt,
    url: readPath('/ref/tiers'),
  },
})

const webhook = {
  webhook_id: text('Id of the webhook', 'wh_8Kd02mQpR7sTuVwXyZ12'),
  url: readPath('/v1/webhooks/wh_8Kd02mQpR7sTuVwXyZ12'),
}

/** Schema of the reason why a webhook is disabled. */
export const disabledReason = named(
  'DisabledReason',
  oneOf(
    'gone (the receiver responded with 410), failing (it failed for five days) or owner (disabled by its ' +
      'owner)',
    ['gone', 'failing', 'owner'],
  ),
)

/** A webhook to which alerts are no longer sent. */
export const webhookDisabled = alertType('webhook.disabled', {
  audience: 'account',
  title: 'WebhookDisabled',
  summary: 'A webhook of the account was disabled. The alert is sent to the other webhooks of the account.',
  entries: {
    ...webhook,
    receiver_url: text('URL of the receiver', 'https://receiver.example/alerts'),
    reason: disabledReason,
    failing_since: orNull(instant('Time of the first failure; null if the last attempt succeeded')),
    last_error: orNull(text('Error of the last failure', 'HTTP 500')),
    disabled_at: instant('Time at which it was disabled'),
  },
})

/** A test of a webhook, which is never in the log. */
export const webhookPing = alertType('webhook.ping', {
  audience: 'account',
  title: 'WebhookPing',
  summary: 'A test, sent when a webhook is created or its URL is changed, and on request.',
  entries: webhook,
})

/** An endpoint that clients should no longer use. */
export const pathDeprecated = alertType('path.deprecated', {
  title: 'PathDeprecated',
  summary: 'An operation of this API is deprecated, or the date of its removal was set or changed.',
  entries: {
    method: text('HTTP method', 'GET'),
    path: text('Path of the operation', '/v1/space-weather/kp'),
    deprecated_from: text('UTC date from which the operation is deprecated', '2027-03-01'),
    sunset: orNull(
      text('UTC date from which the operation responds with 410; null while not decided', '2027-09-30'),
    ),
    successor: orNull(text('Path of the replacement; null if there is none', '/v2/space-weather/kp')),
    url: readPath('/openapi.json'),
  },
})

/** A job that has failed. */
export const jobFailed = alertType('job.failed', {
  audience: 'operator',
  title: 'JobFailed',
  summary: 'A job has failed. The alert is not sent again until the job has succeeded.',
  entries: {
    job: text('Name of the job', 'shells'),
    duration_seconds: quantity('Duration of the run, seconds', 42.5, 0),
    observed_at: observedAt,
    url: readPath('/status'),
  },
})

const access = oneOf('Kind of operation that failed', ['read', 'write'])

/** A store that has failed. It is logged after the store has recovered. */
export const storeFailed = alertType('store.failed', {
  audience: 'operator',
  title: 'StoreFailed',
  summary:
    'The store did not respond. The alert is sent after the store has recovered, as the log of alerts is ' +
    'in the store.',
  entries: { access, failed_at: instant('Time of the failure'), observed_at: observedAt },
})

/** A store that has recovered. */
export const storeRecovered = alertType('store.recovered', {
  audience: 'operator',
  title: 'StoreRecovered',
  summary: 'The store has recovered.',
  entries: {
    access,
    failed_at: instant('Time of the failure'),
    duration_seconds: quantity('Duration of the failure, seconds', 42.5, 0),
    observed_at: observedAt,
  },
})
