import { groupThousands } from '@space-data/charts/text'
import type { Authorize } from '#accounts/keys/authorize'
import type { TierChanges } from '#accounts/quota/tiers'
import type { OperatorReceiver } from '#alerts/settings'
import type { WebhookSender } from '#alerts/webhooks/webhook-sender'
import { COMPAT_SETS, type CompatSet, isCompatList } from '#compat/sets'
import type { ReportPdf } from '#debris/reports/settings'
import type { Endpoint } from '#endpoint/endpoint'
import type { AnyFeature } from '#endpoint/feature'
import type { SigningKeys } from '#endpoint/signing/keys'
import type { Mirror } from '#host/mirror-option'
import type { Compressor } from '#http/compressor'
import type { NetworkLimits } from '#kit/environment'
import { InvalidOptionError, unknownName } from '#kit/errors'
import type { ServiceEvent } from '#kit/events'
import type { StoreBackend } from '#storage/backend'
import { type ProviderId, providers } from '#upstreams/providers'

/** Options of an instance; each has a default. */
export interface SpaceDataOptions<
  Own extends readonly Endpoint[] = readonly Endpoint[],
  Features extends readonly AnyFeature[] = readonly AnyFeature[],
> {
  /**
   * The features of the instance, from `@space-data/core/features`. Those that they need are added.
   * @default everything
   */
  readonly features?: Features
  /**
   * Store for keys, counts and cached responses.
   * @default memory(), which is empty after a restart
   */
  readonly store?: StoreBackend
  /**
   * The path under which every route is mounted, such as `/space`, in requests and in the OpenAPI document;
   * other paths respond with 404. Leave it out on a host that strips the prefix itself.
   */
  readonly base?: string
  /**
   * Sends the requests to the upstreams.
   * @default the host's `fetch`
   */
  readonly fetch?: typeof fetch
  /**
   * Returns the current time.
   * @default the system clock
   */
  readonly now?: () => Date
  /** Origins to use instead of the providers' own, by provider, such as proxies, mirrors or test servers. */
  readonly upstreams?: Partial<Record<ProviderId, string>>
  /**
   * Makes this instance a mirror of a central one: responses that need an upstream come from the central
   * instance, with unchanged bytes and times, under this instance's keys and quotas. `upstreams` then applies
   * only to `endpoints`, and `sourceNote` is ignored. Created by `mirrorOf` of `@space-data/core/mirror`.
   */
  readonly mirror?: Mirror
  /**
   * Your own endpoints in addition to the built-in ones, declared with `dataEndpoint` or `textEndpoint` of
   * `@space-data/core/endpoint`. A mirror serves them itself. Every instance on one store needs the same.
   * @default none
   */
  readonly endpoints?: Own
  /** Appended to every `source` label, such as `(sample)`: printable ASCII, as it is sent in a header. */
  readonly sourceNote?: string
  /**
   * Time after `valid_until` for which the last response is still served while its upstream fails, in
   * milliseconds. Such responses are marked `no-store` and have a negative `ttl` in `Cache-Status`. At most 7
   * days.
   * @default 0, and 7 days on a mirror
   */
  readonly staleIfErrorMs?: number
  /**
   * Maps a request to an account, instead of API keys of this service, for example by a session, your own
   * token or mTLS. Quotas, tiers and webhooks then belong to the returned account; `POST /v1/keys` does not
   * exist. It is called for every request to a path that needs a key, so it should be fast. Return
   * `undefined` for 401.
   * @default keys of this service
   */
  readonly authorize?: Authorize
  /**
   * Number of requests per UTC day that a network may send without a key, to data paths that a free key may
   * read, except streams. Further requests receive 429. With 0, these paths need a key. Needs the client's
   * `ip`. Cannot be combined with `authorize`, nor used on a mirror that needs no keys.
   * @default 0
   */
  readonly anonymous?: number
  /**
   * Name of the operator who issues, rotates and revokes keys through this instance, such as `ops@host`, for
   * the log of these operations.
   * @default 'operator'
   */
  readonly operator?: string
  /**
   * Command with which the operator issues a key. Clients on the same machine receive it with the 429 for a
   * second free key. Empty for no command.
   * @default 'space-data keys issue'
   */
  readonly issueCommand?: string
  /**
   * Prefix of a live key: 1 to 32 of A–Z a–z 0–9 _ -. Changing it invalidates every issued key.
   * @default 'sd_live_'
   */
  readonly keyPrefix?: string
  /**
   * Lowest and highest altitude of the shells in km, multiples of 10 from 100 to 5,000. Every instance on one
   * store needs the same.
   * @default { minKm: 150, maxKm: 2000 }
   */
  readonly altitudes?: { readonly minKm: number; readonly maxKm: number }
  /**
   * Number of days for which the element sets of the complete catalogue are kept, about 1.2 MB per day, for
   * the history of an object and for `at`. They cannot be fetched afterwards. Every instance and every run on
   * one store needs the same.
   * @default 0
   */
  readonly keepCatalogues?: number
  /**
   * Number of days for which the space weather history is kept, about 110 kB per day.
   * @default 365
   */
  readonly keepSeries?: number
  /**
   * Also serves the space weather history under `/hapi` by the HAPI specification, which has its own formats
   * and errors, for heliophysics clients.
   * @default false
   */
  readonly hapi?: boolean
  /**
   * Services whose paths are served in addition to our own, in their formats and without a key: `celestrak`,
   * `swpc`, `swpc-2025` for SWPC's files as they were until 2025, and `open-notify`. Clients only need a
   * different host name.
   * @default []
   */
  readonly compat?: readonly CompatSet[]
  /**
   * Sends bodies from 1 kB in brotli or gzip to clients that accept it, such as `nodeCompressor()` of
   * `@space-data/core/node`. Each body is compressed once, and kept with the response.
   * @default no compression, for hosts whose edge does it
   */
  readonly compress?: Compressor
  /**
   * Where to report a vulnerability, as a URI such as `mailto:security@space.example`; without it
   * `/.well-known/security.txt` is 404.
   */
  readonly securityContact?: string
  /**
   * Keys that sign responses with Ed25519, so that they can be verified after any mirrors and caches: a JWK
   * set, such as `JSON.parse(env.SIGNING_KEYS)`. Its newest private key signs; all public ones are listed at
   * `/.well-known/http-message-signatures-directory` until they expire. Not for mirrors.
   * @default responses are not signed
   */
  readonly signing?: SigningKeys
  /**
   * Limits for clients without a key, mostly per network: requests, speed-test bytes, free keys. 0 allows
   * nothing.
   */
  readonly limits?: Partial<NetworkLimits>
  /**
   * Changes to tiers, by name: some members of a built-in tier, or all members of a new one. Every instance
   * on one store needs the same.
   */
  readonly tiers?: TierChanges
  /** Offers webhooks to the tiers that include them. Without it `/v1/webhooks` does not exist. */
  readonly webhooks?: WebhookOptions
  /**
   * Renders the monthly debris report as PDF, such as `renderReportPdf` of `@space-data/core/report`. Without
   * it there are JSON, HTML and CSV.
   */
  readonly reportPdf?: ReportPdf
  /** The operator's own receivers of alerts, which need no key; requires `webhooks`. */
  readonly alerts?: readonly OperatorReceiver[]
  /**
   * Function called for every failure behind a 5xx response, every failing upstream and every store failure,
   * once each, independent of the number of affected requests. Errors that it throws are ignored.
   * @default console.error
   */
  readonly onError?: (error: unknown) => void
  /**
   * Function called for events that an operator counts: completed requests, upstream requests, ended jobs,
   * store outages. Requests of `handleAsOperator` are not counted. Without it, nothing is measured.
   */
  readonly onEvent?: (event: ServiceEvent) => void
}

