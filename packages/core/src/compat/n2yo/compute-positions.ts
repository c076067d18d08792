import { sunAboveEarthKm } from '#catalogue/orbit/earth-fixed'
import { isSunlit, toGeodetic } from '#catalogue/orbit/ellipsoid'
import { createObserver } from '#catalogue/orbit/observer'
import type { Reading } from '#compat/celestrak/read-group'
import type { ComputedPayload } from '#compat/computed-endpoint'
import { findTrack } from '#compat/found-track'
import { equatorialOf } from '#compat/n2yo/equatorial'
import { infoOf } from '#compat/n2yo/n2yo-endpoint'
import { observerOf } from '#compat/n2yo/path-parameters'
import type { PositionsData } from '#compat/n2yo/position-schemas'
import { roundTo } from '#compat/n2yo/round-to'
import type { EndpointCall } from '#endpoint/endpoint'

/** Computes where an object is in the next seconds, by checked parameters. */
export async function computeN2yoPositions(
  params: EndpointCall['params'],
  reading: Reading,
): Promise<ComputedPayload<PositionsData>> {
  const { object, track, source, fetchedAt } = await findTrack(Number(params['id']), reading)
  const place = observerOf(params)
  const observer = createObserver(place)
  const state = new Float64Array(6)
  const positions: PositionsData['positions'] = []
  const first = Math.floor(reading.context.now() / 1_000)
  for (let timestamp = first; timestamp < first + Number(params['seconds']); timestamp += 1) {
    const timeMs = timestamp * 1_000
    if (!track.stateAt(timeMs, state)) break
    const { latitudeDeg, longitudeDeg, altitudeKm } = toGeodetic(state)
    const look = observer.look(state)
    const { rightAscensionDeg, declinationDeg } = equatorialOf(look, place, timeMs)
    positions.push({
      satlatitude: roundTo(8, latitudeDeg),
      satlongitude: roundTo(8, longitudeDeg),
      sataltitude: roundTo(2, altitudeKm),
      azimuth: roundTo(2, look.azimuthDeg) % 360,
      elevation: roundTo(2, look.elevationDeg),
      ra: roundTo(8, rightAscensionDeg) % 360,
      dec: roundTo(8, declinationDeg),
      timestamp,
      eclipsed: !isSunlit(state, sunAboveEarthKm(timeMs)),
    })
  }
  return { data: { info: infoOf(object.elements), positions }, source, fetchedAt }
}
