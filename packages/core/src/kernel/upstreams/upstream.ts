import type { MaybePromise } from '#kernel/kit/maybe-promise'
import type { ProblemName } from '#kernel/kit/problem'
import type { OnRows } from '#kernel/upstreams/parse/rows'
import type { FeedProvider } from '#kernel/upstreams/providers'

/**
 * Declares one feed of one provider: its location, its parser, and the maximum age of its values.
 *
 * An endpoint uses a feed through `fromFeed`, `fromFeeds` or `fromMeasurement`; `/status`, `/ref/sources` and
 * the weekly check then list it, with its fallbacks. `id`, `provider`, `label`, `target`, `probeParams`,
 * `parse`, `newestAt` and `cadenceMs` are required.
 *
 * @typeParam Params Parameters of a request, such as a catalogue number; `unknown` for feeds without
 *   parameters.
 * @typeParam Value Return type of `parse`.
 * @example
 * export const radioFlux = upstream<unknown, { at: number; flux: number }>({
 *   id: 'swpc-radio-flux',
 *   provider: 'swpc',
 *   label: '10.7 cm radio flux',
 *   target: () => '/json/f107_cm_flux.json',
 *   probeParams: undefined,
 *   parse: parseRadioFlux,
 *   newestAt: ({ at }) => at,
 *   cadenceMs: hours(24),
 * })
 */
export interface Upstream<Params, Value> {
  /** Stable identifier, shown on `/status`, such as `swpc-kp-1m`. */
  readonly id: string
  /** Id of a built-in provider, or the declaration of another. */
  readonly provider: FeedProvider
  /** Name of the data. Responses have it in `source`, after the name of the provider. */
  readonly label: string
  /** Licence or citation that the provider requires. Responses have it in `source`, in parentheses. */
  readonly credit?: string
  /**
   * Returns path and query below the provider's origin; `at` is the time of the request in epoch
   * milliseconds.
   */
  readonly target: (params: Params, at: number) => string
  /** Sends the request instead of the host's `fetch`. */
  readonly send?: (url: string, init: RequestInit, params: Params) => Promise<Response>
  /** Parameters of the weekly check: the provider must always have data for them. */
  readonly probeParams: Params
  /**
   * Parses the decoded body. Throws a ShapeError for a body of the wrong shape; any other error counts as an
   * unreadable body.
   *
   * @param at Time of the request in epoch milliseconds.
   * @param listeners Receive further content of the body.
   */
  readonly parse: (body: string, at: number, listeners?: ParseListeners) => Value
  /** Series whose rows the bodies contain, which are recorded. @internal */
  readonly seriesId?: string
  /** Returns the newest instant that the value refers to, in epoch milliseconds; `null` if it has none. */
  readonly newestAt: (value: Value) => number | null
  /**
   * Returns whether `value` is an older copy of the feed than `cached`, which is then kept until it expires.
   * Omit it for measurements (`maxAgeMs` covers them) and for lists that entries leave again.
   *
   * @param at Time of the request in epoch milliseconds.
   */
  readonly isOlderCopy?: (value: Value, cached: Value, at: number) => boolean
  /**
   * Returns the reason why a valid body may still be incomplete, such as the loss of a fifth of its objects.
   * It is accepted when the next fetch returns the same, or according to `confirmedBy`.
   */
  readonly checkPlausibility?: (value: Value, cached: Value | undefined) => Implausibility | undefined
  /** Maximum age at which the newest value is served as current, in milliseconds. Omit it for lists. */
  readonly maxAgeMs?: number
  /** Update interval of the provider, in milliseconds. A value older than three cadences is late. */
  readonly cadenceMs: number
  /**
   * Validity of a stored value, in milliseconds. @default The longest TTL of the endpoints that use the feed.
   */
  readonly validMs?: number
  /** Maximum size of the decoded body in bytes. @default 4 MiB */
  readonly maxBytes?: number
  /** Timeout for the whole response in milliseconds. @default 10 s */
  readonly timeoutMs?: number
  /** Feed used when this one fails or is late. Its value has the same meaning. */
  readonly fallback?: Upstream<Params, Value>
  /**
   * Whether the fallback is also requested for its history when the history of this feed has a gap of more
   * than ten minutes.
   * @internal
   */
  readonly fillsGaps?: boolean
  /** Request limits of the provider. */
  readonly budgets?: (params: Params) => readonly Budget[]
  /**
   * Interprets responses whose status is not sufficient; `undefined` falls back to the default.
   *
   * @default 200 is parsed, 304 confirms the cached copy, everything else is an error.
   */
  readonly interpretResponse?: (response: UpstreamResponse) => UpstreamVerdict | undefined
  /** Problem that clients receive when the provider has no such record. @default 'not_found' */
  readonly problemIfAbsent?: ProblemName
}