/** Settings for signing and sending webhooks. */
export interface WebhookOptions {
  /**
   * Master secret of at least 32 characters, from which the secrets of all webhooks are derived; in a list,
   * the newest comes first. Anyone who has it can forge webhooks. If it is lost, all receivers need new
   * secrets.
   */
  readonly secret: string | readonly string[]
  /** Sends the requests, such as `nodeSender()` of `@space-data/core/node`. */
  readonly sender: WebhookSender
}

/** The expected type of an option. Ranges are checked where the option is used. */
interface Rule {
  readonly expected: string
  readonly accepts: (value: unknown) => boolean
  /**
   * Default of an option that is used unchanged as a setting. Other options are resolved in `createContext`.
   */
  readonly default?: unknown
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const anObject: Rule = { expected: 'an object', accepts: isObject }
const objectWith = (expected: string, ...members: readonly string[]): Rule => {
  return { expected, accepts: (value) => isObject(value) && members.every((name) => name in value) }
}
const aList = (expected: string): Rule => ({ expected, accepts: Array.isArray })
const ofType = (type: 'string' | 'function' | 'number', expected: string): Rule => {
  return { expected, accepts: (value) => typeof value === type }
}
const days = (min: number, max: number): Rule => {
  const isInRange = (value: unknown) => Number(value) >= min && Number(value) <= max
  return {
    expected: `a whole number of days from ${min} to ${groupThousands(max)}`,
    accepts: (value) => Number.isInteger(value) && isInRange(value),
  }
}

const RULES = {
  features: {
    expected: 'a list of features of @space-data/core/features',
    accepts: (value) => Array.isArray(value) && value.every((each) => isObject(each) && 'name' in each),
  },
  store: anObject,
  base: ofType('string', 'a path such as /space'),
  fetch: ofType('function', 'a function like fetch'),
  now: ofType('function', 'a function that returns a Date'),
  upstreams: anObject,
  mirror: objectWith('mirrorOf({ … }) of @space-data/core/mirror', 'connect'),
  endpoints: aList('a list of endpoints, each made by dataEndpoint or textEndpoint'),
  sourceNote: ofType('string', 'a text such as (sample)'),
  staleIfErrorMs: ofType('number', 'a number of milliseconds'),
  authorize: ofType('function', 'a function that returns { account, tier } or undefined'),
  anonymous: {
    expected: 'a whole number of requests per day from 0 to 1,000,000',
    accepts: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 1e6,
    default: 0,
  },
  operator: { ...ofType('string', 'a text such as ops@host'), default: 'operator' },
  issueCommand: {
    ...ofType('string', 'a text such as space-data keys issue'),
    default: 'space-data keys issue',
  },
  keyPrefix: ofType('string', 'a text such as sd_live_'),
  altitudes: objectWith('an object { minKm, maxKm }', 'minKm', 'maxKm'),
  securityContact: ofType('string', 'a URI such as mailto:security@space.example'),
  keepCatalogues: { ...days(0, 400), default: 0 },
  keepSeries: { ...days(1, 36_500), default: 365 },
  hapi: { expected: 'true or false', accepts: (value) => typeof value === 'boolean', default: false },
  compat: { expected: `a list of ${COMPAT_SETS.join(', ')}`, accepts: isCompatList, default: [] },
  compress: ofType('function', 'a function such as nodeCompressor()'),
  signing: anObject,
  webhooks: objectWith('an object { secret, sender }', 'secret', 'sender'),
  reportPdf: ofType('function', 'a function that returns a PDF'),
  alerts: aList('a list of { url, types }'),
  limits: anObject,
  tiers: anObject,
  onError: ofType('function', 'a function'),
  onEvent: ofType('function', 'a function'),
} satisfies Readonly<Record<keyof SpaceDataOptions, Rule>>

/** The options that are used unchanged as settings, with a default. */
export type PlainSettings = {
  readonly [Name in keyof typeof RULES as (typeof RULES)[Name] extends { readonly default: unknown }
    ? Name
    : never]: NonNullable<SpaceDataOptions[Name]>
}

/** Returns the options that are used unchanged as settings, or their defaults. */
export function plainSettings(options: SpaceDataOptions): PlainSettings {
  const settings = Object.entries<Rule>(RULES).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, options[name as keyof SpaceDataOptions] ?? value]],
  )
  return Object.fromEntries(settings)
}

