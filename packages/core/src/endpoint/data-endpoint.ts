import { durationText } from '@space-data/charts/text'
import * as v from 'valibot'
import type { Access, Endpoint, EndpointCall, Parameters } from '#endpoint/endpoint'
import { envelope, envelopeOf, parseEnvelope } from '#endpoint/envelope'
import { type Representation, renderJson, storedRepresentation } from '#endpoint/representation'
import { type Sign, signWith } from '#endpoint/signing/signed'
import type { Held, Loaded, Source } from '#endpoint/source'
import type { MaybePromise } from '#kit/maybe-promise'
import { memoizeRepeated } from '#kit/memoize'
import { Problem, type ProblemCode } from '#kit/problem'
import type { CacheResult, Snapshot, SnapshotKind } from '#storage/cache/snapshot'

/** Declaration of an endpoint whose payload is `data`, in the envelope. */
export interface DataEndpoint<
  Params extends Parameters,
  Data extends v.GenericSchema,
  Path extends string = string,
> {
  readonly path: Path
  /** Unique name of the operation, verb first, such as `getKp`. */
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tag: string
  readonly access: Access
  readonly ttlMs: number
  readonly parameters?: Params
  /** Parameters of the query, which `source` gets, too. */
  readonly queryParameters?: Parameters
  readonly data: Data
  readonly source: Source<Checked<Params>, v.InferOutput<Data>>
  readonly problems?: readonly ProblemCode[]
}

/** The parameters of an endpoint after validation. */
export type Checked<P extends Parameters> = { readonly [K in keyof P]: v.InferOutput<P[K]> }

/** An endpoint whose path and payload are known to the compiler. */
export interface TypedEndpoint<Path extends string, Data extends v.GenericSchema> extends Endpoint {
  readonly path: Path
  /** Schema of `data` in the envelope. */
  readonly data: Data
}

/**
 * Creates a GET endpoint that responds with `data` in the envelope, read through the snapshot cache.
 * @example
 * import { dataEndpoint, fromFeed, hours, named, quantity, upstream } from '@space-data/core/endpoint'
 * import * as v from 'valibot'
 *
 * const spots = upstream({
 *   id: 'swpc-spots',
 *   provider: 'swpc',
 *   label: 'sunspots',
 *   target: () => '/json/spots.json',
 *   probeParams: undefined,
 *   parse: (body) => v.parse(v.object({ spots: v.number() }), JSON.parse(body)).spots,
 *   newestAt: () => null,
 *   cadenceMs: hours(24),
 * })
 *
 * export const sunspots = dataEndpoint({
 *   path: '/v1/solar/spots',
 *   operationId: 'getSunspots',
 *   summary: 'Sunspots',
 *   tag: 'Sun',
 *   access: 'key',
 *   ttlMs: hours(1),
 *   data: named('Sunspots', v.strictObject({ spots: quantity('Number of spots', 12, 0) })),
 *   source: fromFeed(spots, (count) => ({ spots: count })),
 * })
 */
export function dataEndpoint<
  const Path extends string,
  Data extends v.GenericSchema,
  Params extends Parameters = Record<never, never>,
>(declaration: DataEndpoint<Params, Data, Path>): TypedEndpoint<Path, Data> {
  const { path, source, data, ttlMs } = declaration
  const common = described(declaration)
  const render = (loaded: Loaded<unknown>) => {
    checkPayload(data, loaded.data)
    return renderJson(envelope(loaded, ttlMs))
  }
  return {
    ...common,
    path,
    data,
    success: {
      status: 200,
      description: declaration.summary,
      content: { 'application/json': envelopeOf(data) },
    },
    respond: representationReader(path, ({ params, context, account }) =>
      representationKind(
        { ...source, ttlMs },
        async (previous) => {
          const held = previous && parsePrevious(previous, data)
          const loaded = await source.load(params as Checked<Params>, context, { account, held })
          const { fetchedAt, validUntil, recentUntil, isPartial } = loaded
          return { value: render(loaded), fetchedAt, validUntil, recentUntil, isPartial }
        },
        signWith(context, common, params),
      ),
    ),
  }
}

/**
 * Parses the payload of a stored snapshot; returns `undefined` if another version wrote it with another
 * schema.
 */
function parsePrevious<Data>(
  { value: { body }, validUntil }: Snapshot<Representation>,
  schema: v.GenericSchema<Data>,
): Held<Data> | undefined {
  try {
    const { data } = parseEnvelope(body)
    return v.is(schema, data) ? { data, validUntil } : undefined
  } catch {
    return undefined
  }
}

