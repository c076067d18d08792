import { eciToGeodetic, sgp4 } from 'satellite.js'
import type { ElementSet } from '#catalogue/elements/element-set'
import { toSatrec } from '#catalogue/orbit/propagate'
import { greenwichSiderealTime } from '#kit/sidereal-time'

/** A place above the Earth: geodetic, WGS 72. */
export interface GroundPosition {
  readonly longitudeDeg: number
  readonly latitudeDeg: number
  readonly altitudeKm: number
}

const DEGREES = 180 / Math.PI

/** Returns where an object is, by SGP4; `undefined` if its elements are invalid or it has decayed. */
export function groundPosition(elements: ElementSet, epochMs: number): GroundPosition | undefined {
  const satrec = toSatrec(elements)
  const state = satrec && sgp4(satrec, (epochMs - Date.parse(elements.epoch)) / 60_000)
  if (!state) return undefined
  const { longitude, latitude, height } = eciToGeodetic(state.position, greenwichSiderealTime(epochMs))
  if (!(height > 0)) return undefined
  return { longitudeDeg: longitude * DEGREES, latitudeDeg: latitude * DEGREES, altitudeKm: height }
}
