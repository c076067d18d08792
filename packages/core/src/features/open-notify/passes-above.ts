import type { Track } from '#features/objects/orbit/earth-fixed'
import { createObserver, type Place } from '#features/objects/orbit/observer'
import { findPasses, type PassSearch } from '#features/objects/orbit/passes'
import { turnBetween } from '#features/objects/orbit/turn-between'

/** Time during which an object is above an elevation, in epoch milliseconds. */
interface Span {
  readonly start: number
  readonly end: number
}

/** Yields the parts of passes during which an object is above the elevation of a search, earliest first. */
export async function* passesAbove(track: Track, place: Place, search: PassSearch): AsyncGenerator<Span> {
  const observer = createObserver(place)
  const state = new Float64Array(6)
  const isAboveAt = (at: number) =>
    track.stateAt(at, state) && observer.look(state).elevationDeg > search.minElevationDeg
  for await (const { rise, highest, set } of findPasses(track, place, search)) {
    if (!rise || !set) continue
    yield {
      start: turnBetween(rise.at, highest.at, isAboveAt),
      end: turnBetween(highest.at, set.at, isAboveAt),
    }
  }
}
