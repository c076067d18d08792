import type { ElementSet } from '#catalogue/elements/element-set'
import { trackOf } from '#catalogue/orbit/earth-fixed'
import { type Geodetic, toGeodetic } from '#catalogue/orbit/ellipsoid'

/** Returns the location below an object; `undefined` if its elements are invalid or it has decayed. */
export function groundPosition(elements: ElementSet, epochMs: number): Geodetic | undefined {
  const state = new Float64Array(6)
  if (!trackOf(elements)?.stateAt(epochMs, state)) return undefined
  const place = toGeodetic(state)
  return place.altitudeKm > 0 ? place : undefined
}
