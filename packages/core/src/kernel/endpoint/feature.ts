import type { AnyEndpoint, Context, Endpoint, Health } from '#kernel/endpoint/endpoint'
import type { Settings } from '#kernel/kit/environment'
import { InvalidOptionError } from '#kernel/kit/errors'
import type { OptionRules } from '#kernel/kit/option-rules'
import type { RenderProblem } from '#kernel/kit/problem'
import type { Stop } from '#kernel/kit/schedule'
import type { ExportedKinds } from '#kernel/storage/records/exported'
import type { Rows } from '#kernel/upstreams/upstream'

/**
 * One part of the service. An instance is made of a list of features.
 *
 * @typeParam In The context that its code takes, with its services and the services of the features that it needs.
 * @typeParam Payloads The payloads of its endpoints by path, and of the features that it needs.
 * @typeParam Api The members that it adds to an instance, and that the features that it needs add.
 */
export interface Feature<
  In extends Context = Context,
  Payloads = Record<never, never>,
  Api = Record<never, never>,
> {
  /** Unique name in lower case, such as `space-weather`. */
  readonly name: string
  /** Features whose services and payloads it uses. They are served with it. */
  readonly needs?: readonly AnyFeature[]
  /** The options of the instance that it takes, by name. Those with a default become settings. */
  readonly options?: OptionRules
  /**
   * Returns its settings that are not an option unchanged, from the options of the instance.
   * @throws InvalidOptionError
   */
  readonly settings?: (options: never, now: () => number) => object
  /** Creates its services, which the context has from then on. Called once, after the features it needs. */
  readonly services?: (context: In) => object
  /** Its endpoints, in the order of the documentation. A function if their schemas depend on options. */
  readonly endpoints?: readonly Endpoint<In>[] | ((settings: In['settings']) => readonly Endpoint<In>[])
  /** Loads the kinds of records that an export contains, in their order. */
  readonly records?: () => Promise<ExportedKinds<In>>
  /** Creates what hosts call: members of the instance, and of its `jobs`. */
  readonly api?: (context: In) => object
  /** Records the rows of a response of a provider, under the id of their series. */
  readonly onRows?: (seriesId: string, rows: Rows, context: In) => Promise<void>
  /** Returns its services on a mirror, which read the series of the central instance instead of a history. */
  readonly mirrored?: (context: In, series: never) => object
  /** Starts its schedules, with the options of `jobs.start`. */
  readonly start?: (context: In, options: never) => Stop
  /** Reads its state for `/status`. Sends no request to a provider; rejects as the store does. */
  readonly health?: (context: In) => Promise<Health>
  /** Changes when pages must show its data at once, although their own validity has not ended. */
  readonly version?: (context: In) => string | undefined
  /** Loads the data that `/readyz` waits for. */
  readonly firstData?: (context: In) => Promise<unknown>
  /** Loads code that is not needed at the start. */
  readonly later?: readonly (() => Promise<unknown>)[]
  /** Loads the page that browsers receive for an error. Without a feature that has one, they receive JSON. */
  readonly problemPage?: () => Promise<RenderProblem>
  /** Only for the compiler. */
  readonly types?: { readonly payloads: Payloads; readonly api: Api }
}

/** A feature with any context and any payloads. */
export type AnyFeature = Feature<never, unknown, unknown>

/** The payloads of all endpoints of a list of features, by path. */
export type PayloadsOfFeatures<Features extends readonly AnyFeature[]> = Meet<PayloadsIn<Features[number]>>

type PayloadsIn<F> = F extends Feature<never, infer Payloads, unknown> ? Payloads : never

/** The members that a list of features adds to an instance. */
export type ApiOfFeatures<Features extends readonly AnyFeature[]> = Meet<ApiIn<Features[number]>>

type ApiIn<F> = F extends Feature<never, unknown, infer Api> ? Api : never

/** The intersection of the members of a union. */
type Meet<Union> = (Union extends unknown ? (member: Union) => void : never) extends (meet: infer All) => void
  ? All
  : never

/** Returns the endpoints of features, in the order of the list. */
export function endpointsOf(features: readonly AnyFeature[], settings: Settings): readonly Endpoint[] {
  const all: readonly AnyEndpoint[] = features.flatMap(({ endpoints = [] }) =>
    typeof endpoints === 'function' ? endpoints(settings as never) : endpoints,
  )
  // The context of an instance has the services and the settings of all of its features.
  return all as readonly unknown[] as readonly Endpoint[]
}

/** Returns what the options of features accept. */
export function optionsOf(features: readonly AnyFeature[]): OptionRules {
  return Object.assign({}, ...features.map(({ options }) => options))
}

/** Returns the settings that features make of options themselves. */
export function settingsOf(features: readonly AnyFeature[], options: object, now: () => number): object {
  return Object.assign({}, ...features.map(({ settings }) => settings?.(options as never, now)))
}

/** Loads the kinds of records that an export of these features contains. */
export async function recordsOf(features: readonly AnyFeature[]): Promise<ExportedKinds> {
  const loaded = await Promise.all(features.map(({ records }) => records?.()))
  // The context of an instance has the services and the settings of all of its features.
  return Object.assign({}, ...loaded) as ExportedKinds
}

/** Loads all code of these features that is not needed at the start. */
export async function loadLater(features: readonly AnyFeature[]): Promise<void> {
  const loads = features.flatMap(({ later = [], problemPage }) =>
    problemPage ? [...later, problemPage] : later,
  )
  await Promise.all(loads.map((load) => load()))
}

/** Returns features, and what they need before them. A feature that is in the list stays where it is. */
export function withNeeds(features: readonly AnyFeature[]): readonly AnyFeature[] {
  const listed = new Set(features)
  return [...new Set(features.flatMap((feature) => [...missing(feature, listed), feature]))]
}

/** Returns features in an order in which each follows those that it needs. */
export function inOrderOfNeeds(features: readonly AnyFeature[]): readonly AnyFeature[] {
  return [...new Set(features.flatMap((feature) => [...missing(feature, new Set()), feature]))]
}

/** Returns what a feature needs, deepest first, without the features of a list. */
function missing({ needs = [] }: AnyFeature, listed: ReadonlySet<AnyFeature>): AnyFeature[] {
  return needs.flatMap((each) => (listed.has(each) ? [] : [...missing(each, listed), each]))
}

/** Throws an InvalidOptionError if two features have the same name. */
export function assertDistinct(features: readonly AnyFeature[]): void {
  const names = features.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw new InvalidOptionError(`features: two features are named ${twice}`)
}
