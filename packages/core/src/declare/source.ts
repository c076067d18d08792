import type { Context } from '#context'
import { Problem } from '#problem'
import { pull } from '#upstreams/pull'
import type { Pulled, Upstream } from '#upstreams/upstream'

/** Where an endpoint's data come from. */
export interface Source<Params, Data> {
  readonly upstreams: readonly string[]
  /** Whether the last good answer is worth keeping in the store: not when making it again costs nothing. */
  readonly stored: boolean
  /** How long it is remembered that there is no such thing, in milliseconds; default 15 minutes. */
  readonly unknownMs?: number
  /** How old its data may be and still be given as current, in milliseconds; absent where age tells nothing. */
  readonly currentMs?: number
  /** Gives data that may replace those held; throws only Problems. */
  readonly load: (params: Params, context: Context, asked?: Asked<Data>) => Promise<Loaded<Data>>
}

/** What a source may want to know of what it is asked for. */
interface Asked<Data> {
  /** Whose key it was asked with; absent without one. */
  readonly account?: string | undefined
  /** What the last good answer said, if there was one. */
  readonly held?: Held<Data> | undefined
}

/** The payload of the last good answer, valid until that instant in epoch milliseconds or past it. */
export interface Held<Data> {
  readonly data: Data
  readonly validUntil: number
}

/** The payload with its provenance and the instant, in epoch milliseconds, at which the upstream gave it. */
export interface Loaded<Data> {
  readonly data: Data
  readonly source: string
  readonly fetchedAt: number
  /** The last instant, in epoch milliseconds, at which it is recent enough to be given; absent where its age tells nothing. */
  readonly goodUntil?: number
  /** Whether a part of it could not be had: it is asked for again soon. Default false. */
  readonly isPartial?: boolean
}

/** What a payload function is told beside the upstream's value. */
export interface Facts<Params> {
  readonly params: Params
  readonly source: string
  readonly fetchedAt: number
}

/** Data made of one upstream's value by a pure function. */
export function from<Params, Value, Data>(
  upstream: Upstream<Params, Value>,
  toData: (value: Value, facts: Facts<Params>) => Data,
): Source<Params, Data> {
  return {
    upstreams: [upstream.id],
    stored: true,
    async load(params, context) {
      const { value, source, fetchedAt } = await pull(upstream, params, context)
      return { data: toData(value, { params, source, fetchedAt }), source, fetchedAt }
    },
  }
}

/** What a payload function is told of feeds of which some may be away. */
interface FactsOfKinds<Kind> extends Facts<unknown> {
  readonly unavailable: readonly Kind[]
}

/**
 * Data made of the values of several upstreams, one of each kind; a fallback that stands in is named in `source`. What is away is
 * left out, but not while the answer held is valid and has it; the load fails when all are.
 */
export function fromKinds<Kind extends string, Value, Data extends { readonly unavailable_kinds: Kind[] }>(
  upstreams: Readonly<Record<Kind, Upstream<unknown, Value>>>,
  label: string,
  toData: (values: readonly Value[], facts: FactsOfKinds<Kind>) => Data,
): Source<unknown, Data> {
  const kinds = Object.keys(upstreams) as Kind[]
  const idOf = (kind: Kind) => upstreams[kind].id
  return {
    upstreams: kinds.map(idOf),
    stored: true,
    async load(params, context, { held } = {}) {
      const outcomes = await Promise.all(
        kinds.map(async (kind) => ({ kind, pulled: await pulledOrProblem(upstreams[kind], context) })),
      )
      const found = outcomes.flatMap(({ kind, pulled }) =>
        pulled instanceof Problem ? [] : { kind, ...pulled },
      )
      const away = outcomes.flatMap(({ kind, pulled }) =>
        pulled instanceof Problem ? { kind, problem: pulled } : [],
      )
      const isHeld = held !== undefined && context.now() < held.validUntil
      const isMissed = (kind: Kind) =>
        found.length === 0 || (isHeld && !held.data.unavailable_kinds.includes(kind))
      for (const { kind, problem } of away) if (isMissed(kind)) throw problem

      const fetchedAt = Math.min(...found.map((each) => each.fetchedAt))
      const standIns = found.filter(({ kind, feed }) => feed !== idOf(kind)).map(({ source }) => source)
      const own = [label, context.settings.sourceNote].filter(Boolean).join(' ')
      const source = [own, ...standIns].join('; ')
      const unavailable = away.map(({ kind }) => kind)
      const values = found.map(({ value }) => value)
      const data = toData(values, { params, source, fetchedAt, unavailable })
      return { data, source, fetchedAt, isPartial: unavailable.length > 0 }
    },
  }
}

async function pulledOrProblem<Value>(
  upstream: Upstream<unknown, Value>,
  context: Context,
): Promise<Pulled<Value> | Problem> {
  try {
    return await pull(upstream, undefined, context)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** What this program knows by itself, as it was at an instant. */
export function ownData<Data>(data: Data, fetchedAt: number): Loaded<Data> {
  return { data, source: 'Space-Data', fetchedAt }
}

/** Data that this program knows by itself. */
export function fromOurselves<Data>(
  toData: (context: Context) => Data | Promise<Data>,
): Source<unknown, Data> {
  return {
    upstreams: [],
    stored: false,
    load: async (_, context) => ownData(await toData(context), context.now()),
  }
}
