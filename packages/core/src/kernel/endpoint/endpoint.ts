import type { GenericSchema } from 'valibot'
import * as v from 'valibot'
import type { AccountServices } from '#kernel/accounts/services'
import type { Cost } from '#kernel/endpoint/cost'
import type { RawRequest, RawResponse } from '#kernel/endpoint/http-message'
import type { Method, Publication } from '#kernel/endpoint/publication/publication'
import type { Representation } from '#kernel/endpoint/representation'
import type { Settings, Tier } from '#kernel/kit/environment'
import type { Incidents } from '#kernel/kit/incidents'
import type { MaybePromise } from '#kernel/kit/maybe-promise'
import type { ProblemName } from '#kernel/kit/problem'
import type { Stop } from '#kernel/kit/schedule'
import type { CacheResult } from '#kernel/storage/cache/snapshot'
import type { UpstreamContext } from '#kernel/upstreams/context'
import type { Feed } from '#kernel/upstreams/feed'

/**
 * Who may send requests: `key`, accounts within a daily quota; `optional_key`, accounts and, if the instance
 * allows anonymous access, networks without a key within a daily quota; `open`, anyone without limit; all
 * others, networks within a rate limit.
 */
export type Access =
  | 'key'
  | 'optional_key'
  | 'reference'
  | 'public'
  | 'hapi'
  | 'speedtest'
  | 'issuance'
  | 'open'

/** Returns whether an endpoint reads the key of a request, whether it is required or not. */
export function takesKey(access: Access): access is 'key' | 'optional_key' {
  return access === 'key' || access === 'optional_key'
}

/**
 * Returns an endpoint for an instance that does or does not allow anonymous access. Without it, a key is
 * required. A key is always required if a tier must include the path.
 */
export function withOptionalKey(endpoint: Endpoint, isAllowed: boolean): Endpoint {
  const isOptional = isAllowed && !endpoint.isIncludedIn
  return endpoint.access === 'optional_key' && !isOptional ? { ...endpoint, access: 'key' } : endpoint
}

/**
 * Returns whether only pages of this site may use a path from a browser: there are no CORS headers, and
 * cross-site requests are rejected.
 */
export function isForOwnSite({ access }: AnyEndpoint): boolean {
  return access === 'issuance'
}

/** Returns whether successful responses stay open and send events. */
export function isStream({ success }: Pick<AnyEndpoint, 'success'>): boolean {
  return 'text/event-stream' in success.content
}

/**
 * One path and method of the API. Routing, validation, documentation and tests are derived from it.
 * @typeParam In The context that it takes: the kernel's or its feature's.
 */
