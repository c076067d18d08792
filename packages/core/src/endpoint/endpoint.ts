import type { GenericSchema } from 'valibot'
import * as v from 'valibot'
import type { Cost } from '#endpoint/cost'
import type { RawRequest, RawResponse } from '#endpoint/http-message'
import type { Method, Publication } from '#endpoint/publication/publication'
import type { Representation } from '#endpoint/representation'
import type { Context, Settings, Tier } from '#kit/context'
import type { MaybePromise } from '#kit/maybe-promise'
import type { ProblemCode } from '#kit/problem'
import type { CacheResult } from '#storage/cache/snapshot'
import type { Feed } from '#upstreams/feed'
import type { SeriesId } from '#upstreams/recorded-series'

/**
 * Who may send requests: `key`, accounts within a daily quota; `optional_key`, the same and, where the
 * instance allows it, networks without a key within a daily quota; `open`, anyone without limit; the others,
 * networks within a rate.
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

/** Whether a path reads the key of a request, needed or not. */
export function takesKey(access: Access): access is 'key' | 'optional_key' {
  return access === 'key' || access === 'optional_key'
}

/**
 * Returns an endpoint as an instance serves it that allows requests without a key, or does not: then the key
 * is needed. It always is where a tier has to include the path.
 */
export function withOptionalKey(endpoint: Endpoint, isAllowed: boolean): Endpoint {
  const isOptional = isAllowed && !endpoint.isIncludedIn
  return endpoint.access === 'optional_key' && !isOptional ? { ...endpoint, access: 'key' } : endpoint
}

/**
 * Whether only pages of this site may use a path from a browser: no CORS headers, and cross-site requests are
 * rejected.
 */
export function isForOwnSite({ access }: Endpoint): boolean {
  return access === 'issuance'
}

/** Whether successful responses stay open and send events. */
export function isStream({ success }: Pick<Endpoint, 'success'>): boolean {
  return 'text/event-stream' in success.content
}

/** One path and method of the API. Routing, validation, documentation and tests are derived from it. */
export interface Endpoint {
  readonly method: Method
  /** Path template with parameters in braces, such as `/v1/objects/{norad_id}`. */
  readonly path: string
  /** Unique name of the operation, verb first, such as `getKp`: what generated clients call it. */
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  /** Groups paths in the documentation. */
  readonly tag: string
  readonly access: Access
  /** What one response costs to make. @default 'shared' */
  readonly cost?: Cost
  /** Whether it is about the account of the key, and needs one even where other paths are open. */
  readonly isOfAccount?: boolean
  /** Whether a tier includes it; absent for all tiers. Keys of other tiers get 403 `tier_required`. */
  readonly isIncludedIn?: (tier: Tier) => boolean
  /** Whether its responses are signed, where the instance signs. */
  readonly isSigned?: boolean
  /** How long a response is valid, in milliseconds; absent if it is never cached. */
  readonly ttlMs?: number
  /**
   * How long a response about the past is valid where that is longer than `ttlMs`; one that is valid for so
   * long changes no more.
   */
  readonly maxTtlMs?: number
  /** Whether its path is the same with a slash at its end. Default not. @internal */
  readonly hasSlash?: boolean
  /**
   * Makes the OpenAPI document of endpoints; those of a host bring it, so that they are checked when they are
   * added, and a start without them need not load it. @internal
   */
  readonly describe?: (endpoints: readonly Endpoint[]) => object
  /** The feeds that requests read. @internal */
  readonly upstreams: readonly Feed[]
  /** The feeds that a job reads for it. @internal */
  readonly jobUpstreams?: readonly Feed[]
  readonly pathParameters: Parameters
  readonly queryParameters: Parameters
  /** The query of its example where no parameter is required by itself, but one of several. @internal */
  readonly exampleQuery?: string
  /** Schema of the JSON body; `bytes` for any body or none; absent where a body is ignored. */
  readonly requestBody?: GenericSchema | 'bytes'
  /** Request headers that it reads itself, by name; all are optional. */
  readonly requestHeaders?: Parameters
  readonly success: Success
  /**
   * How it refuses requests in a format of its own; the query is then passed unchecked, for it to check.
   * @internal
   */
  readonly refusals?: {
    /** What each HTTP status means. */
    readonly statuses: Readonly<Record<number, string>>
    /** The body of all of them. */
    readonly body: GenericSchema
    /** Its media type. @default 'application/json' */
    readonly type?: string
  }
  /** Error codes beyond those that follow from access, method and parameters. */
  readonly problems: readonly ProblemCode[]
  /** Whether an instance with these settings has this path. Default always. @internal */
  readonly isOffered?: (settings: Settings) => boolean
  /**
   * Whether its data come from providers, so that a mirror serves copies of its central instance's responses.
   * @internal
   */
  readonly isMirrored?: boolean
  /** The recorded series whose rows it serves: a mirror keeps whole UTC days of it. @internal */
  readonly recorded?: readonly RecordedPart[]
  /**
   * Returns the media type of the response, where `Accept` has a say in it.
   * @throws Problem `not_acceptable`
   * @internal
   */
  readonly mediaTypeOf?: (call: Pick<EndpointCall, 'params' | 'request'>) => string
  /** Its row of the table of published operations. @internal */
  readonly publication?: Publication
  /**
   * Selects a part of the response to the whole, where query parameters do so: a mirror keeps the whole.
   * @internal
   */
  readonly selection?: Selection
  /** Serves a request whose parameters are checked. @internal */
  readonly respond: (call: EndpointCall) => MaybePromise<Reply>
}

/** A recorded series whose columns are columns of a payload. */
export interface RecordedPart {
  readonly id: SeriesId
  /** Name in the payload by name in the series. */
  readonly names: Readonly<Record<string, string>>
  /** How the labels of its feeds begin in the provenance, unlike those of the other parts. */
  readonly label: string
}

/** How query parameters select a part of a response. */
export interface Selection {
  /** Returns the parameters of the response that has all that these select; none for the one without. */
  readonly wholeOf: (params: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  /** Returns the part of that response. */
  readonly select: (
    whole: ServedRepresentation,
    params: Readonly<Record<string, unknown>>,
    context: Context,
  ) => MaybePromise<ServedRepresentation>
}

/** Returns the names of the query parameters that a request must have. */
export function requiredQuery({ queryParameters }: Pick<Endpoint, 'queryParameters'>): string[] {
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
  /** Headers beyond the common ones, with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>
  /** Headers that only some of the media types have, with their descriptions. */
  readonly optionalHeaders?: Readonly<Record<string, string>>
}

/** The input of an endpoint's `respond`. */
export interface EndpointCall {
  readonly params: Readonly<Record<string, unknown>>
  readonly request: RawRequest
  readonly context: Context
  /** Epoch milliseconds. */
  readonly now: number
  /** Whether it is of a client, whose computations are limited, and not of the service itself. @default false */
  readonly isOfClient?: boolean
  /** Account of the key; absent without one. */
  readonly account?: string | undefined
  /** Name of the network that a request without a key is counted for; absent where none is. */
  readonly network?: string | undefined
  /** Id of the key; absent without one. */
  readonly keyId?: string | undefined
  /** Tier of the key; absent without one. */
  readonly tier?: string | undefined
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