/**
 * Checks options at run time, for callers from JavaScript.
 * @throws InvalidOptionError for an unknown option, a value of the wrong type, an unknown provider or an
 *   origin that is no URL.
 */
export function assertOptions(options: SpaceDataOptions): void {
  if (!isObject(options)) throw new InvalidOptionError('createSpaceData expects an object of options')
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(RULES, name)) throw unknownName('option', name, Object.keys(RULES))
    const { accepts, expected } = RULES[name as keyof SpaceDataOptions]
    if (value !== undefined && !accepts(value))
      throw new InvalidOptionError(`${name} must be ${expected}, not ${shown(value)}`)
  }
  for (const [provider, origin] of Object.entries(options.upstreams ?? {})) {
    if (!Object.hasOwn(providers, provider)) throw unknownName('upstream', provider, Object.keys(providers))
    if (origin !== undefined && !isHttpUrl(origin)) {
      throw new InvalidOptionError(`upstreams.${provider} must be an http or https URL`)
    }
  }
}

function isHttpUrl(text: unknown): boolean {
  return typeof text === 'string' && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function shown(value: unknown): string {
  return typeof value === 'string'
    ? JSON.stringify(value.slice(0, 40))
    : Array.isArray(value)
      ? 'an array'
      : typeof value
}
