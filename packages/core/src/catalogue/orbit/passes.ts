import {
  degreesToRadians,
  type EcfVec3,
  ecfToLookAngles,
  eciToEcf,
  propagate,
  twoline2satrec,
} from 'satellite.js'
import { endOfTurn } from '#kit/end-of-turn'
import { greenwichSiderealTime } from '#kit/sidereal-time'

/** A place on the ground. */
export interface Place {
  readonly latitudeDeg: number
  readonly longitudeDeg: number
}

/** A pass of a satellite above a place. Instants are epoch milliseconds, azimuths from north over east. */
export interface Pass {
  readonly riseAt: number
  readonly riseAzimuthDeg: number
  readonly highestAt: number
  readonly highestElevationDeg: number
  readonly highestAzimuthDeg: number
  readonly setAt: number
  readonly setAzimuthDeg: number
}

interface View {
  readonly elevationDeg: number
  readonly azimuthDeg: number
}

const STEP_MS = 60_000
const SEARCH_MS = 2 * 86_400_000
/** Instants are found to a second. */
const PRECISION_MS = 1_000

/** Steps of the search in one turn of the event loop: 6 hours, a millisecond for the first place. */
const STEPS_PER_TURN = 360

type Position = EcfVec3<number>

/** Where a satellite is from an instant on, above the turning Earth. */
export interface Track {
  /** Epoch milliseconds. */
  readonly from: number
  /** Returns the position at an instant; `undefined` where SGP4 fails. */
  readonly positionAt: (at: number) => Position | undefined
}

/**
 * Returns the track of a satellite by SGP4. What is found for one place, by the minute from `from` on, is
 * kept for the next.
 *
 * @param lines Both lines of the TLE.
 * @param from Epoch milliseconds.
 */
export function trackOf([line1, line2]: readonly [line1: string, line2: string], from: number): Track {
  const satrec = twoline2satrec(line1, line2)
  const kept: (Position | undefined)[] = []
  const find = (at: number) => {
    const state = propagate(satrec, new Date(at))
    return state?.position ? eciToEcf(state.position, greenwichSiderealTime(at)) : undefined
  }
  const positionAt = (at: number) => {
    const step = (at - from) / STEP_MS
    if (step < 0 || !Number.isInteger(step)) return find(at)
    if (!(step in kept)) kept[step] = find(at)
    return kept[step]
  }
  return { from, positionAt }
}

/**
 * Returns the next passes above the horizon, the one under way included, of those that rise at least
 * `minElevationDeg`: at most `count` within two days. Passes of under two minutes may be missed. The event
 * loop serves others in between.
 */
export async function nextPasses(
  track: Track,
  place: Place,
  { count = 3, minElevationDeg = 10 } = {},
): Promise<Pass[]> {
  const { from } = track
  const viewAt = observer(track, place)
  const isUp = (at: number) => (viewAt(at)?.elevationDeg ?? -90) > 0
  const passes: Pass[] = []
  let at = from
  const end = from + SEARCH_MS
  for (let step = 1; at < end && passes.length < count; step += 1) {
    if (step % STEPS_PER_TURN === 0) await endOfTurn()
    if (!isUp(at)) {
      at += STEP_MS
      continue
    }
    const riseAt = turnBetween(at - STEP_MS, at, isUp)
    let after = at
    while (isUp(after) && after < end) after += STEP_MS
    const setAt = turnBetween(after - STEP_MS, after, isUp)
    const highestAt = highestBetween(riseAt, setAt, (instant) => viewAt(instant)?.elevationDeg ?? -90)
    const [rise, highest, set] = [viewAt(riseAt), viewAt(highestAt), viewAt(setAt)]
    if (rise && highest && set && highest.elevationDeg >= minElevationDeg)
      passes.push({
        riseAt,
        riseAzimuthDeg: rise.azimuthDeg,
        highestAt,
        highestElevationDeg: highest.elevationDeg,
        highestAzimuthDeg: highest.azimuthDeg,
        setAt,
        setAzimuthDeg: set.azimuthDeg,
      })
    at = after + STEP_MS
  }
  return passes
}

/** Returns where a satellite is seen from a place at an instant; `undefined` where SGP4 fails. */
function observer({ positionAt }: Track, { latitudeDeg, longitudeDeg }: Place) {
  const place = {
    latitude: degreesToRadians(latitudeDeg),
    longitude: degreesToRadians(longitudeDeg),
    height: 0,
  }
  return (at: number): View | undefined => {
    const position = positionAt(at)
    if (!position) return undefined
    const { elevation, azimuth } = ecfToLookAngles(place, position)
    return { elevationDeg: (elevation * 180) / Math.PI, azimuthDeg: (azimuth * 180) / Math.PI }
  }
}

/** Finds by bisection when `isUp` changes between two instants at which it differs. */
function turnBetween(from: number, to: number, isUp: (at: number) => boolean): number {
  const wasUp = isUp(from)
  let [low, high] = [from, to]
  while (high - low > PRECISION_MS) {
    const middle = (low + high) / 2
    if (isUp(middle) === wasUp) low = middle
    else high = middle
  }
  return high
}

/** Finds the maximum of a function with one peak by ternary search. */
function highestBetween(from: number, to: number, heightAt: (at: number) => number): number {
  let [low, high] = [from, to]
  while (high - low > PRECISION_MS) {
    const third = (high - low) / 3
    if (heightAt(low + third) < heightAt(high - third)) low += third
    else high -= third
  }
  return (low + high) / 2
}
