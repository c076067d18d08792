import { defaultLimits, providers } from '@space-data/core'
import { isPublicKey } from '@space-data/core/verify'
import * as v from 'valibot'
import { parseBaseUrl } from '#kit/http-url'
import { durationToMs, parseAddressRanges, parseAltitudes, parseSecrets } from '#kit/raw-value'
import { LOG_FORMATS } from '#serve/log/log'

/** Messages complete the sentence `<setting> takes <message>, not <value>`. */
const whole = (least: number, most: number) => {
  const message = `a whole number from ${least} to ${most}`
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message))
}
const text = (message: string, isGood: (value: string) => boolean) =>
  v.pipe(v.string(message), v.check(isGood, message))

const origin = text(
  'an http or https URL without a query or user name, such as http://127.0.0.1:9000',
  (value) => parseBaseUrl(value) !== undefined,
)

const receiver = v.strictObject(
  {
    url: text('an http or https URL', (value) => URL.canParse(value) && /^https?:/.test(value)),
    types: v.array(
      text('a type of alert such as upstream.down, or a pattern such as upstream.*', (value) =>
        /^(\*|\w+(\.\w+)*(\.\*)?)$/.test(value),
      ),
      'a list such as ["upstream.*"]',
    ),
  },
  'an object such as {"url": "https://…", "types": ["upstream.*"]}',
)

/** Default limits with snake_case names, as in the file. */
const LIMITS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(defaultLimits).map(([name, limit]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    limit,
  ]),
)
/** Issuance limits may be 0, which disables free keys; request limits may not. */
const leastOf = (limit: string) => (/^issuance_per_(day|ip)/.test(limit) ? 0 : 1)

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS

/**
 * Schema of the configuration. A scalar field such as `trusted_hops` is also the flag `--trusted-hops` and
 * the variable `SPACE_DATA_TRUSTED_HOPS`; each member of `limits` and `upstreams` has a variable.
 */
export const schema = v.strictObject(
  {
    store: v.optional(
      text('memory:, sqlite:PATH, redis://HOST or postgres://HOST/DATABASE', (value) => value !== ''),
    ),
    port: v.optional(whole(0, 65_535)),
    host: v.optional(text('an address, such as 127.0.0.1 or ::', (value) => value !== '')),
    trusted_hops: v.optional(whole(0, 32)),
    trusted_proxies: v.optional(
      text(
        'a comma-separated list of proxy addresses, such as 10.0.0.0/8,192.0.2.1',
        (value) => parseAddressRanges(value) !== undefined,
      ),
    ),
    log: v.optional(v.picklist(LOG_FORMATS, 'auto, pretty, json or off')),
    log_sample: v.optional(whole(1, 1_000_000)),
    metrics_port: v.optional(whole(0, 65_535)),
    metrics_host: v.optional(text('an address, such as 127.0.0.1 or ::', (value) => value !== '')),
    workers: v.optional(whole(1, 64)),
    drain_delay: v.optional(
      text(
        'a duration of at most 1h, such as 5s or 0s',
        (value) => (durationToMs(value) ?? HOUR_MS + 1) <= HOUR_MS,
      ),
    ),
    jobs: v.optional(v.boolean('true or false')),
    mirror: v.optional(origin),
    mirror_key_file: v.optional(text('the path of a file', (value) => value !== '')),
    open: v.optional(v.boolean('true or false')),
    prefetch: v.optional(v.boolean('true or false')),
    verify: v.optional(
      text(
        'public keys such as ed25519-JrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=, separated by commas',
        (value) => value.split(',').every(isPublicKey),
      ),
    ),
    signing_key_file: v.optional(text('the path of a file', (value) => value !== '')),
    altitudes: v.optional(
      text(
        'two multiples of 10 from 100 to 5000, such as 150-2000',
        (value) => parseAltitudes(value) !== undefined,
      ),
    ),
    keep_catalogues: v.optional(whole(0, 400)),
    keep_series: v.optional(whole(1, 36_500)),
    stale_if_error: v.optional(
      text(
        'a duration of at most 7d, such as 2d, 12h, 30m or 0s',
        (value) => (durationToMs(value) ?? WEEK_MS + 1) <= WEEK_MS,
      ),
    ),
    key_prefix: v.optional(
      text('1 to 32 characters of A–Z a–z 0–9 _ -, such as sd_live_', (value) => /^[\w-]{1,32}$/.test(value)),
    ),
    security_contact: v.optional(
      text('a URI such as mailto:security@space.example', (value) =>
        /^(mailto:|https:\/\/|tel:)[!-~]{1,1000}$/.test(value),
      ),
    ),
    limits: v.optional(
      v.strictObject(
        Object.fromEntries(
          Object.keys(LIMITS).map((name) => [name, v.optional(whole(leastOf(name), 1_000_000))]),
        ),
        'an object such as {"reference_per_minute": 600}',
      ),
    ),
    upstreams: v.optional(
      v.strictObject(
        Object.fromEntries(Object.keys(providers).map((id) => [id, v.optional(origin)])),
        'an object such as {"swpc": "https://proxy.example/swpc"}',
      ),
    ),
    webhooks: v.optional(
      v.strictObject(
        {
          allow_private: v.optional(v.boolean('true or false')),
          secret: v.optional(
            text(
              'secrets of at least 32 characters, separated by commas, the newest first',
              (value) => parseSecrets(value) !== undefined,
            ),
          ),
        },
        'an object such as {"allow_private": true}',
      ),
    ),
    alerts: v.optional(v.array(receiver, 'a list such as [{"url": "https://…", "types": ["upstream.*"]}]')),
    // Core validates the members of a tier.
    tiers: v.optional(
      v.record(
        v.string(),
        v.strictObject(
          {
            requests_per_day: v.optional(v.unknown()),
            keys: v.optional(v.unknown()),
            webhooks: v.optional(v.unknown()),
            debris_products: v.optional(v.unknown()),
            custom_shells: v.optional(v.unknown()),
            price: v.optional(v.unknown()),
            support: v.optional(v.unknown()),
          },
          'an object such as {"requests_per_day": 2000000}',
        ),
        'an object such as {"pro": {"requests_per_day": 2000000}}',
      ),
    ),
  },
  'an object such as {"port": 8787}',
)

/** Values of one source; every field is optional. */
export type Values = v.InferOutput<typeof schema>

/** Defaults. The default store is a file in the user's data folder; metrics are off. */
export const DEFAULTS = {
  port: 8_787,
  host: '127.0.0.1',
  trusted_hops: 0,
  log: 'auto',
  log_sample: 1,
  metrics_host: '127.0.0.1',
  workers: 1,
  drain_delay: '0s',
  jobs: true,
  open: false,
  prefetch: false,
  altitudes: '150-2000',
  keep_catalogues: 0,
  keep_series: 365,
  stale_if_error: '0s',
  key_prefix: 'sd_live_',
  limits: LIMITS,
  upstreams: {},
  webhooks: { allow_private: false } as { allow_private: boolean; secret?: string },
  alerts: [] as NonNullable<Values['alerts']>,
  tiers: {},
} satisfies Values