/** A feed whose response headers also contain data. */
export interface UpstreamWithHeaders<Params, Value> extends Omit<Upstream<Params, Value>, 'parse'> {
  /**
   * Parses a response of status 200, or of a 304 and the cached copy. Throws or rejects as `parse` throws.
   */
  readonly parseResponse: (
    response: UpstreamResponse,
    request: RequestWithResponse<Params, Value>,
  ) => MaybePromise<Value>
}

/** The request that belongs to a response. */
interface RequestWithResponse<Params, Value> {
  readonly params: Params
  /** Epoch milliseconds. */
  readonly at: number
  /** The cached copy. */
  readonly cached: Value | undefined
}

/** A feed of either kind. */
export type AnyUpstream<Params, Value> = Upstream<Params, Value> | UpstreamWithHeaders<Params, Value>

/** Measured values of one instant. */
export interface Row {
  /** Epoch milliseconds. */
  readonly at: number
  /** `null` for a quantity that was not measured; at least one value is a number. */
  readonly values: Readonly<Record<string, number | null>>
  /** The instrument, such as `SOLAR1` or `GOES-18`; `null` if the feed does not name it. */
  readonly instrument: string | null
}

/** The rows of one response. */
export interface Rows {
  /** Id of the feed. */
  readonly feed: string
  /** Epoch milliseconds. */
  readonly fetchedAt: number
  /** Rows in any order. */
  readonly rows: readonly Row[]
}

/** Receivers of further results of a parser. */
export interface ParseListeners {
  /** Receives the rows of `seriesId` in the body, if it has any, with every column; at most once, in any order. */
  readonly onHistory?: (rows: readonly Row[]) => void
  /** Receives the number of rows and the unusable ones, as counted by `readRows`. */
  readonly onRows?: OnRows
}

/** The reason why a body is not accepted yet. */
export interface Implausibility {
  /** Description in our own words, without content of the body. */
  readonly reason: string
  /** Numbers that are compared with the numbers of the next fetch. */
  readonly figures: readonly number[]
  /**
   * Condition of acceptance: the same result from the next fetch, or from three fetches over at least a day.
   * @default 'once'
   */
  readonly confirmedBy?: 'once' | 'overADay'
}

/**
 * Allows at most `calls` requests in any span of `perMs` milliseconds, across all processes that share a
 * store.
 */
export interface Budget {
  readonly name: string
  readonly calls: number
  readonly perMs: number
}

/** A response whose body has been read. */
export interface UpstreamResponse {
  readonly status: number
  /** Returns the value of a header. */
  readonly header: (name: string) => string | null
  readonly body: string
}

/**
 * Meaning of a response. `not-modified`: the cached copy is confirmed. `absent`: the record does not exist.
 * `stop`: no request is sent to this provider for `forMs` milliseconds.
 */
export type UpstreamVerdict =
  | { readonly is: 'not-modified' }
  | { readonly is: 'absent' }
  | { readonly is: 'stop'; readonly forMs: number; readonly because?: string }

/** A value with its provenance. */
export interface Pulled<Value> {
  readonly value: Value
  /** Id of the feed that returned it: the requested one, or a fallback. */
  readonly feed: string
  /** Provenance label, such as `NOAA SWPC planetary K index (1 minute)`. */
  readonly source: string
  /** Time at which the provider returned or confirmed it, in epoch milliseconds. */
  readonly fetchedAt: number
  /** Share of unusable rows in the body, 0 to 1; 0 if rows are not counted. @default 0 */
  readonly unusableShare?: number
  /** Whether it is an older copy of the cached one. */
  readonly isOlder?: boolean
}

/** A feed of measurements: only the newest value counts, and only while it is younger than `maxAgeMs`. */
export type Measured<Value> = Upstream<unknown, Value> & { readonly maxAgeMs: number }

/** Declares a feed. Returns the declaration, with its types inferred. */
export function upstream<Params, Value>(declaration: Upstream<Params, Value>): Upstream<Params, Value> {
  return declaration
}

/** Declares a feed of measurements, whose `maxAgeMs` is required. */
export function measured<Value>(declaration: Measured<Value>): Measured<Value> {
  return declaration
}
