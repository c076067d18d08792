import type { Context } from '#kernel/endpoint/endpoint'
import { Problem } from '#kernel/kit/problem'
import { pull } from '#kernel/upstreams/client/pull'
import { toProblem } from '#kernel/upstreams/client/to-problem'
import { UpstreamError } from '#kernel/upstreams/client/upstream-error'
import { type Feed, toFeed } from '#kernel/upstreams/feed'
import { joinLabels, withNote } from '#kernel/upstreams/source-label'
import type { Pulled, Upstream } from '#kernel/upstreams/upstream'

/** Loads the data of an endpoint. */
export interface Source<Params, Data, In extends Context = Context> {
  /**
   * The feeds that requests read. `/status`, `/ref/sources` and the weekly check list them with their
   * fallbacks.
   * @internal
   */
  readonly upstreams: readonly Feed[]
  /** The feeds that a job reads for it, listed in the same way. Default: none. @internal */
  readonly jobUpstreams?: readonly Feed[]
  /** Whether the last good response is kept in the store. False if creating it again is cheap. */
  readonly stored: boolean
  /**
   * Time for which a "not found" is cached, in milliseconds.
   * @default 15 minutes
   */
  readonly notFoundTtlMs?: number
  /** Maximum age of data that are served as current, in milliseconds; absent if age is irrelevant. */
  readonly maxAgeMs?: number
  /** Loads data that may replace the cached ones. Throws only Problems. @internal */
  readonly load: (params: Params, context: In, hints?: LoadHints<Data>) => Promise<Loaded<Data>>
}

/** Optional input of a load. */
interface LoadHints<Data> {
  /** Account or network for which the request is counted; absent if it is not counted. */
  readonly account?: string | undefined
  /** The data of the previous snapshot, if there is one. */
  readonly held?: Held<Data> | undefined
}

/** The data of the previous snapshot; `validUntil` is in epoch milliseconds and may be in the past. */
export interface Held<Data> {
  readonly data: Data
  readonly validUntil: number
}

/** A payload with its provenance and the time of its fetch, in epoch milliseconds. */
export interface Loaded<Data> {
  readonly data: Data
  readonly source: string
  readonly fetchedAt: number
  /**
   * Time at which the upstream returned the data, in epoch milliseconds, if they were stored and read again
   * at `fetchedAt`. In that case, `validUntil` is required.
   */
  readonly pulledAt?: number
  /**
   * End of the validity of the data, in epoch milliseconds. By default, it is determined by the TTL of the
   * endpoint.
   */
  readonly validUntil?: number | undefined
  /**
   * Time at which the data become too old to be served, in epoch milliseconds; absent if their age does not
   * matter.
   */
  readonly recentUntil?: number
  /**
   * Whether a part is missing, so that the data are loaded again soon.
   * @default false
   */
  readonly isPartial?: boolean
}

/** Input of a payload function beside the upstream's value. */
export interface Facts<Params> {
  readonly params: Params
  readonly source: string
  readonly fetchedAt: number
}

/** Creates a source from one feed. A pure function converts its value to the payload. */
export function fromFeed<Params, Value, Data>(
  upstream: Upstream<Params, Value>,
  toData: (value: Value, facts: Facts<Params>) => Data,
): Source<Params, Data> {
  return {
    upstreams: [toFeed(upstream)],
    stored: true,
    async load(params, context, { held } = {}) {
      const pulled = await pull(upstream, params, context)
      requireNotWorse(upstream, pulled, held, context)
      const { value, source, fetchedAt } = pulled
      return { data: toData(value, { params, source, fetchedAt }), source, fetchedAt }
    },
  }
}

/**
 * Rejects a body with more than 2 % unusable rows while there is a valid cached copy with fewer unusable
 * rows. The cached copy is served until it expires. After that, the usable rows are accepted.
 *
 * @throws Problem `upstream_invalid`
 */
export function requireNotWorse<Params, Value>(
  upstream: Upstream<Params, Value>,
  { feed, unusableShare = 0 }: Pulled<unknown>,
  held: Pick<Held<unknown>, 'validUntil'> | undefined,
  { upstreams, now }: Context,
): void {
  const isHeld = held !== undefined && now() < held.validUntil
  if (upstreams.unusableRows.accepts(feed, unusableShare, isHeld)) return
  throw toProblem(
    upstream,
    new UpstreamError('invalid', 'too many rows are unusable', undefined, 'incomplete'),
  )
}

/** Input of a payload function for several feeds. Some may be unavailable. */
interface FactsOfKinds<Kind> extends Facts<unknown> {
  readonly unavailable: readonly Kind[]
}

/**
 * Creates a source from several feeds, one per kind. `source` has the label, if one of the feeds is in use,
 * then the labels of the fallbacks in use. Kinds whose feed is unavailable are left out. The load fails if
 * all are unavailable, or if the previous data are still valid and include the missing kind.
 */
export function fromFeeds<Kind extends string, Value, Data extends { readonly unavailable_kinds: Kind[] }>(
  upstreams: Readonly<Record<Kind, Upstream<unknown, Value>>>,
  label: string,
  toData: (values: readonly Value[], facts: FactsOfKinds<Kind>) => Data,
): Source<unknown, Data> {
  const kinds = Object.keys(upstreams) as Kind[]
  const feedId = (kind: Kind) => upstreams[kind].id
  return {
    upstreams: kinds.map((kind) => toFeed(upstreams[kind])),
    stored: true,
    async load(params, context, { held } = {}) {
      const outcomes = await Promise.all(
        kinds.map(async (kind) => ({ kind, pulled: await pullOrProblem(upstreams[kind], held, context) })),
      )
      const found = outcomes.flatMap(({ kind, pulled }) =>
        pulled instanceof Problem ? [] : { kind, ...pulled },
      )
      const failed = outcomes.flatMap(({ kind, pulled }) =>
        pulled instanceof Problem ? { kind, problem: pulled } : [],
      )
      const isHeldValid = held !== undefined && context.now() < held.validUntil
      const isRequired = (kind: Kind) =>
        found.length === 0 || (isHeldValid && !held.data.unavailable_kinds.includes(kind))
      for (const { kind, problem } of failed) if (isRequired(kind)) throw problem

      const fetchedAt = Math.min(...found.map((each) => each.fetchedAt))
      const fallbacks = found.filter(({ kind, feed }) => feed !== feedId(kind)).map(({ source }) => source)
      const own = withNote(label, context.settings.sourceNote)
      const source = joinLabels([...(fallbacks.length < found.length ? [own] : []), ...fallbacks])
      const unavailable = failed.map(({ kind }) => kind)
      const values = found.map(({ value }) => value)
      const data = toData(values, { params, source, fetchedAt, unavailable })
      return { data, source, fetchedAt, isPartial: unavailable.length > 0 }
    },
  }
}

async function pullOrProblem<Value>(
  upstream: Upstream<unknown, Value>,
  held: Held<unknown> | undefined,
  context: Context,
): Promise<Pulled<Value> | Problem> {
  try {
    const pulled = await pull(upstream, undefined, context)
    requireNotWorse(upstream, pulled, held, context)
    return pulled
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** Wraps data that need no upstream. */
export function staticData<Data>(data: Data, fetchedAt: number): Loaded<Data> {
  return { data, source: 'Space-Data', fetchedAt }
}

/** Creates a source that needs no upstream. */
export function fromStatic<Data, In extends Context = Context>(
  toData: (context: In) => Data | Promise<Data>,
): Source<unknown, Data, In> {
  return {
    upstreams: [],
    stored: false,
    load: async (_, context) => staticData(await toData(context), context.now()),
  }
}
