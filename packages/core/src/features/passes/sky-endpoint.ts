import type { GenericSchema } from 'valibot'
import { readCached, snapshotKey } from '#kernel/endpoint/cached'
import type { Cost } from '#kernel/endpoint/cost'
import { checkPayload, type SchemaOf, type TypedEndpoint } from '#kernel/endpoint/data-endpoint'
import type { Context, Endpoint, EndpointCall, Parameters } from '#kernel/endpoint/endpoint'
import { envelopeOf, renderServed, toServed } from '#kernel/endpoint/envelope'
import { formatByAccept } from '#kernel/endpoint/negotiate'
import { type Representation, renderBody } from '#kernel/endpoint/representation'
import { signWith } from '#kernel/endpoint/signing/signed'
import type { Loaded } from '#kernel/endpoint/source'
import { FRESHNESS_HEADERS, freshnessHeaders } from '#kernel/endpoint/text-endpoint'
import { endOfTurn } from '#kernel/kit/end-of-turn'
import { hours } from '#kernel/kit/time'

/**
 * Longer than any validity, which counts from the fetch of the elements. So computed responses are never
 * immutable.
 */
const MAX_TTL_MS = hours(4)

/** A payload with its times, both in epoch milliseconds. */
export type Computed<Data> = Loaded<Data> & { readonly validUntil: number }

/** A form of the payload other than JSON. */
interface OtherForm<Data> {
  readonly type: string
  readonly schema: GenericSchema
  readonly render: (data: Data, computed: Computed<Data>) => string | Promise<string>
}

type Params = EndpointCall['params']

interface SkyEndpoint<Path extends string, Data>
  extends Pick<Endpoint, 'operationId' | 'summary' | 'description' | 'tag' | 'access' | 'problems'> {
  readonly cost: Cost
  readonly path: Path
  readonly ttlMs: number
  /** Whether it is computed from elements, which come from the feeds of objects and groups. */
  readonly needsElements: boolean
  readonly pathParameters?: Parameters
  readonly queryParameters: Parameters
  readonly data: SchemaOf<Data>
  /** Rejects parameters that cannot be combined. */
  readonly check?: (params: Params, now: number) => void
  readonly compute: (params: Params, context: Context) => Promise<Computed<NoInfer<Data>>>
  /** By the value of the parameter `format`, which is declared among `queryParameters`. */
  readonly forms?: Readonly<Record<string, OtherForm<NoInfer<Data>>>>
}

/**
 * Creates an endpoint whose payload is computed for its parameters. As their values are unbounded, responses
 * are cached only in memory.
 */
export function skyEndpoint<const Path extends string, Data>(
  declaration: SkyEndpoint<Path, Data>,
): TypedEndpoint<Path, Data> {
  const { path, data, cost, ttlMs, compute, check, forms = {}, needsElements, ...declared } = declaration
  const hasForms = Object.keys(forms).length > 0
  const formats = Object.fromEntries(Object.entries(forms).map(([name, { type }]) => [type, name]))
  const common = { path, ttlMs, maxTtlMs: MAX_TTL_MS, queryParameters: declaration.queryParameters }
  const bodies = mapValues(forms, ({ type, schema }) => [type, schema])
  const render = async (format: string, computed: Computed<Data>): Promise<Representation> => {
    const { data, source, fetchedAt, validUntil } = computed
    const form = forms[format]
    if (!form) return renderServed(toServed(computed, ttlMs), false)
    const headers = freshnessHeaders({ source, fetchedAt, validUntil })
    return renderBody(await form.render(data, computed), `${form.type}; charset=utf-8`, headers)
  }
  return {
    method: 'GET',
    upstreams: [],
    pathParameters: {},
    ...declared,
    ...common,
    cost,
    data,
    isSigned: true,
    isMirrored: needsElements,
    ...(hasForms && {
      formatOf: formatByAccept({ 'application/json': undefined, ...formats }, { isStrict: true }),
    }),
    success: {
      status: 200,
      description: declaration.summary,
      content: { 'application/json': envelopeOf(data), ...Object.fromEntries(Object.values(bodies)) },
      ...(hasForms && { optionalHeaders: FRESHNESS_HEADERS }),
    },
    problems: [
      ...(needsElements ? (['upstream_invalid', 'upstream_unavailable'] as const) : []),
      'rate_limited',
      ...(hasForms ? ['not_acceptable' as const] : []),
      ...declaration.problems,
    ],
    respond(call) {
      const { params, context, now } = call
      const format = String(params['format'] ?? 'json')
      check?.(params, now)
      return readCached(call, snapshotKey(path, params), () => ({
        ttlMs,
        cost,
        // Elements that are not cached now may be cached in a minute.
        notFoundTtlMs: 0,
        async load() {
          const computed = await compute(params, context)
          // Hundreds of passes or objects take some milliseconds in each of the three steps.
          await endOfTurn()
          checkPayload(data, computed.data)
          await endOfTurn()
          const { fetchedAt, validUntil } = computed
          return { value: await render(format, computed), fetchedAt, validUntil }
        },
        sign: signWith(context, common, params),
      }))
    },
  }
}

function mapValues<In, Out>(
  object: Readonly<Record<string, In>>,
  map: (value: In) => Out,
): Record<string, Out> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]))
}
