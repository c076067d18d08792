import { sunElevationDeg } from '@space-data/charts/sun'
import { sunAboveEarthKm, type Track } from '#features/objects/orbit/earth-fixed'
import { isSunlit } from '#features/objects/orbit/ellipsoid'
import { createObserver, type Place } from '#features/objects/orbit/observer'
import type { Sight } from '#features/objects/orbit/passes'
import { turnBetween } from '#features/objects/orbit/turn-between'
import { endOfTurn } from '#kernel/kit/end-of-turn'
import { minutes, seconds } from '#kernel/kit/time'

/** A part of a pass, at least a minute long, during which the object is sunlit and the sky is dark. */
export interface VisibleSpan {
  readonly start: Sight
  readonly end: Sight
  /** Highest elevation of the object within the span, to a step of the search. */
  readonly highestElevationDeg: number
}

/** Elevation of the Sun below which the sky is dark enough: the end of civil twilight. */
const DARK_BELOW_DEG = -6
/** Steps of the search within a pass: at least 10 s, at most 2 minutes each. */
const [STEPS, MIN_STEP_MS, MAX_STEP_MS] = [60, seconds(10), minutes(2)]
const STEPS_PER_TURN = 500
/** Shorter spans are only a glint at the edge of the shadow or of the twilight. */
const SHORTEST_MS = minutes(1)

/**
 * Returns the spans between two instants, at least a minute long, during which an object above the horizon is
 * sunlit and the sky is dark.
 */
export async function visibleSpans(
  track: Track,
  place: Place,
  from: number,
  to: number,
): Promise<VisibleSpan[]> {
  const observer = createObserver(place)
  const state = new Float64Array(6)
  const sightAt = (at: number): Sight => {
    track.stateAt(at, state)
    return { at, ...observer.look(state) }
  }
  const isVisibleAt = (at: number) =>
    sunElevationDeg(place.latitudeDeg, place.longitudeDeg, at) < DARK_BELOW_DEG &&
    track.stateAt(at, state) &&
    isSunlit(state, sunAboveEarthKm(at))
  const stepMs = Math.min(MAX_STEP_MS, Math.max(MIN_STEP_MS, (to - from) / STEPS))
  const spans: VisibleSpan[] = []
  let [start, highest] = [Number.NaN, -90]
  let wasVisible = false
  for (let step = 0, at = from, before = from; ; step += 1, before = at, at = Math.min(at + stepMs, to)) {
    if (step % STEPS_PER_TURN === STEPS_PER_TURN - 1) await endOfTurn()
    const isVisible = isVisibleAt(at)
    if (isVisible && !wasVisible)
      [start, highest] = [step === 0 ? at : turnBetween(before, at, isVisibleAt), -90]
    if (isVisible) highest = Math.max(highest, sightAt(at).elevationDeg)
    const isLast = at >= to
    if ((wasVisible && !isVisible) || (isVisible && isLast)) {
      const [first, last] = [sightAt(start), sightAt(isVisible ? at : turnBetween(before, at, isVisibleAt))]
      const highestElevationDeg = Math.max(highest, first.elevationDeg, last.elevationDeg)
      if (last.at - first.at >= SHORTEST_MS) spans.push({ start: first, end: last, highestElevationDeg })
    }
    if (isLast) return spans
    wasVisible = isVisible
  }
}
