import type { State, Track } from '#features/objects/orbit/earth-fixed'
import { createObserver, type Look, type Observer, type Place } from '#features/objects/orbit/observer'
import { turnBetween } from '#features/objects/orbit/turn-between'
import { endOfTurn } from '#kernel/kit/end-of-turn'
import { days } from '#kernel/kit/time'

/** An instant of a pass, in epoch milliseconds, with the direction of the object. */
export interface Sight extends Look {
  readonly at: number
}

/** A pass of an object above the horizon of a location. */
export interface Pass {
  /**
   * `null` if the object was above the horizon already when the search began, a day or a revolution earlier.
   */
  readonly rise: Sight | null
  /** The highest point; for an object without rise or set, within the search. */
  readonly highest: Sight
  /**
   * `null` if the object stays above the horizon until the end of the search, a day or a revolution later.
   */
  readonly set: Sight | null
}

/** Passes to search for; instants are epoch milliseconds. */
export interface PassSearch {
  readonly from: number
  readonly to: number
  /** Minimum elevation of the highest point. */
  readonly minElevationDeg: number
}

/** Period from which an object may stay above the horizon for longer than a revolution. */
const SLOW_PERIOD_MS = 225 * 60_000
/** Points of the search per turn of the event loop: about 2 ms, including refinements between them. */
const POINTS_PER_TURN = 300
/** Sine of an elevation from which no object reaches the horizon in a step: it would have to move by 30°. */
const FAR_BELOW = -0.5

/**
 * An instant and the sine of the elevation. Between successive points, the elevation only rises or only
 * falls.
 */
interface Point {
  readonly at: number
  readonly sine: number
}

/**
 * Yields the passes above the horizon that are not over at `from`, begin before `to` and are high enough,
 * earliest first. Passes of any length are found, even of a second, as each maximum of the elevation is
 * found. Yields to the event loop in between.
 */
export async function* findPasses(track: Track, place: Place, search: PassSearch): AsyncGenerator<Pass> {
  const { from, to, minElevationDeg } = search
  const observer = createObserver(place)
  const state = new Float64Array(6)
  const sightAt = (at: number): Sight => {
    track.stateAt(at, state)
    return { at, ...observer.look(state) }
  }
  const isUpAt = (at: number) => track.stateAt(at, state) && observer.height(state)[0] > 0
  const margin = track.periodMs < SLOW_PERIOD_MS ? track.periodMs : days(1)
  let before: Point | undefined
  let rise: number | undefined
  let highest: Point | undefined
  let highestWithin: Point | undefined
  const highestOf = (top: Point, set: number | undefined): Sight => {
    if (rise !== undefined && set !== undefined) return sightAt(top.at)
    const instants = [Math.max(from, rise ?? from), highestWithin?.at ?? to, Math.min(to, set ?? to)]
    return instants.map(sightAt).reduce((best, each) => (each.elevationDeg > best.elevationDeg ? each : best))
  }
  const toPass = (top: Point, set: number | undefined): Pass | undefined => {
    if ((set ?? to) <= from || (rise ?? from) >= to) return undefined
    const pass = {
      rise: rise === undefined ? null : sightAt(rise),
      highest: highestOf(top, set),
      set: set === undefined ? null : sightAt(set),
    }
    return pass.highest.elevationDeg >= minElevationDeg ? pass : undefined
  }
  let points = 0
  for (const point of turningPoints(track, observer, from - margin, to + margin)) {
    points += 1
    if (points % POINTS_PER_TURN === 0) await endOfTurn()
    const [wasUp, isUp] = [before !== undefined && before.sine > 0, point.sine > 0]
    if (before && isUp && !wasUp) rise = turnBetween(before.at, point.at, isUpAt)
    if (before && wasUp && !isUp) {
      const pass = highest && toPass(highest, turnBetween(before.at, point.at, isUpAt))
      if (pass) yield pass
      rise = highest = highestWithin = undefined
    }
    if (!isUp && point.at >= to) return
    if (isUp && (!highest || point.sine > highest.sine)) highest = point
    const isWithin = point.at >= from && point.at <= to
    if (isUp && isWithin && (!highestWithin || point.sine > highestWithin.sine)) highestWithin = point
    before = point
  }
  const last = highest && toPass(highest, undefined)
  if (last) yield last
}

/**
 * Yields points in time between which the elevation only rises or only falls: every step, the maxima that may
 * be above the horizon, and the minima that may be below it. Ends when SGP4 fails.
 */
function* turningPoints(track: Track, observer: Observer, from: number, to: number): Generator<Point> {
  const state: State = new Float64Array(6)
  const heightAt = (at: number) => (track.stateAt(at, state) ? observer.height(state) : undefined)
  const isRisingAt = (at: number) => (heightAt(at)?.[1] ?? 0) > 0
  let before: { readonly at: number; readonly sine: number; readonly slope: number } | undefined
  for (let at = from; at < to + track.stepMs; at += track.stepMs) {
    const height = heightAt(at)
    if (!height) return
    const [sine, slope] = height
    if (before && before.slope > 0 !== slope > 0) {
      const isNear = slope > 0 ? before.sine > 0 && sine > 0 : Math.max(before.sine, sine) > FAR_BELOW
      if (isNear) {
        const turn = turnBetween(before.at, at, isRisingAt)
        yield { at: turn, sine: heightAt(turn)?.[0] ?? -1 }
      }
    }
    yield { at, sine }
    before = { at, sine, slope }
  }
}
