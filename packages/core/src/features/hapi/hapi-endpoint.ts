import type { GenericSchema } from 'valibot'
import type { HapiContext } from '#features/hapi/context'
import { type HapiQuery, readQuery } from '#features/hapi/parameters'
import { hapiRefusal } from '#features/hapi/schemas'
import { failed, succeeded } from '#features/hapi/status'
import { readCached, snapshotKey } from '#kernel/endpoint/cached'
import type { CostClass } from '#kernel/endpoint/cost'
import { declareEndpoint } from '#kernel/endpoint/declare-endpoint'
import type { Endpoint, EndpointCall, Reply } from '#kernel/endpoint/endpoint'
import type { RawRequest } from '#kernel/endpoint/http-message'
import { type Representation, renderJson } from '#kernel/endpoint/representation'
import type { MaybePromise } from '#kernel/kit/maybe-promise'
import { Problem } from '#kernel/kit/problem'
import { minutes } from '#kernel/kit/time'

/** Validity of every response except data that no longer change. */
const TTL_MS = minutes(1)

interface HapiEndpoint
  extends Pick<
    Endpoint,
    'path' | 'operationId' | 'summary' | 'description' | 'queryParameters' | 'success' | 'maxTtlMs'
  > {
  /** Returns the cost of a response to a valid query. @default 'shared' */
  readonly cost?: (query: HapiQuery) => CostClass
  /** Serves a request whose query has only declared parameters. Throws HapiErrors. */
  readonly respond: (query: HapiQuery, call: EndpointCall<HapiContext>) => Promise<Reply>
}

/**
 * Creates a GET endpoint by the HAPI specification: it rejects invalid requests and unknown parameters with a
 * HAPI status. A mirror serves the records itself, from its copies of the series.
 */
export function hapiEndpoint({ respond, cost, ...declared }: HapiEndpoint): Endpoint<HapiContext> {
  const queryOf = ({ target }: RawRequest) => readQuery(target, Object.keys(declared.queryParameters))
  return declareEndpoint<HapiContext>({
    ...declared,
    ...(cost && { cost: ({ request }) => cost(queryOf(request)) }),
    tag: 'HAPI',
    access: 'hapi',
    isOffered: ({ hapi }) => hapi,
    ttlMs: TTL_MS,
    refusals: {
      statuses: {
        400: 'HAPI 1400 to 1405 or 1408 to 1412: the request does not comply with the specification.',
        404: 'HAPI 1406 or 1407: there is no such dataset or parameter.',
        500: 'HAPI 1500: internal server error.',
        503: 'HAPI 1501: the stored series are temporarily unavailable.',
      },
      body: hapiRefusal,
    },
    async respond(call) {
      try {
        return await respond(queryOf(call.request), call)
      } catch (error) {
        // The host renders rate limit errors in its own format.
        if (error instanceof Problem && error.status === 429) throw error
        return failed(error, call.context)
      }
    },
  })
}

interface MetadataEndpoint
  extends Pick<HapiEndpoint, 'path' | 'operationId' | 'summary'>,
    Partial<Pick<HapiEndpoint, 'description' | 'queryParameters' | 'cost'>> {
  readonly schema: GenericSchema
  /** Checks the query and returns the description that it requests. Throws HapiErrors. */
  readonly read: (query: HapiQuery, call: EndpointCall<HapiContext>) => MaybePromise<Description>
}

/** A description of the server or of a dataset, as requested by a query. */
interface Description {
  /** All values that the response depends on. Responses with equal keys are identical. */
  readonly key: Readonly<Record<string, unknown>>
  /** Returns the members after the status. */
  readonly describe: () => object | Promise<object>
}

/** Creates an endpoint that describes the server or its datasets in JSON. */
export function metadataEndpoint({ schema, read, ...declared }: MetadataEndpoint): Endpoint<HapiContext> {
  const { path, summary, description = `${summary}.`, queryParameters = {} } = declared
  return hapiEndpoint({
    ...declared,
    description,
    queryParameters,
    success: {
      status: 200,
      description: summary,
      content: { 'application/json': schema },
      headers: { 'last-modified': 'Time at which this instance first generated the current response' },
    },
    async respond(query, call) {
      const { key, describe } = await read(query, call)
      return readCached(call, snapshotKey(path, key), () => ({
        ttlMs: TTL_MS,
        cost: declared.cost?.(query),
        async load(previous) {
          const fetchedAt = call.context.now()
          const made = { ...succeeded(), ...(await describe()) }
          return { value: unlessSame(renderMade(made, fetchedAt), previous?.value), fetchedAt }
        },
      }))
    },
  })
}

function renderMade(made: object, madeAt: number): Representation {
  return renderJson(made, ['last-modified', new Date(madeAt).toUTCString()])
}

/** Returns the previous representation if its body is identical, to keep its time of modification. */
function unlessSame(made: Representation, before: Representation | undefined): Representation {
  return before?.etag === made.etag ? before : made
}
