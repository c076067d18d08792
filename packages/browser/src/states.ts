import { json2satrec, type SatRec, sgp4 } from 'satellite.js'
import type { PackedObjects } from '#packed-objects'

/** Numbers per object: position in km, then velocity in km/s, each x, y, z in TEME. */
export const STATE_WIDTH = 6

/** Initialises SGP4 for every object; `null` if the elements are invalid. */
export function toSatrecs(objects: PackedObjects): (SatRec | null)[] {
  return Array.from({ length: objects.count }, (_, i) => {
    const satrec = json2satrec({
      OBJECT_NAME: '',
      OBJECT_ID: '',
      EPOCH: new Date(objects.epochs[i] as number).toISOString(),
      MEAN_MOTION: (objects.meanMotions[i] as number) / 1e8,
      ECCENTRICITY: (objects.eccentricities[i] as number) / 1e7,
      INCLINATION: (objects.inclinations[i] as number) / 1e4,
      RA_OF_ASC_NODE: (objects.raans[i] as number) / 1e4,
      ARG_OF_PERICENTER: (objects.argsOfPericenter[i] as number) / 1e4,
      MEAN_ANOMALY: (objects.meanAnomalies[i] as number) / 1e4,
      EPHEMERIS_TYPE: 0,
      CLASSIFICATION_TYPE: 'U',
      NORAD_CAT_ID: objects.noradIds[i] as number,
      ELEMENT_SET_NO: 0,
      REV_AT_EPOCH: 0,
      BSTAR: objects.bstars[i] as number,
      MEAN_MOTION_DOT: 0,
      MEAN_MOTION_DDOT: 0,
    })
    return satrec.error === 0 ? satrec : null
  })
}

/** Propagates all objects to a time, in epoch milliseconds; NaN if SGP4 reports an error or a decay. */
export function statesAt(
  satrecs: readonly (SatRec | null)[],
  epochs: Float64Array,
  time: number,
): Float32Array {
  const states = new Float32Array(satrecs.length * STATE_WIDTH).fill(Number.NaN)
  satrecs.forEach((satrec, i) => {
    const state = satrec && sgp4(satrec, (time - (epochs[i] as number)) / 60_000)
    if (!state) return
    const { position, velocity } = state
    states.set([position.x, position.y, position.z, velocity.x, velocity.y, velocity.z], i * STATE_WIDTH)
  })
  return states
}

/**
 * Writes the positions between two states by cubic Hermite interpolation: `share` is the position between
 * them, 0 to 1, and `seconds` the time between them.
 */
export function writePositions(
  before: Float32Array,
  after: Float32Array,
  share: number,
  seconds: number,
  positions: Float32Array,
): void {
  const s2 = share * share
  const s3 = s2 * share
  const p1 = 3 * s2 - 2 * s3
  const p0 = 1 - p1
  const v0 = (s3 - 2 * s2 + share) * seconds
  const v1 = (s3 - s2) * seconds
  for (let at = 0, to = 0; to < positions.length; at += STATE_WIDTH, to += 3) {
    for (let axis = 0; axis < 3; axis += 1) {
      const p = at + axis
      positions[to + axis] =
        p0 * (before[p] as number) +
        v0 * (before[p + 3] as number) +
        p1 * (after[p] as number) +
        v1 * (after[p + 3] as number)
    }
  }
}
