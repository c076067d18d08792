import { findObjects } from '#features/celestrak/held-objects'
import { type Track, trackOf } from '#features/objects/orbit/earth-fixed'
import { toGeodetic } from '#features/objects/orbit/ellipsoid'
import { createObserver, type Place } from '#features/objects/orbit/observer'
import { findPasses, type PassSearch } from '#features/objects/orbit/passes'
import { turnBetween } from '#features/objects/orbit/turn-between'
import { objectProblems } from '#features/objects/problems'
import type { OpenNotifyContext } from '#features/open-notify/context'
import type { AskedPasses } from '#features/open-notify/read-iss-pass'
import { Problem } from '#kernel/kit/problem'
import { days, seconds } from '#kernel/kit/time'

/** Catalogue number of the space station. */
const ISS = 25_544
/** Elevation from which the station counts as overhead, and the minimum duration. */
const [MIN_ELEVATION_DEG, MIN_DURATION_MS] = [10, seconds(60)]
/** How far ahead passes are searched. Current elements say little about later passes. */
const SEARCH_MS = days(30)

/** Computes the position of the space station. */
export async function computeIssNow(context: OpenNotifyContext) {
  const { track, source, fetchedAt } = await readTrack(context)
  const timestamp = Math.floor(context.now() / 1_000)
  const state = new Float64Array(6)
  if (!track.stateAt(timestamp * 1_000, state)) throw new Problem(objectProblems.object_not_found)
  const { latitudeDeg, longitudeDeg } = toGeodetic(state)
  const iss_position = { latitude: latitudeDeg.toFixed(4), longitude: longitudeDeg.toFixed(4) }
  return { data: { message: 'success' as const, timestamp, iss_position }, source, fetchedAt }
}

/** Computes the times at which the space station is over a location. */
export async function computeIssPasses(request: AskedPasses, context: OpenNotifyContext) {
  const { track, source, fetchedAt } = await readTrack(context)
  const now = context.now()
  const { latitude, longitude, altitude, passes } = request
  const place = { latitudeDeg: latitude, longitudeDeg: longitude, altitudeM: altitude }
  const response: { duration: number; risetime: number }[] = []
  const search = { from: now, to: now + SEARCH_MS, minElevationDeg: MIN_ELEVATION_DEG }
  for await (const { start, end } of passesAbove(track, place, search)) {
    if (start < now || end - start <= MIN_DURATION_MS) continue
    response.push({ duration: Math.round((end - start) / 1_000), risetime: Math.round(start / 1_000) })
    if (response.length === passes) break
  }
  const datetime = Math.floor(now / 1_000)
  const data = {
    message: 'success' as const,
    request: { altitude, datetime, latitude, longitude, passes },
    response,
  }
  return { data, source, fetchedAt }
}

/**
 * Returns the track of the space station from cached elements. Sends no query for it.
 *
 * @throws Problem
 */
async function readTrack(context: OpenNotifyContext) {
  const wanted = { noradId: ISS, matches: ({ noradId }: { noradId: number }) => noradId === ISS }
  const { objects, source, fetchedAt } = await findObjects(wanted, context)
  const track = objects[0] && trackOf(objects[0].elements)
  if (!track) throw new Problem(objectProblems.object_not_found)
  return { track, source, fetchedAt }
}

/** Time during which an object is above an elevation, in epoch milliseconds. */
interface Span {
  readonly start: number
  readonly end: number
}

/** Yields the parts of passes during which an object is above the elevation of a search, earliest first. */
async function* passesAbove(track: Track, place: Place, search: PassSearch): AsyncGenerator<Span> {
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
