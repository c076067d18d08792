import type { ElementSet } from '#features/objects/elements/element-set'
import { trackOf } from '#features/objects/orbit/earth-fixed'
import { type Geodetic, toGeodetic } from '#features/objects/orbit/ellipsoid'

/** Returns the location below an object; `undefined` if its elements are invalid or it has decayed. */
export function groundPosition(elements: ElementSet, epochMs: number): Geodetic | undefined {
  const state = new Float64Array(6)
  if (!trackOf(elements)?.stateAt(epochMs, state)) return undefined
  const place = toGeodetic(state)
  return place.altitudeKm > 0 ? place : undefined
}
