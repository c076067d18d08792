import { rounded } from '#features/objects/elements/element-set'
import type { Place } from '#features/objects/orbit/observer'
import { findPasses, type Pass, type Sight } from '#features/objects/orbit/passes'
import { timingErrorS } from '#features/objects/orbit/timing-error'
import { type VisibleSpan, visibleSpans } from '#features/objects/orbit/visible-spans'
import type { TrackedObject } from '#features/passes/held-object'
import type { ListedPass, ObjectWithoutPasses } from '#features/passes/pass-schemas'
import { endOfTurn } from '#kernel/kit/end-of-turn'
import { iso } from '#kernel/kit/time'

const LIGHT_KM_PER_S = 299_792.458

/** Passes to list. Instants are epoch milliseconds. */
export interface PassQuery {
  readonly place: Place
  readonly from: number
  readonly to: number
  /**
   * Minimum elevation of the highest point; with only visible passes, the minimum within the visible part.
   */
  readonly minElevationDeg: number
  readonly onlyVisible: boolean
  /** Frequency whose Doppler shift is listed. */
  readonly frequencyMhz?: number | undefined
  /** Maximum number of passes, earliest first. */
  readonly limit: number
  /** Whether to determine why an object has no pass, which needs another search. @default false */
  readonly explains?: boolean
}

/** Passes, and the objects without passes if the query requests them. */
interface PassList {
  readonly passes: readonly ListedPass[]
  readonly without: readonly ObjectWithoutPasses[]
}

/** Returns the passes of some objects, earliest rise first. Yields to the event loop in between. */
export async function listPasses(objects: readonly TrackedObject[], query: PassQuery): Promise<PassList> {
  const passes: { readonly at: number; readonly listed: ListedPass }[] = []
  const without: ObjectWithoutPasses[] = []
  for (const object of objects) {
    await endOfTurn()
    let left = query.limit
    for await (const pass of findPasses(object.track, query.place, query)) {
      const { rise, highest, set } = pass
      const [from, to] = [rise?.at ?? query.from, set?.at ?? query.to]
      const visible = await visibleSpans(object.track, query.place, from, to)
      const isHigh = visible.some((span) => span.highestElevationDeg >= query.minElevationDeg)
      if (query.onlyVisible && !isHigh) continue
      passes.push({
        at: rise?.at ?? Math.min(query.from, highest.at),
        listed: toListed(object, pass, visible, query.frequencyMhz),
      })
      left -= 1
      if (left === 0) break
    }
    if (query.explains && left === query.limit) without.push(await describeMissing(object, query))
  }
  const listed = passes
    .sort((one, other) => one.at - other.at)
    .slice(0, query.limit)
    .map((pass) => pass.listed)
  return { passes: listed, without }
}

/** Returns why no pass of an object is listed, from its passes of any height. */
async function describeMissing(
  { elements: { noradId, name }, track }: TrackedObject,
  { minElevationDeg, place, ...span }: PassQuery,
): Promise<ObjectWithoutPasses> {
  const unlisted: Pass[] = []
  for await (const pass of findPasses(track, place, { ...span, minElevationDeg: 0 })) unlisted.push(pass)
  const object = { norad_id: noradId, name }
  if (unlisted.length === 0) return { ...object, reason: 'never_rises', highest_elevation_deg: null }
  const highestDeg = Math.max(...unlisted.map(({ highest }) => highest.elevationDeg))
  const isAlwaysUp = unlisted.some(({ rise, set }) => rise === null && set === null)
  const reason = highestDeg >= minElevationDeg ? 'not_visible' : isAlwaysUp ? 'never_sets' : 'too_low'
  return { ...object, reason, highest_elevation_deg: rounded(highestDeg) }
}

function toListed(
  { elements }: TrackedObject,
  { rise, highest, set }: Pass,
  visible: readonly VisibleSpan[],
  frequencyMhz: number | undefined,
): ListedPass {
  const toSight = sightAt(frequencyMhz)
  const [start, end] = [rise && toSight(rise, Math.floor), set && toSight(set, Math.ceil)]
  return {
    norad_id: elements.noradId,
    name: elements.name,
    rise: start,
    highest: toSight(highest, Math.round),
    set: end,
    duration_s: start && end && (Date.parse(end.at) - Date.parse(start.at)) / 1_000,
    visible: visible.map((span) => ({
      start: toSight(span.start, Math.floor),
      end: toSight(span.end, Math.ceil),
      highest_elevation_deg: rounded(span.highestElevationDeg),
    })),
    elements_epoch: iso(Date.parse(elements.epoch)),
    error_s: Math.round(timingErrorS(elements, highest.at) * 10) / 10,
  }
}

/**
 * Returns a function that rounds an instant to whole seconds, which is finer than its accuracy. A pass stays
 * within its rounded times. The other values belong to the exact instant.
 */
function sightAt(frequencyMhz: number | undefined) {
  return (sight: Sight, round: (seconds: number) => number): ListedPass['highest'] => ({
    at: iso(round(sight.at / 1_000) * 1_000),
    // 359.9996° would round to 360.
    azimuth_deg: rounded(sight.azimuthDeg) % 360,
    elevation_deg: rounded(sight.elevationDeg) + 0,
    range_km: rounded(sight.rangeKm),
    range_rate_km_s: rounded(sight.rangeRateKmPerS) + 0,
    ...(frequencyMhz && { doppler_hz: dopplerHz(frequencyMhz, sight.rangeRateKmPerS) }),
  })
}

/** Returns the non-relativistic Doppler shift, positive on approach. */
function dopplerHz(frequencyMhz: number, rangeRateKmPerS: number): number {
  return Math.round((-frequencyMhz * 1e6 * rangeRateKmPerS) / LIGHT_KM_PER_S) + 0
}
