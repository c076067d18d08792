import * as v from 'valibot'
import { disabledReason } from '#features/alerts/types/service'
import { FLARE_LEVELS } from '#features/alerts/types/space-weather'
import { webhookFormats } from '#features/alerts/webhook-records'
import { count, instant, named, oneOf, orNull, quantity, text } from '#kernel/endpoint/schemas'

/** Schema of the id in a path. */
export const webhookId = v.pipe(
  v.string(),
  v.regex(/^wh_[0-9A-Za-z]{20}$/),
  v.maxLength(23),
  v.description('Id of the webhook: `wh_` and 20 letters and digits'),
  v.examples(['wh_8sKq2mXv1Jr7cPzL0aYd']),
)

const int32 = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max), v.metadata({ format: 'int32' }))

const numbers = (description: string, example: number, { max, most }: { max: number; most: number }) =>
  orNull(
    v.pipe(
      v.array(int32(1, max)),
      v.maxLength(most),
      v.description(`${description}; null for no limit`),
      v.examples([[example]]),
    ),
  )

const scale = (description: string) =>
  orNull(v.pipe(int32(1, 5), v.description(`${description}, 1 to 5; null for no limit`), v.examples([3])))

const degrees = (description: string, most: number, example: number) =>
  orNull(
    v.pipe(
      v.number(),
      v.minValue(-most),
      v.maxValue(most),
      v.description(`${description}, degrees from -${most} to ${most}; null for no location`),
      v.examples([example]),
    ),
  )

/** Schema of the conditions of a webhook beyond the type of alert. */
export const parameters = named(
  'WebhookParameters',
  v.pipe(
    v.strictObject({
      norad_ids: v.exactOptional(
        numbers('Catalogue numbers of the objects to watch, at most 100', 25544, {
          max: 999_999_999,
          most: 100,
        }),
      ),
      altitudes_km: v.exactOptional(
        numbers('Lower edges of the shells to watch, km, at most 100', 780, { max: 5_000, most: 100 }),
      ),
      min_g_scale: v.exactOptional(scale('Minimum NOAA G level of geomagnetic storms and of NOAA’s notices')),
      min_s_scale: v.exactOptional(scale('Minimum NOAA S level of radiation storms and of NOAA’s notices')),
      min_flare_class: v.exactOptional(
        orNull(
          oneOf(
            'Minimum class of flares, and of NOAA’s notices as R1 to R4: M1, M5, X1 or X10; null for no ' +
              'limit',
            FLARE_LEVELS,
          ),
        ),
      ),
      latitude: v.exactOptional(
        degrees('Latitude of the location whose aurora and passes are watched', 90, 60.17),
      ),
      longitude: v.exactOptional(degrees('Longitude of the location, east positive', 180, 24.94)),
      min_percent: v.exactOptional(
        orNull(
          v.pipe(
            int32(1, 100),
            v.description('Minimum probability of aurora at the location, percent; null for 30'),
            v.examples([30]),
          ),
        ),
      ),
      only_dark: v.exactOptional(
        orNull(
          v.pipe(
            v.boolean(),
            v.description('Whether the Sun must be below -6° at the location; null for true'),
            v.examples([true]),
          ),
        ),
      ),
      passes_of: v.exactOptional(
        orNull(
          v.pipe(
            v.array(int32(1, 999_999_999)),
            v.minLength(1),
            v.maxLength(20),
            v.description(
              'Catalogue numbers of the objects whose passes over the location are watched, 1 to 20; null ' +
                'for none',
            ),
            v.examples([[25544]]),
          ),
        ),
      ),
      min_elevation_deg: v.exactOptional(
        orNull(
          v.pipe(
            int32(0, 89),
            v.description(
              'Minimum elevation of the highest point of a pass, degrees; for visible passes, of the ' +
                'highest visible point; null for 10',
            ),
            v.examples([10]),
          ),
        ),
      ),
      minutes_before: v.exactOptional(
        orNull(
          v.pipe(
            int32(1, 120),
            v.description('Minutes before the rise at which the alert is sent; null for 10'),
            v.examples([10]),
          ),
        ),
      ),
      only_visible: v.exactOptional(
        orNull(
          v.pipe(
            v.boolean(),
            v.description('Whether a part of the pass must be visible; null for true'),
            v.examples([true]),
          ),
        ),
      ),
    }),
    v.description(
      'Conditions for alerts beyond their type: an object with any of norad_ids, altitudes_km, ' +
        'min_g_scale, min_s_scale, min_flare_class, and latitude with longitude, min_percent, only_dark, ' +
        'passes_of, min_elevation_deg, minutes_before and only_visible',
    ),
  ),
)

