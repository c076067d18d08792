import type { Context } from '#context'
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
export interface Asked<Data> {
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

/** Data made of the values of several upstreams that all must answer; a fallback that stands in is named in `source`. */
export function fromAll<Values extends readonly unknown[], Data>(
  upstreams: { readonly [I in keyof Values]: Upstream<unknown, Values[I]> },
  label: string,
  toData: (values: Values, facts: Facts<unknown>) => Data,
): Source<unknown, Data> {
  return {
    upstreams: upstreams.map(({ id }) => id),
    stored: true,
    async load(params, context) {
      const pulled: Pulled<unknown>[] = await Promise.all(
        upstreams.map((each) => pull(each, undefined, context)),
      )
      const fetchedAt = Math.min(...pulled.map((each) => each.fetchedAt))
      const standIns = pulled.filter(({ feed }, i) => feed !== upstreams[i]?.id).map(({ source }) => source)
      const own = [label, context.settings.sourceNote].filter(Boolean).join(' ')
      const source = [own, ...standIns].join('; ')
      const values = pulled.map(({ value }) => value) as unknown as Values
      return { data: toData(values, { params, source, fetchedAt }), source, fetchedAt }
    },
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
