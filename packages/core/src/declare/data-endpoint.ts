import * as v from 'valibot'
import type { Access, Call, Endpoint, Parameters } from '#declare/endpoint'
import { envelope, envelopeOf } from '#declare/envelope'
import { JSON_TYPE, type Page, page, storedPage } from '#declare/page'
import type { Held, Loaded, Source } from '#declare/source'
import { spanOf } from '#figures/span'
import { Problem, type ProblemCode } from '#problem'
import { remembering } from '#remembering'
import type { Soon } from '#soon'
import type { Served, Snapshot, SnapshotKind } from '#store/snapshots'

export interface DataEndpoint<Path extends Parameters, Data extends v.GenericSchema> {
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly tag: string
  readonly access: Access
  readonly ttlMs: number
  readonly parameters?: Path
  readonly data: Data
  readonly source: Source<Checked<Path>, v.InferOutput<Data>>
  readonly problems?: readonly ProblemCode[]
}

export type Checked<P extends Parameters> = { readonly [K in keyof P]: v.InferOutput<P[K]> }

/** A GET endpoint that answers the envelope around `data`, read through the snapshot cache. */
export function dataEndpoint<Data extends v.GenericSchema, Path extends Parameters = Record<never, never>>(
  declaration: DataEndpoint<Path, Data>,
): Endpoint {
  const { path, source, data, ttlMs } = declaration
  const render = (loaded: Loaded<unknown>) => {
    checkPayload(data, loaded.data)
    return page(JSON.stringify(envelope(loaded, ttlMs)), JSON_TYPE)
  }
  return {
    ...described(declaration),
    success: {
      status: 200,
      description: declaration.summary,
      content: { 'application/json': envelopeOf(data) },
    },
    answer: pageReader(path, ({ params, context, account }) =>
      pageKind({ ...source, ttlMs }, async (previous) => {
        const held = previous && heldOf(previous, data)
        const loaded = await source.load(params as Checked<Path>, context, { account, held })
        const { fetchedAt, goodUntil, isPartial } = loaded
        return { value: render(loaded), fetchedAt, goodUntil, isPartial }
      }),
    ),
  }
}

/** The payload of a snapshot; `undefined` when it is none of this version's. */
function heldOf<Data>(
  { value: { body }, validUntil }: Snapshot<Page>,
  schema: v.GenericSchema<Data>,
): Held<Data> | undefined {
  let data: unknown
  try {
    data = JSON.parse(new TextDecoder().decode(body)).data
  } catch {
    return undefined
  }
  return v.is(schema, data) ? { data, validUntil } : undefined
}

/** The part of a declaration that does not depend on the types of its parameters and data. */
interface Described
  extends Pick<DataEndpoint<Parameters, v.GenericSchema>, 'path' | 'summary' | 'tag' | 'access' | 'ttlMs'> {
  readonly description?: string
  readonly parameters?: Parameters
  readonly source: Pick<Source<never, unknown>, 'upstreams' | 'stored' | 'currentMs'>
  readonly problems?: readonly ProblemCode[]
}

/** What every cached endpoint derives from its declaration. */
export function described(declaration: Described) {
  const { path, summary, tag, access, ttlMs, source } = declaration
  const { stored, currentMs } = source
  const upstreamProblems: ProblemCode[] = stored ? ['upstream_invalid', 'upstream_unavailable'] : []
  if (currentMs !== undefined) upstreamProblems.push('upstream_stale')
  return {
    method: 'GET' as const,
    path,
    summary,
    ...(declaration.description && { description: declaration.description + limitOf(currentMs) }),
    tag,
    access,
    ttlMs,
    upstreams: source.upstreams,
    pathParameters: declaration.parameters ?? {},
    queryParameters: {},
    problems: [...upstreamProblems, ...(declaration.problems ?? [])],
  }
}

function limitOf(currentMs: number | undefined): string {
  if (currentMs === undefined) return ''
  return ` A value whose as_of is more than ${spanOf(currentMs)} ago is not given: 503 \`upstream_stale\`.`
}

/** The cache key of a page: the route and its checked parameters, never the raw URL. */
export function snapshotKey(path: string, params: Readonly<Record<string, unknown>>): string {
  let given = ''
  for (const name in params) {
    const value = params[name]
    // `JSON.stringify` of the whole would cost a request more than all the rest that it does for its parameters.
    const text = typeof value === 'number' ? value : JSON.stringify(value)
    if (text !== undefined) given += `${given && ','}"${name}":${text}`
  }
  return `["${path}",{${given}}]`
}

/** Makes the reader of a path's pages; how one is loaded is asked for only where memory has none that is fresh. */
export function pageReader(path: string, kindOf: (call: Call) => SnapshotKind<Page>) {
  const keyOf = remembering((params: Call['params']) => snapshotKey(path, params))
  return (call: Call): Soon<Served<Page>> => {
    const { params, ask, context, now } = call
    const key = keyOf(params)
    return context.snapshots.warm<Page>(key, now) ?? context.snapshots.read(key, kindOf(call), ask.defer)
  }
}

export function pageKind(
  { ttlMs, stored, unknownMs }: Pick<Source<never, unknown>, 'stored' | 'unknownMs'> & { ttlMs: number },
  load: SnapshotKind<Page>['load'],
): SnapshotKind<Page> {
  return {
    ttlMs,
    load,
    size: ({ body, text = '' }) => body.byteLength + text.length,
    ...(stored && { stored: storedPage }),
    ...(unknownMs !== undefined && { unknownMs }),
  }
}

/** An impossible or misshapen payload is the upstream's fault and is refused, never served. */
function checkPayload(schema: v.GenericSchema, payload: unknown): void {
  const { issues } = v.safeParse(schema, payload)
  if (!issues) return
  const where = issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`).slice(0, 5)
  throw new Problem('upstream_invalid', { cause: new TypeError(where.join('; ')), retryAfterSeconds: 45 })
}
