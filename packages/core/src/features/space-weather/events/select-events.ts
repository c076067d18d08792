import * as v from 'valibot'
import { goesFlares } from '#features/space-weather/events/goes-flares'
import { type EventKind, eventKindNames, type SolarEvent } from '#features/space-weather/events/solar-event'
import { flareClassFlux } from '#features/space-weather/scales/noaa-scales'
import { listOf, optional } from '#kernel/endpoint/query-parameters'
import { wholeNumber } from '#kernel/endpoint/schemas'
import { joinLabels, sourceOf, splitLabels } from '#kernel/upstreams/source-label'

/** The query parameters of `/v1/events/recent`. */
export const eventParameters = {
  kind: optional(listOf('Kinds of events', eventKindNames, 'cme,flare')),
  min_class: optional(
    v.pipe(
      v.string(),
      v.regex(/^([ABCM][1-9]|X[1-9][0-9]?)(\.[0-9])?$/),
      v.maxLength(5),
      v.description(
        'Weakest flare class listed; other kinds of events are not affected: a letter and a number, such ' +
          'as M1 or X1.5',
      ),
      v.examples(['M1']),
    ),
  ),
  limit: optional(wholeNumber('Maximum number of events, newest first: 1 to 1000', 20, { max: 1_000 })),
}

/** A list of events, newest first, with the kinds that are missing from it. */
interface EventList {
  readonly count: number
  readonly events: SolarEvent[]
  readonly unavailable_kinds: EventKind[]
  readonly source: string
}

/** Selects events by checked query parameters. A flare without a class is below every class. */
export function selectEvents<List extends EventList>(
  whole: List,
  { kind, min_class, limit }: { readonly [K in keyof typeof eventParameters]?: unknown },
): List {
  const kinds = typeof kind === 'string' ? kind.split(',') : eventKindNames
  const isChosen = (each: EventKind) => (kinds as readonly string[]).includes(each)
  const leastFlux = typeof min_class === 'string' ? flareClassFlux(min_class) : 0
  const isStrong = ({ kind, flare_class }: SolarEvent) =>
    kind !== 'flare' || leastFlux === 0 || (flare_class !== null && flareClassFlux(flare_class) >= leastFlux)
  const events = whole.events
    .filter((each) => isChosen(each.kind) && isStrong(each))
    .slice(0, typeof limit === 'number' ? limit : undefined)
  const unavailable_kinds = whole.unavailable_kinds.filter(isChosen)
  const source = sourceOfKinds(whole.source, kinds)
  return { ...whole, count: events.length, events, unavailable_kinds, source }
}

/**
 * Returns the labels for some kinds from the `source` of all events. Flares have the label of their fallback
 * while it is in use; all other kinds have the first label.
 */
export function sourceOfKinds(source: string, kinds: readonly string[]): string {
  const labels = splitLabels(source)
  const fallback = labels.find((label) => label.startsWith(sourceOf(goesFlares, '')))
  if (fallback === undefined) return source
  const isUsed = (label: string) =>
    label === fallback ? kinds.includes('flare') : kinds.some((kind) => kind !== 'flare')
  return joinLabels(labels.filter(isUsed)) || source
}
