import { json2satrec, type SatRec, sgp4 } from 'satellite.js'
import { toOmm } from '#features/objects/elements/element-fields'
import type { ElementSet } from '#features/objects/elements/element-set'
import { writeNearEarth } from '#features/objects/orbit/near-earth'
import { nearEarthOrbit } from '#features/objects/orbit/near-earth-orbit'
import { KNOT_COUNT, KNOT_SECONDS, KNOT_WIDTH } from '#features/objects/orbit/sampling'

/** WGS 72 constants, which are used to fit element sets. */
const GM_KM3_PER_S2 = 398_600.8
const EARTH_RADIUS_KM = 6_378.135
const J2 = 0.001082616

/** Largest plausible radius: beyond it SGP4 has diverged. */
const MAX_RADIUS_KM = 1e6
/** Ephemeris type of SGP4-XP, which is another theory. */
const SGP4_XP = 4

/**
 * Propagates an element set by SGP4 over 24 hours and writes its states into `knots`.
 *
 * @param t0 Start in epoch milliseconds.
 * @returns Number of knots written before propagation failed: 0 if the elements are invalid or the object has
 *   decayed at `t0`.
 */
export function writeKnots(elementSet: ElementSet, t0: number, knots: Float64Array): number {
  const start = (t0 - Date.parse(elementSet.epoch)) / 60_000
  const write = Number.isFinite(start) ? createPropagator(elementSet) : undefined
  if (!write) return 0
  for (let knot = 0, at = 0; knot < KNOT_COUNT; knot++, at += KNOT_WIDTH) {
    const minute = start + (knot * KNOT_SECONDS) / 60
    if (!write(minute, knots, at) || !writeAcceleration(knots, at)) return knot
  }
  return KNOT_COUNT
}

/**
 * Writes the state of an object at a minute since its epoch into `out` from index `at`: position in km and
 * velocity in km/s (x, y, z in TEME). Returns false if SGP4 reports an error, and after decay.
 */
export type Propagator = (minute: number, out: Float64Array, at: number) => boolean

/** Initialises SGP4 for an element set; `undefined` if the elements are invalid or meant for SGP4-XP. */
export function createPropagator(elementSet: ElementSet): Propagator | undefined {
  if (elementSet.ephemerisType === SGP4_XP) return undefined
  const near = nearEarthOrbit(elementSet)
  if (near) {
    const write: Propagator = (minute, out, at) => writeNearEarth(near, minute, out, at)
    // As in satellite.js, elements are invalid if they have no state at their epoch.
    return write(0, new Float64Array(6), 0) ? write : undefined
  }
  const satrec = toSatrec(elementSet)
  return satrec && ((minute, out, at) => writeDeepSpace(satrec, minute, out, at))
}

/** Initialises SGP4 for an element set; `undefined` if the elements are invalid or meant for SGP4-XP. */
export function toSatrec(set: ElementSet): SatRec | undefined {
  if (set.ephemerisType === SGP4_XP) return undefined
  const omm = { ...toOmm(set), OBJECT_ID: set.internationalDesignator ?? '' }
  const satrec = json2satrec({ ...omm, EPHEMERIS_TYPE: 0, CLASSIFICATION_TYPE: 'U' })
  return satrec.error === 0 ? satrec : undefined
}

/** Returns false if SGP4 fails, even without an error: `tempa` becomes negative long after decay. */
function writeDeepSpace(satrec: SatRec, minute: number, knots: Float64Array, at: number): boolean {
  const state = sgp4(satrec, minute)
  if (!state || satrec.tempa <= 0) return false
  const { position, velocity } = state
  knots[at] = position.x
  knots[at + 1] = position.y
  knots[at + 2] = position.z
  knots[at + 3] = velocity.x
  knots[at + 4] = velocity.y
  knots[at + 5] = velocity.z
  return true
}

/**
 * Writes the acceleration of point mass and J2 at a knot's position. Returns false at an implausible position
 * or NaN.
 */
function writeAcceleration(knots: Float64Array, at: number): boolean {
  const x = knots[at]!
  const y = knots[at + 1]!
  const z = knots[at + 2]!
  const r = Math.sqrt(x * x + y * y + z * z)
  if (!(r < MAX_RADIUS_KM)) return false
  const pointMass = -GM_KM3_PER_S2 / (r * r * r)
  const j2Term = 1.5 * J2 * (EARTH_RADIUS_KM / r) ** 2
  const fiveSinLat2 = 5 * (z / r) ** 2
  knots[at + 6] = pointMass * x * (1 + j2Term * (1 - fiveSinLat2))
  knots[at + 7] = pointMass * y * (1 + j2Term * (1 - fiveSinLat2))
  knots[at + 8] = pointMass * z * (1 + j2Term * (3 - fiveSinLat2))
  return true
}