export interface Endpoint<In extends Context = Context> {
  readonly method: Method
  /** Path template with parameters in braces, such as `/v1/objects/{norad_id}`. */
  readonly path: string
  /** Unique name of the operation, verb first, such as `getKp`. Generated clients use it as method name. */
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  /** Groups paths in the documentation. */
  readonly tag: string
  readonly access: Access
  /** Cost of creating one response. @default 'shared' */
  readonly cost?: Cost
  /** Whether it concerns the account of the key, and therefore requires a key even if other paths do not. */
  readonly isOfAccount?: boolean
  /** Whether a stream ticket in the query replaces the key. @internal */
  readonly takesTicket?: boolean
  /**
   * Returns whether a tier includes it; absent for all tiers. Keys of other tiers receive 403
   * `tier_required`.
   */
  readonly isIncludedIn?: (tier: Tier) => boolean
  /** Whether its responses are signed, if the instance signs. */
  readonly isSigned?: boolean
  /** Validity of a response, in milliseconds; absent if it is never cached. */
  readonly ttlMs?: number
  /**
   * Validity of a response about the past, if that is longer than `ttlMs`. A response with this validity is
   * final.
   */
  readonly maxTtlMs?: number
  /** Whether its path is also valid with a slash at its end. Default: false. @internal */
  readonly hasSlash?: boolean
  /**
   * Creates the OpenAPI document of endpoints. Endpoints of a host include it, so that they are checked when
   * they are added, and a start without such endpoints need not load it. @internal
   */
  readonly describe?: (endpoints: readonly Endpoint[]) => object
  /** The feeds that requests read. @internal */
  readonly upstreams: readonly Feed[]
  /** The feeds that a job reads for it. @internal */
  readonly jobUpstreams?: readonly Feed[]
  readonly pathParameters: Parameters
  readonly queryParameters: Parameters
  /** Values of path parameters that are known in advance; a mirror requests them before clients do. @internal */
  readonly known?: Readonly<Record<string, readonly unknown[]>>
  /**
   * Rejects checked parameters for which there are no data, so that a mirror sends no request for them.
   * @throws Problem
   * @internal
   */
  readonly check?: (params: Readonly<Record<string, unknown>>) => void
  /** Query for its example, if no single parameter is required, but one of several. @internal */
  readonly exampleQuery?: string
  /** Schema of the JSON body; `bytes` for any body or none; absent if a body is ignored. */
  readonly requestBody?: GenericSchema | 'bytes'
  /** Request headers that the endpoint itself reads, by name; all are optional. */
  readonly requestHeaders?: Parameters
  readonly success: Success
  /**
   * Format of its own for rejected requests. The query is then passed unchecked, and the endpoint checks it.
   * @internal
   */
  readonly refusals?: {
    /** Meaning of each HTTP status. */
    readonly statuses: Readonly<Record<number, string>>
    /** The body of all of these responses. */
    readonly body: GenericSchema
    /** Media type of the body. @default 'application/json' */
    readonly type?: string
  }
  /** Messages that it makes the service send to receivers. */
  readonly messages?: () => readonly WebhookMessage[]
  /** Error codes in addition to those implied by access, method and parameters. */
  readonly problems: readonly ProblemName[]
  /** Returns whether an instance with these settings has this path. Default: always. @internal */
  readonly isOffered?: (settings: In['settings']) => boolean
  /**
   * Whether its data come from providers, so that a mirror serves copies of its central instance's responses.
   * @internal
   */
  readonly isMirrored?: boolean
  /** The recorded series whose rows it serves. A mirror stores complete UTC days of it. @internal */
  readonly recorded?: readonly RecordedPart[]
  /**
   * Returns the value of the parameter `format` that `Accept` stands for, if the request has none; `undefined`
   * for the default format. Absent if the response does not depend on `Accept`.
   * @throws Problem `not_acceptable`
   * @internal
   */
  readonly formatOf?: (accept: string | null) => string | undefined
  /** Its row of the table of published operations. @internal */
  readonly publication?: Publication
  /**
   * Selection of a part of the unfiltered response by query parameters. A mirror stores the unfiltered
   * response.
   * @internal
   */
  readonly selection?: Selection
  /** Serves a request whose parameters are checked. @internal */
  readonly respond: (call: EndpointCall<In>) => MaybePromise<Reply>
}

/** An endpoint of any feature. */
export type AnyEndpoint = Endpoint<never>

/** A type of message sent to receivers of webhooks. */
export interface WebhookMessage {
  /** Dotted name, such as `geomagnetic.storm_started`. */
  readonly type: string
  /** One sentence that describes when it is sent. */
  readonly summary: string
  /** Schema of the body. */
  readonly message: GenericSchema
}

/** A recorded series whose columns are columns of a payload. */
export interface RecordedPart {
  /** Id of the series. */
  readonly id: string
  /** Name in the payload by name in the series. */
  readonly names: Readonly<Record<string, string>>
  /**
   * Prefix of the labels of its feeds in the provenance, which distinguishes them from the labels of other
   * parts.
   */
  readonly label: string
}