/** Schema of the format of messages. */
export const format = oneOf(
  'Format of messages: standard, signed as Standard Webhooks 1.0.0; or unsigned for a URL of Slack, Discord ' +
    'or ntfy: slack, discord, ntfy. It cannot be changed',
  webhookFormats,
)

/** The settings of a webhook and its id. */
const declared = {
  id: text('Id of the webhook', 'wh_8sKq2mXv1Jr7cPzL0aYd'),
  url: text('URL of the receiver', 'https://receiver.example/alerts'),
  types: v.pipe(
    v.array(v.string()),
    v.description('Types of alerts, or patterns of types; empty for all public types'),
    v.examples([['geomagnetic.*', 'solar.flare']]),
  ),
  parameters,
  description: orNull(text('Description given by the owner', 'Pager of the night shift')),
  format,
  status: oneOf('Whether alerts are sent', ['active', 'disabled']),
}

const public_key = text(
  'Key that verifies v1a signatures: `whpk_` and the Ed25519 public key in base64',
  'whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=',
)
const created_at = instant('Time at which the webhook was created')

/** Schema of a webhook. */
export const webhookData = named(
  'Webhook',
  v.strictObject({
    ...declared,
    disabled_reason: v.pipe(
      v.nullable(disabledReason),
      v.description('Reason why it is disabled; null while it is active'),
      v.examples(['gone' as const]),
    ),
    disabled_at: v.nullable(instant('Time at which it was disabled')),
    failing_since: v.nullable(
      instant('Time of the first failure since the last success; null after a success'),
    ),
    last_success_at: v.nullable(instant('Time of the last 2xx response')),
    last_error: orNull(text('Error of the last failure', 'HTTP 500')),
    pending: count('Number of alerts that wait for their next attempt', 0),
    dropped: count(
      'Number of alerts dropped before they could be delivered, since the creation of the webhook',
      0,
    ),
    next_attempt_at: v.nullable(instant('Time at which the next attempt is due')),
    public_key,
    created_at,
  }),
)

/** Schema of a webhook with its secret, as creation and rotation return it. */
export const webhookWithSecretData = named(
  'WebhookWithSecret',
  v.strictObject({
    ...declared,
    secret: text(
      'Key that verifies v1 signatures: `whsec_` and the HMAC-SHA-256 key in base64. Returned only once',
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    ),
    public_key,
    created_at,
  }),
)

/** Schema of the webhooks of an account. */
export const webhookListData = named(
  'WebhookList',
  v.strictObject({
    count: count('Number of webhooks of the account', 1),
    limit: count('Maximum number of webhooks of the account', 5),
    webhooks: v.pipe(v.array(webhookData), v.description('Webhooks, oldest first')),
  }),
)

/** Schema of an attempt to deliver an alert. */
export const deliveryData = named(
  'WebhookDelivery',
  v.strictObject({
    attempt: count('Number of the attempt, starting at 1 for each webhook; never reused', 17),
    try_number: count('Number of the attempt for this alert, starting at 1', 1),
    alert_id: text('Id of the alert, sent as webhook-id', 'evt_0f8fad5bd9cb469fa16570867728950e'),
    alert_type: text('Type of the alert', 'geomagnetic.storm_started'),
    sequence: orNull(count('Position of the alert in the log; null for a test', 4711)),
    started_at: instant('Time at which the request was sent'),
    outcome: oneOf('Outcome of the attempt; unknown if the service was stopped in the meantime', [
      'delivered',
      'failed',
      'unknown',
    ]),
    http_status: orNull(count('HTTP status of the response; null if there was none', 200)),
    duration_ms: orNull(quantity('Time until the complete response had arrived, ms', 84, 0)),
    error: orNull(text('Description of the error', 'HTTP 500')),
    answer: orNull(text('Beginning of the response body, at most 4 kB', 'ok')),
  }),
)

/** Schema of a page of attempts. */
export const deliveryListData = named(
  'WebhookDeliveryList',
  v.strictObject({
    count: count('Number of attempts on this page', 1),
    deliveries: v.pipe(v.array(deliveryData), v.description('Attempts, newest first')),
    next_before: orNull(count('Value of before for the next page; null if there is none', 17)),
  }),
)

/** Schema of the result of a replay request. */
export const replayData = named(
  'WebhookReplay',
  v.strictObject({ queued: count('Number of alerts queued for sending', 3) }),
)
