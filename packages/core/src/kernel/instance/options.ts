import type { Authorize } from '#kernel/accounts/keys/authorize'
import type { TierChanges } from '#kernel/accounts/quota/tiers'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import type { AnyFeature } from '#kernel/endpoint/feature'
import type { Compressor } from '#kernel/http/compressor'
import type { Mirror } from '#kernel/instance/mirror-option'
import type { NetworkLimits } from '#kernel/kit/environment'
import { InvalidOptionError, unknownName } from '#kernel/kit/errors'
import type { ServiceEvent } from '#kernel/kit/events'
import {
  aList,
  anObject,
  isObject,
  type OptionRule,
  objectWith,
  ofType,
  wholeNumber,
} from '#kernel/kit/option-rules'
import type { StoreBackend } from '#kernel/storage/backend'
import { type ProviderId, providers } from '#kernel/upstreams/providers'

/** Options of an instance that belong to none of its features; each has a default. */
export interface KernelOptions<
  Own extends readonly Endpoint[] = readonly Endpoint[],
  Features extends readonly AnyFeature[] = readonly AnyFeature[],
> {
  /**
   * The features of the instance, from `@space-data/core/features`, such as
   * `[...specification, alerts, webhooks]`. Those that they need are added. `everything` is what
   * `space-data serve` serves.
   * @default specification
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
   * Limits for clients without a key, mostly per network: requests, speed-test bytes, free keys. 0 allows
   * nothing.
   */
  readonly limits?: Partial<NetworkLimits>
  /**
   * Changes to tiers, by name: some members of a built-in tier, or all members of a new one. Every instance
   * on one store needs the same.
   */
  readonly tiers?: TierChanges
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

/** The rules of the options of the kernel. */
export const KERNEL_OPTIONS = {
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
  anonymous: { ...wholeNumber('requests per day', 0, 1e6), default: 0 },
  operator: { ...ofType('string', 'a text such as ops@host'), default: 'operator' },
  issueCommand: {
    ...ofType('string', 'a text such as space-data keys issue'),
    default: 'space-data keys issue',
  },
  keyPrefix: ofType('string', 'a text such as sd_live_'),
  securityContact: ofType('string', 'a URI such as mailto:security@space.example'),
  compress: ofType('function', 'a function such as nodeCompressor()'),
  limits: anObject,
  tiers: anObject,
  onError: ofType('function', 'a function'),
  onEvent: ofType('function', 'a function'),
} as const satisfies Readonly<Record<keyof KernelOptions, OptionRule>>

/** The options of the kernel that are used unchanged as settings. */
export type PlainSettings = {
  readonly [Name in keyof typeof KERNEL_OPTIONS as (typeof KERNEL_OPTIONS)[Name] extends {
    readonly default: unknown
  }
    ? Name
    : never]: NonNullable<KernelOptions[Name]>
}

/**
 * Checks the origins of providers at run time.
 * @throws InvalidOptionError for an unknown provider, and for an origin that is no URL.
 */
export function assertOrigins(upstreams: KernelOptions['upstreams'] = {}): void {
  for (const [provider, origin] of Object.entries(upstreams)) {
    if (!Object.hasOwn(providers, provider)) throw unknownName('upstream', provider, Object.keys(providers))
    if (origin !== undefined && !isHttpUrl(origin)) {
      throw new InvalidOptionError(`upstreams.${provider} must be an http or https URL`)
    }
  }
}

function isHttpUrl(text: unknown): boolean {
  return typeof text === 'string' && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
