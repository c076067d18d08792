import { durationText } from '@space-data/charts/text'
import * as v from 'valibot'
import { type Caching, cachedReader } from '#kernel/endpoint/cached'
import type { Cost } from '#kernel/endpoint/cost'
import type { Access, Context, Endpoint, Parameters } from '#kernel/endpoint/endpoint'
import {
  type Envelope,
  envelopeOf,
  fromEnvelope,
  renderServed,
  servedIn,
  toEnvelope,
  toServed,
} from '#kernel/endpoint/envelope'
import type { Representation, Served } from '#kernel/endpoint/representation'
import { signWith } from '#kernel/endpoint/signing/signed'
import type { Held, Source } from '#kernel/endpoint/source'
import { Problem, type ProblemName } from '#kernel/kit/problem'
import type { Snapshot } from '#kernel/storage/cache/snapshot'

/** Declaration of an endpoint whose payload is `data`, in the envelope. */
export interface DataEndpoint<
  Params extends Parameters,
  Schema extends v.GenericSchema,
  Path extends string = string,
  In extends Context = Context,
> {
  readonly path: Path
  /** Unique name of the operation, verb first, such as `getKp`. */
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tag: string
  readonly access: Access
  /** Cost of creating one response. @default 'shared' */
  readonly cost?: Cost
  readonly ttlMs: number
  readonly parameters?: Params
  /** Query parameters, which are also passed to `source`. */
  readonly queryParameters?: Parameters
  readonly data: Schema
  readonly source: Source<Checked<Params>, v.InferOutput<Schema>, In>
  readonly problems?: readonly ProblemName[]
  /** Conversion of the data for the store, if it takes much less space than JSON. @internal */
  readonly packing?: Packing<v.InferOutput<Schema>>
}

/** A compact form of data for the store. `unpack` may throw for data that `pack` did not return. */
interface Packing<Data> {
  readonly pack: (data: Data) => unknown
  readonly unpack: (packed: unknown) => Data
}

/** The parameters of an endpoint after validation. */
export type Checked<P extends Parameters> = { readonly [K in keyof P]: v.InferOutput<P[K]> }

/** The schema of a payload. */
export type SchemaOf<Data> = v.GenericSchema<unknown, Data>

/** An endpoint whose path and payload are known to the compiler. */
export interface TypedEndpoint<Path extends string, Data, In extends Context = Context> extends Endpoint<In> {
  readonly path: Path
  /** Schema of `data` in the envelope. */
  readonly data: SchemaOf<Data>
}

/** Creates a GET endpoint that responds with `data` in the envelope, read through the snapshot cache. */
export function dataEndpoint<
  const Path extends string,
  Schema extends v.GenericSchema,
  Params extends Parameters = Record<never, never>,
  In extends Context = Context,
>(declaration: DataEndpoint<Params, Schema, Path, In>): TypedEndpoint<Path, v.InferOutput<Schema>, In> {
  const { path, source, data, cost, ttlMs, parameters, packing } = declaration
  const { stored, notFoundTtlMs } = source
  const common = described(declaration)
  const body = envelopeOf(data)
  // If there is an entry for each object, only its bytes are kept.
  const keepsData = parameters === undefined
  return {
    ...common,
    path,
    data,
    success: { status: 200, description: declaration.summary, content: { 'application/json': body } },
    respond: cachedReader<In>(path, ({ params, context, account, network }) => ({
      ttlMs,
      cost,
      async load(previous) {
        const loaded = await source.load(params as Checked<Params>, context, {
          account: account ?? network,
          held: heldIn(previous),
        })
        checkPayload(data, loaded.data)
        const { fetchedAt, pulledAt, validUntil, recentUntil, isPartial } = loaded
        const value = renderServed(toServed(loaded, ttlMs), keepsData)
        return { value, fetchedAt, pulledAt, validUntil, recentUntil, isPartial }
      },
      ...(stored && { stored: storedEnvelope(body, keepsData, packing) }),
      ...(notFoundTtlMs !== undefined && { notFoundTtlMs }),
      sign: signWith(context, common, params),
    })),
  }
}

/** Returns the data of the last good snapshot, if they are kept. */
function heldIn<Data>(previous: Snapshot<Representation> | undefined): Held<Data> | undefined {
  const served = previous?.value.served?.() as Served<Data> | undefined
  return previous && served && { data: served.data, validUntil: previous.validUntil }
}

/**
 * Returns the conversion of a payload for the store: as in the body, or packed. Data that another version
 * wrote with a different schema are not read.
 */
function storedEnvelope<Data>(
  body: v.GenericSchema<Envelope<unknown>>,
  keepsData: boolean,
  { pack, unpack }: Packing<Data> = { pack: (data) => data, unpack: (data) => data as Data },
): NonNullable<Caching['stored']> {
  return {
    encode(representation) {
      const served = servedIn<Data>(representation)
      return toEnvelope({ ...served, data: pack(served.data) })
    },
    decode(stored) {
      const packed = stored as Envelope<unknown>
      const unpacked = { ...packed, data: unpack(packed.data) }
      return v.is(body, unpacked) ? renderServed(fromEnvelope(unpacked), keepsData) : undefined
    },
  }
}

/** The fields of a declaration that do not depend on the types of its parameters and data. */
interface Described
  extends Pick<
    DataEndpoint<Parameters, v.GenericSchema>,
    'path' | 'operationId' | 'summary' | 'tag' | 'access' | 'cost' | 'ttlMs'
  > {
  readonly description?: string
  readonly parameters?: Parameters
  readonly queryParameters?: Parameters
  readonly source: Pick<Source<never, unknown>, 'upstreams' | 'jobUpstreams' | 'stored' | 'maxAgeMs'>
  readonly problems?: readonly ProblemName[]
}

/** Derives the fields common to all cached endpoints from a declaration. */
export function described(declaration: Described) {
  const { path, operationId, summary, tag, access, cost, ttlMs, source } = declaration
  const { upstreams, jobUpstreams, stored, maxAgeMs } = source
  const upstreamProblems: ProblemName[] = stored ? ['upstream_invalid', 'upstream_unavailable'] : []
  if (maxAgeMs !== undefined) upstreamProblems.push('upstream_stale')
  return {
    method: 'GET' as const,
    path,
    operationId,
    summary,
    ...(declaration.description && { description: declaration.description + limitOf(maxAgeMs) }),
    tag,
    access,
    ...(cost !== undefined && { cost }),
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
  return ` A value whose as_of is older than ${durationText(maxAgeMs)} is not served: 503 \`upstream_stale\`.`
}

/** Throws `upstream_invalid` if the payload violates the published schema, so that it is never served. */
export function checkPayload(schema: v.GenericSchema, payload: unknown): void {
  const { issues } = v.safeParse(schema, payload)
  if (!issues) return
  const violations = issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`).slice(0, 5)
  throw new Problem('upstream_invalid', {
    cause: new TypeError(violations.join('; ')),
    retryAfterSeconds: 45,
  })
}