/** Selection of a part of a response by query parameters. */
export interface Selection {
  /** Returns the parameters of the unfiltered response; none for the response without parameters. */
  readonly wholeOf: (params: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  /** Returns the selected part of that response. */
  readonly select: (
    whole: ServedRepresentation,
    params: Readonly<Record<string, unknown>>,
    context: Context,
  ) => MaybePromise<ServedRepresentation>
}

/** Returns the names of the query parameters that a request must have. */
export function requiredQuery({ queryParameters }: Pick<AnyEndpoint, 'queryParameters'>): string[] {
  return Object.keys(queryParameters).filter(
    (name) => !v.is(queryParameters[name] as GenericSchema, undefined),
  )
}

/** Schemas by parameter name; each takes the text of the request. */
export type Parameters = Readonly<
  Record<string, GenericSchema<string, unknown> | GenericSchema<string | undefined, unknown>>
>

/**
 * The success response, for the OpenAPI document.
 *
 * @public The types of the table name it.
 */
export interface Success {
  readonly status: 200 | 201 | 202 | 204
  readonly description: string
  /** Schema by media type, `null` for a body without one (text, bytes); empty for no body. */
  readonly content: Readonly<Record<string, GenericSchema | null>>
  /** Headers in addition to the common ones, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>
  /** Headers that only some of the media types have, with their descriptions. */
  readonly optionalHeaders?: Readonly<Record<string, string>>
}

/** The input of an endpoint's `respond`. */
export interface EndpointCall<In extends Context = Context> {
  readonly params: Readonly<Record<string, unknown>>
  readonly request: RawRequest
  readonly context: In
  /** Epoch milliseconds. */
  readonly now: number
  /**
   * Whether the request comes from a client, whose computations are limited, and not from the service itself.
   * @default false
   */
  readonly isOfClient?: boolean
  /** Account of the key; absent without one. */
  readonly account?: string | undefined
  /** Name of the network for which a request without a key is counted; absent if it is not counted. */
  readonly network?: string | undefined
  /** Id of the key; absent without one. */
  readonly keyId?: string | undefined
  /** Tier of the key; absent without one. */
  readonly tier?: string | undefined
}

/** An instance: its environment, and the services of the kernel, created once. Features add theirs. */
export interface Context<S extends Settings = Settings> extends UpstreamContext<S> {
  /** The endpoints, once they are declared. */
  readonly table: EndpointTable
  readonly incidents: Incidents
  /** The schedules of this instance, which end when it is closed. */
  readonly stops: Stops
  /** Read the state of the features for `/status`, without sending a request. They reject as the store does. */
  readonly health: readonly (() => Promise<Health>)[]
  /** Changes when pages must show new data of a feature at once. */
  readonly version: () => string
  /** Loads the data that `/readyz` waits for. Never rejects. */
  readonly loadFirstData: () => Promise<unknown>
  readonly accounts: AccountServices
}

/** Functions that stop the schedules of an instance. */
export interface Stops {
  /** Adds a function and returns it. */
  add(stop: Stop): Stop
  /** Stops all schedules. */
  all(): Promise<void>
}

/** The state of a feature. */
export interface Health {
  /** Members of the status report by name. */
  readonly members: Readonly<Record<string, unknown>>
  /** Whether the service is degraded because of it. @default false */
  readonly isFailing?: boolean
  /** Loads what the status page shows of it, a `ShownHealth`. */
  readonly shown?: () => Promise<object>
}

/** The endpoints of an instance. Its services exist before them, so the table is filled once they are made. */
export interface EndpointTable {
  /** Fills the table. By default, all declared endpoints are offered. */
  fill(offered: readonly Endpoint[], declared?: readonly Endpoint[]): void
  /** The endpoints that the features and the host declare. */
  readonly declared: readonly Endpoint[]
  /** The endpoints that the instance offers, as it serves them. */
  readonly offered: readonly Endpoint[]
  /**
   * Returns the GET endpoint of a path as this instance serves it: on a mirror, from its copies.
   *
   * @throws TypeError if the instance does not offer it.
   */
  find(path: string): Endpoint
}

/** A snapshot from the cache, or a response that is never cached. */
export type Reply = ServedRepresentation | RawResponse

export interface ServedRepresentation extends CacheResult<Representation> {
  /**
   * Whether a 304 counts against the quota, too.
   * @default false
   */
  readonly isCounted?: boolean
}
