import { greenwichSiderealTime, sunPositionKm, type Vector } from '@space-data/charts/sun'
import type { ElementSet } from '#features/objects/elements/element-set'
import { createPropagator } from '#features/objects/orbit/propagate'

/** Rotation of the Earth, radians per second. */
const EARTH_RATE = 7.292115e-5
const REVOLUTION_MS_PER_DAY = 86_400_000

/**
 * Position in km and velocity in km/s in the frame of the rotating Earth: x to Greenwich, z to the North
 * Pole.
 */
export type State = Float64Array

/** Positions of an object at any instant. */
export interface Track {
  /** Writes the state at an instant in epoch milliseconds; returns false if SGP4 fails, and after decay. */
  readonly stateAt: (timeMs: number, out: State) => boolean
  readonly periodMs: number
  /**
   * A 24th of a revolution at the speed of perigee, in which the object moves by less than 16° around the
   * Earth.
   */
  readonly stepMs: number
}

/** Returns the track of an object by SGP4; `undefined` if its elements are invalid. */
export function trackOf(elements: ElementSet): Track | undefined {
  const write = createPropagator(elements)
  if (!write) return undefined
  const epochMs = Date.parse(elements.epoch)
  const periodMs = REVOLUTION_MS_PER_DAY / elements.meanMotionRevPerDay
  const { eccentricity: e } = elements
  const stepMs = ((periodMs / 24) * (1 - e * e) ** 1.5) / (1 + e) ** 2
  const stateAt = (timeMs: number, out: State) => {
    if (!write((timeMs - epochMs) / 60_000, out, 0)) return false
    turn(out, greenwichSiderealTime(timeMs))
    return true
  }
  return { stateAt, periodMs, stepMs }
}

/** Rotates a state from TEME to the frame of the Earth, without polar motion (10 m). */
function turn(state: State, angle: number): void {
  const [x = 0, y = 0, , vx = 0, vy = 0] = state
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  state[0] = cos * x + sin * y
  state[1] = cos * y - sin * x
  state[3] = cos * vx + sin * vy + EARTH_RATE * state[1]
  state[4] = cos * vy - sin * vx - EARTH_RATE * state[0]
}

/** Returns the position of the Sun in the frame of the rotating Earth, km. */
export function sunAboveEarthKm(timeMs: number): Vector {
  const [x, y, z] = sunPositionKm(timeMs)
  const angle = greenwichSiderealTime(timeMs)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [cos * x + sin * y, cos * y - sin * x, z]
}

/** Returns the inertial speed of a state, km/s, without the rotation of the Earth. */
export function inertialSpeedKmPerS([x = 0, y = 0, , vx = 0, vy = 0, vz = 0]: State): number {
  return Math.hypot(vx - EARTH_RATE * y, vy + EARTH_RATE * x, vz)
}
