import { degreesToRadians, ecfToLookAngles, eciToEcf, propagate, twoline2satrec } from 'satellite.js'
import { greenwichSiderealTime } from '#orbit/propagate'

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

/**
 * Returns the next passes above the horizon by SGP4, the one under way included, of those that rise at least
 * `minElevationDeg`: at most `count` within two days. Passes of under two minutes may be missed.
 *
 * @param lines Both lines of the TLE.
 * @param from Epoch milliseconds.
 */
export function nextPasses(
  lines: readonly [line1: string, line2: string],
  place: Place,
  from: number,
  { count = 3, minElevationDeg = 10 } = {},
): Pass[] {
  const viewAt = observer(lines, place)
  const isUp = (at: number) => (viewAt(at)?.elevationDeg ?? -90) > 0
  const passes: Pass[] = []
  let at = from
  const end = from + SEARCH_MS
  while (at < end && passes.length < count) {
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
function observer([line1, line2]: readonly [string, string], { latitudeDeg, longitudeDeg }: Place) {
  const satrec = twoline2satrec(line1, line2)
  const place = {
    latitude: degreesToRadians(latitudeDeg),
    longitude: degreesToRadians(longitudeDeg),
    height: 0,
  }
  return (at: number): View | undefined => {
    const state = propagate(satrec, new Date(at))
    if (!state?.position) return undefined
    const { elevation, azimuth } = ecfToLookAngles(place, eciToEcf(state.position, greenwichSiderealTime(at)))
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
