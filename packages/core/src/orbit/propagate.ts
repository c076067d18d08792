import { gstime, json2satrec, type SatRec, sgp4 } from 'satellite.js'
import type { ElementSet } from '#orbit/element-set'
import { nearEarthOrbit, writeNearEarth } from '#orbit/near-earth'

/** Time between two knots. */
export const KNOT_SECONDS = 600
/** Knots of a day, both ends included. */
export const KNOT_COUNT = 145
/** Numbers of a knot: position in km, velocity in km/s, acceleration in km/s², each x, y, z in TEME. */
export const KNOT_WIDTH = 9

/** WGS 72, in which element sets are fitted. */
const GM_KM3_PER_S2 = 398_600.8
const EARTH_RADIUS_KM = 6_378.135
const J2 = 0.001082616

/** Nothing that orbits the Earth is further out: SGP4 has lost the object. */
const FURTHEST_KM = 1e6
const SGP4_XP = 4

/**
 * Writes SGP4's knots over the day from `t0` (epoch milliseconds) into `knots`, and gives how many there are before
 * propagation breaks off: 0 if the elements are refused or the object is gone at `t0`.
 */
export function writeKnots(elementSet: ElementSet, t0: number, knots: Float64Array): number {
  const start = (t0 - Date.parse(elementSet.epoch)) / 60_000
  const satrec = satrecOf(elementSet)
  if (!satrec || !Number.isFinite(start)) return 0
  const near = nearEarthOrbit(satrec)
  for (let knot = 0, at = 0; knot < KNOT_COUNT; knot++, at += KNOT_WIDTH) {
    const minute = start + (knot * KNOT_SECONDS) / 60
    const holds = near ? writeNearEarth(near, minute, knots, at) : writeDeepSpace(satrec, minute, knots, at)
    if (!holds || !writeAcceleration(knots, at)) return knot
  }
  return KNOT_COUNT
}

/** Angle of the Greenwich meridian from TEME's x axis, in radians. */
export function siderealAngle(epochMs: number): number {
  return gstime(epochMs / 86_400_000 + 2_440_587.5)
}

/** What satellite.js makes of an element set; `undefined` if it, or the theory its elements are for, is refused. */
export function satrecOf(set: ElementSet): SatRec | undefined {
  if (set.ephemeris_type === SGP4_XP) return undefined
  const satrec = json2satrec({
    OBJECT_NAME: set.name,
    OBJECT_ID: set.international_designator ?? '',
    EPOCH: set.epoch,
    MEAN_MOTION: set.mean_motion_rev_per_day,
    ECCENTRICITY: set.eccentricity,
    INCLINATION: set.inclination_deg,
    RA_OF_ASC_NODE: set.raan_deg,
    ARG_OF_PERICENTER: set.arg_of_pericenter_deg,
    MEAN_ANOMALY: set.mean_anomaly_deg,
    EPHEMERIS_TYPE: 0,
    CLASSIFICATION_TYPE: 'U',
    NORAD_CAT_ID: set.norad_id,
    ELEMENT_SET_NO: set.element_set_no,
    REV_AT_EPOCH: set.rev_at_epoch,
    BSTAR: set.bstar_per_earth_radius,
    MEAN_MOTION_DOT: set.mean_motion_dot_rev_per_day2,
    MEAN_MOTION_DDOT: set.mean_motion_ddot_rev_per_day3,
  })
  return satrec.error === 0 ? satrec : undefined
}

/** False where SGP4 fails, says so or not: `tempa` turns negative long after decay. */
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

/** Of two bodies and J2, from a knot's position. False at a place where no object can be, and where it is NaN. */
function writeAcceleration(knots: Float64Array, at: number): boolean {
  const x = knots[at]!
  const y = knots[at + 1]!
  const z = knots[at + 2]!
  const radius = Math.sqrt(x * x + y * y + z * z)
  if (!(radius < FURTHEST_KM)) return false
  const pull = -GM_KM3_PER_S2 / (radius * radius * radius)
  const flattening = 1.5 * J2 * (EARTH_RADIUS_KM / radius) ** 2
  const towardsPole = 5 * (z / radius) ** 2
  knots[at + 6] = pull * x * (1 + flattening * (1 - towardsPole))
  knots[at + 7] = pull * y * (1 + flattening * (1 - towardsPole))
  knots[at + 8] = pull * z * (1 + flattening * (3 - towardsPole))
  return true
}
