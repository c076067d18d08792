import type { Authorize } from '#kernel/accounts/keys/authorize'
import type { Compressor } from '#kernel/http/compressor'
import type { ServiceEvent } from '#kernel/kit/events'
import type { Signer } from '#kernel/kit/signer'
import type { Store } from '#kernel/storage/store'

/** Impure functions and the operator's options, from which the services of an instance are built. */
export interface Environment<S extends Settings = Settings> {
  readonly fetch: typeof fetch
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly store: Store
  readonly settings: S
  /** Function called with every failure that clients see only as a code, or not at all. Never throws. */
  readonly onError: (error: unknown) => void
  /** Function called with every event for metrics and logs. Never throws. */
  readonly onEvent: (event: ServiceEvent) => void
}

/** The operator's options for the kernel, with defaults applied. Features add theirs. */
export interface Settings {
  /** Requests per UTC day of a network without a key; 0 if all paths with data need a key. */
  readonly anonymous: number
  /** Name of the operator in the log of operations on keys. */
  readonly operator: string
  /** Command with which the operator issues a key; may be empty. */
  readonly issueCommand: string
  /** Path prefix of every URL, such as `/space`; may be empty. */
  readonly base: string
  /** Origins that replace the providers' origins, by provider id. */
  readonly upstreamOrigins: Readonly<Record<string, string>>
  /** Whether this instance is a mirror: it sends requests only to a central instance, never to providers. */
  readonly mirror: boolean
  /** Suffix of every `source` label, such as `(sample)`; may be empty. */
  readonly sourceNote: string
  /** Identifies the set of upstream origins, and separates the data of different sets in a store. */
  readonly originsId: string
  /**
   * Time after its expiry for which the last good response is served while its upstream fails, in
   * milliseconds.
   */
  readonly staleIfErrorMs: number
  /** Maps a request to an account; absent when API keys are used. */
  readonly authorize?: Authorize | undefined
  /** Prefix of new keys, such as `sd_live_`. */
  readonly keyPrefix: string
  readonly limits: NetworkLimits
  readonly tiers: Tiers
  /** URI at which to report vulnerabilities; absent if there is none. */
  readonly securityContact?: string | undefined
  /** Signs responses; absent if responses are not signed. */
  readonly signer?: Signer | undefined
  /** Compresses responses; absent if the platform does, as on Workers. */
  readonly compress?: Compressor | undefined
}

/** Limits and terms of a tier. */
export interface Tier {
  /** Counted requests per UTC day of an account; `null` if unlimited. */
  readonly requestsPerDay: number | null
  /** Maximum number of keys of an account; `null` if not specified. */
  readonly keys: number | null
  /** Maximum number of webhooks of an account; 0 for none. */
  readonly webhooks: number
  /** Whether the debris feed, the shells of earlier days and the monthly report are included. */
  readonly debrisProducts: boolean
  /** Maximum number of custom shells of an account; 0 for none. */
  readonly customShells: number
  /** Price as shown to users, such as `29 per month`. */
  readonly price: string
  /** Support as shown to users. */
  readonly support: string
}

/** The tiers by name, the built-in ones first; always includes `free`. */
export type Tiers = ReadonlyMap<string, Tier>

/** Limits on requests without a key, per network unless stated otherwise; 0 allows none. */
export interface NetworkLimits {
  /** Requests for TLE groups and for `/ref`, per minute. */
  readonly referencePerMinute: number
  /** Requests for `/`, `/status` and `/openapi.json` together, per minute. */
  readonly publicPerMinute: number
  /** Megabytes (10^6 bytes) of responses of more than 100 kB on paths without a key, per hour. */
  readonly publicMegabytesPerHour: number
  /**
   * Requests to the HAPI server below `/hapi/`, per minute. A request for records counts once per day of
   * data.
   */
  readonly hapiPerMinute: number
  /**
   * Units of 50 ms of CPU time for computed responses, per minute and IPv4 /24 or IPv6 /48. A response that
   * takes more than the limit counts as the whole limit.
   */
  readonly computedPerMinute: number
  /** Responses with 401, and with 404 or 410 for unknown paths, per minute. */
  readonly refusedPerMinute: number
  /** Requests to the speed test, per minute. */
  readonly speedtestPerMinute: number
  /** Megabytes (10^6 bytes) of the speed test in both directions, per hour. */
  readonly speedtestMegabytesPerHour: number
  /** Concurrent transfers of the speed test per process; one network may use at most a quarter of them. */
  readonly speedtestTransfers: number
  /** Attempts to get a free key, per hour. */
  readonly issuancePerHour: number
  /** Free keys that the whole service issues per UTC day. */
  readonly issuancePerDay: number
  /** Free keys per UTC day for an IPv4 address. */
  readonly issuancePerIpv4: number
  /** Free keys per UTC day for an IPv4 /24. */
  readonly issuancePerIpv4Net24: number
  /** Free keys per UTC day for an IPv6 /64. */
  readonly issuancePerIpv6Net64: number
  /** Free keys per UTC day for an IPv6 /56. */
  readonly issuancePerIpv6Net56: number
  /** Free keys per UTC day for an IPv6 /48. */
  readonly issuancePerIpv6Net48: number
  /** Free keys per UTC day for an IPv6 /32. */
  readonly issuancePerIpv6Net32: number
}
