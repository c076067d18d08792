import { rounded } from '#features/objects/elements/element-set'
import { inertialSpeedKmPerS, sunAboveEarthKm, type Track } from '#features/objects/orbit/earth-fixed'
import { footprintRadiusKm, isSunlit, toGeodetic } from '#features/objects/orbit/ellipsoid'
import { createObserver, type Place } from '#features/objects/orbit/observer'
import { heldObjects } from '#features/passes/held-object'
import { instantsOf } from '#features/passes/instants'
import { notHeld } from '#features/passes/not-held'
import { placeOf } from '#features/passes/place-parameters'
import { POSITION_VALID_MS, type Position, type PositionsData } from '#features/passes/position-schemas'
import type { Computed } from '#features/passes/sky-endpoint'
import type { Context, EndpointCall } from '#kernel/endpoint/endpoint'
import { iso } from '#kernel/kit/time'

/** Computes positions from checked parameters. */
export async function computePositions(
  params: EndpointCall['params'],
  context: Context,
): Promise<Computed<PositionsData>> {
  const now = context.now()
  const held = await heldObjects([Number(params['norad_id'])], context)
  const { source, fetchedAt, usedUntil } = held
  const [object] = held.objects
  if (!object) throw notHeld()
  const positionAt = createPositions(object.track, placeOf(params))
  const positions: Position[] = []
  for (const at of instantsOf(params, now)) {
    const position = positionAt(at)
    if (!position) break
    positions.push(position)
  }
  const [first] = positions
  if (!first) throw notHeld()
  const { noradId, name, epoch } = object.elements
  const isOfNow = params['at'] === undefined && params['start'] === undefined
  return {
    data: {
      norad_id: noradId,
      name,
      elements_epoch: iso(Date.parse(epoch)),
      count: positions.length,
      positions,
      as_of: first.at,
      source,
    },
    source,
    fetchedAt,
    validUntil: isOfNow ? now + POSITION_VALID_MS : usedUntil,
  }
}

/** Returns a function that computes positions of an object. A position is `undefined` if SGP4 has none. */
function createPositions(track: Track, place: Place | undefined) {
  const state = new Float64Array(6)
  const observer = place && createObserver(place)
  return (timeMs: number): Position | undefined => {
    if (!track.stateAt(timeMs, state)) return undefined
    const { latitudeDeg, longitudeDeg, altitudeKm } = toGeodetic(state)
    const look = observer?.look(state)
    return {
      at: iso(timeMs),
      latitude_deg: rounded4(latitudeDeg),
      longitude_deg: rounded4(longitudeDeg),
      altitude_km: rounded(altitudeKm),
      speed_km_s: rounded(inertialSpeedKmPerS(state)),
      sunlit: isSunlit(state, sunAboveEarthKm(timeMs)),
      footprint_radius_km: rounded(footprintRadiusKm(altitudeKm)),
      azimuth_deg: look ? rounded(look.azimuthDeg) : null,
      elevation_deg: look ? rounded(look.elevationDeg) : null,
      range_km: look ? rounded(look.rangeKm) : null,
      range_rate_km_s: look ? rounded(look.rangeRateKmPerS) : null,
    }
  }
}

/** Rounds degrees to four decimals, about 11 m. */
function rounded4(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000
}
