import { defaultLimits, providers } from '@space-data/core'
import * as v from 'valibot'
import { altitudesOf, msOf, rangesOf } from '#given'
import { LOG_FORMATS } from '#log/log'

/** Every message says what the field takes: a complaint is `<where> takes <message>, not <value>`. */
const whole = (least: number, most: number) => {
  const words = `a whole number from ${least} to ${most}`
  return v.pipe(v.number(words), v.integer(words), v.minValue(least, words), v.maxValue(most, words))
}
const text = (words: string, isGood: (value: string) => boolean) =>
  v.pipe(v.string(words), v.check(isGood, words))

const origin = text(
  'an http or https address without a query or a user name, such as http://127.0.0.1:9000',
  (value) => {
    const url = URL.canParse(value) ? new URL(value) : undefined
    const isPlain = url && !url.search && !url.hash && !url.username && !url.password
    return isPlain === true && /^https?:$/.test(url.protocol)
  },
)

/** The limits of the core with their defaults, as a file names them: `reference_per_minute`. */
const LIMITS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(defaultLimits).map(([name, limit]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    limit,
  ]),
)
/** No free keys at all is something to wish for; no requests at all is not. */
const leastOf = (limit: string) => (/^issuance_per_(day|ip)/.test(limit) ? 0 : 1)

const WEEK_MS = 7 * 86_400_000

/**
 * What can be configured. A field without members is also the flag `--trusted-hops` where a command has it, and the variable
 * `SPACE_DATA_TRUSTED_HOPS`; of `limits` and `upstreams` each member is a variable.
 */
export const schema = v.strictObject(
  {
    store: v.optional(text('memory:, sqlite:PATH or redis://HOST', (value) => value !== '')),
    port: v.optional(whole(0, 65_535)),
    host: v.optional(text('an address, such as 127.0.0.1 or ::', (value) => value !== '')),
    trusted_hops: v.optional(whole(0, 32)),
    trusted_proxies: v.optional(
      text(
        'addresses of proxies with commas between them, such as 10.0.0.0/8,192.0.2.1',
        (value) => rangesOf(value) !== undefined,
      ),
    ),
    log: v.optional(v.picklist(LOG_FORMATS, 'auto, pretty, json or off')),
    metrics_port: v.optional(whole(0, 65_535)),
    metrics_host: v.optional(text('an address, such as 127.0.0.1 or ::', (value) => value !== '')),
    jobs: v.optional(v.boolean('true or false')),
    mirror: v.optional(origin),
    mirror_key_file: v.optional(text('the path of a file', (value) => value !== '')),
    open: v.optional(v.boolean('true or false')),
    prefetch: v.optional(v.boolean('true or false')),
    altitudes: v.optional(
      text(
        'two multiples of 10 from 100 to 5000 such as 150-2000',
        (value) => altitudesOf(value) !== undefined,
      ),
    ),
    stale_if_error: v.optional(
      text(
        'a duration of at most 7d such as 2d, 12h, 30m or 0s',
        (value) => (msOf(value) ?? WEEK_MS + 1) <= WEEK_MS,
      ),
    ),
    key_prefix: v.optional(
      text('1 to 32 of A–Z a–z 0–9 _ -, such as sd_live_', (value) => /^[\w-]{1,32}$/.test(value)),
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
    // What the members take is the core's to say: it knows the tiers.
    tiers: v.optional(
      v.record(
        v.string(),
        v.strictObject(
          {
            requests_per_day: v.optional(v.unknown()),
            keys: v.optional(v.unknown()),
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

/** What one source may say: any part of it. */
export type Values = v.InferOutput<typeof schema>

/** What holds where nobody says otherwise; the store is then a file in the user's data folder, and there are no metrics. */
export const DEFAULTS = {
  port: 8_787,
  host: '127.0.0.1',
  trusted_hops: 0,
  log: 'auto',
  metrics_host: '127.0.0.1',
  jobs: true,
  open: false,
  prefetch: false,
  altitudes: '150-2000',
  stale_if_error: '0s',
  key_prefix: 'sd_live_',
  limits: LIMITS,
  upstreams: {},
  tiers: {},
} satisfies Values