/** The fields of a declaration that do not depend on the types of its parameters and data. */
interface Described
  extends Pick<
    DataEndpoint<Parameters, v.GenericSchema>,
    'path' | 'operationId' | 'summary' | 'tag' | 'access' | 'ttlMs'
  > {
  readonly description?: string
  readonly parameters?: Parameters
  readonly queryParameters?: Parameters
  readonly source: Pick<Source<never, unknown>, 'upstreams' | 'jobUpstreams' | 'stored' | 'maxAgeMs'>
  readonly problems?: readonly ProblemCode[]
}

/** Derives the fields that all cached endpoints have in common from a declaration. */
export function described(declaration: Described) {
  const { path, operationId, summary, tag, access, ttlMs, source } = declaration
  const { upstreams, jobUpstreams, stored, maxAgeMs } = source
  const upstreamProblems: ProblemCode[] = stored ? ['upstream_invalid', 'upstream_unavailable'] : []
  if (maxAgeMs !== undefined) upstreamProblems.push('upstream_stale')
  return {
    method: 'GET' as const,
    path,
    operationId,
    summary,
    ...(declaration.description && { description: declaration.description + limitOf(maxAgeMs) }),
    tag,
    access,
    isSigned: true,
    isMirrored: stored,
    ttlMs,
    upstreams,
    ...(jobUpstreams && { jobUpstreams }),
    pathParameters: declaration.parameters ?? {},
    queryParameters: declaration.queryParameters ?? {},
    problems: [...upstreamProblems, ...(declaration.problems ?? [])],
  }
}

function limitOf(maxAgeMs: number | undefined): string {
  if (maxAgeMs === undefined) return ''
  return ` A value whose as_of is more than ${durationText(maxAgeMs)} ago is not given: 503 \`upstream_stale\`.`
}

/** Returns the cache key of a representation: the route and its checked parameters, never the raw URL. */
export function snapshotKey(path: string, params: Readonly<Record<string, unknown>>): string {
  let entries = ''
  for (const name in params) {
    const value = params[name]
    if (value === undefined) continue
    const json = typeof value === 'number' ? value : JSON.stringify(value)
    entries += `${entries && ','}"${name}":${json}`
  }
  return `["${path}",{${entries}}]`
}

/**
 * Creates the `respond` of a path: a fresh snapshot in memory is returned at once, any other is loaded as
 * `kindOf` says.
 */
export function representationReader(
  path: string,
  kindOf: (call: EndpointCall) => SnapshotKind<Representation>,
) {
  const cachedKey = memoizeRepeated((params: EndpointCall['params']) => snapshotKey(path, params))
  return (call: EndpointCall): MaybePromise<CacheResult<Representation>> => {
    const { params, request, context, now } = call
    const key = cachedKey(params)
    return (
      context.snapshots.getCached<Representation>(key, now) ??
      context.snapshots.read(key, kindOf(call), request.waitUntil)
    )
  }
}

/**
 * Describes how the snapshot cache loads, stores and measures the representations of a path. `sign` signs
 * those that are loaded, and those that come from the store.
 */
export function representationKind(
  {
    ttlMs,
    stored,
    notFoundTtlMs,
    isOfMany,
  }: Pick<Source<never, unknown>, 'stored' | 'notFoundTtlMs'> &
    Pick<SnapshotKind<Representation>, 'ttlMs' | 'isOfMany'>,
  load: SnapshotKind<Representation>['load'],
  sign?: Sign,
): SnapshotKind<Representation> {
  const { encode, decode } = storedRepresentation
  const loadSigned: typeof load | undefined =
    sign &&
    (async (previous) => {
      const loaded = await load(previous)
      return { ...loaded, value: await sign(loaded.value, loaded.fetchedAt, loaded.validUntil) }
    })
  return {
    ttlMs,
    load: loadSigned ?? load,
    // Compressed forms that are made later take at most half as much again.
    size: ({ body }) => Math.ceil(1.5 * body.byteLength),
    ...(stored && {
      stored: sign
        ? { encode, decode: (record, fetchedAt) => sign(decode(record), fetchedAt) }
        : storedRepresentation,
    }),
    ...(notFoundTtlMs !== undefined && { notFoundTtlMs }),
    ...(isOfMany && { isOfMany }),
  }
}

/** Throws `upstream_invalid` if the payload violates the published schema, so that it is never served. */
function checkPayload(schema: v.GenericSchema, payload: unknown): void {
  const { issues } = v.safeParse(schema, payload)
  if (!issues) return
  const violations = issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`).slice(0, 5)
  throw new Problem('upstream_invalid', {
    cause: new TypeError(violations.join('; ')),
    retryAfterSeconds: 45,
  })
}
