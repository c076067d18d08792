import * as v from 'valibot'
import { sunAboveEarthKm } from '#catalogue/orbit/earth-fixed'
import { isSunlit, toGeodetic } from '#catalogue/orbit/ellipsoid'
import { createObserver } from '#catalogue/orbit/observer'
import { findTrack } from '#compat/found-object'
import { equatorialOf } from '#compat/n2yo/equatorial'
import { infoOf, n2yoEndpoint, objectInfo } from '#compat/n2yo/n2yo-endpoint'
import { objectParameter, observerOf, observerParameters } from '#compat/n2yo/path-parameters'
import { roundTo } from '#compat/n2yo/round-to'
import type { Endpoint } from '#endpoint/endpoint'
import { count, named, quantity, wholeNumber } from '#endpoint/schemas'
import { seconds } from '#kit/time'

/** The most positions of a request, one for each second. */
const MAX_SECONDS = 300

const position = v.strictObject({
  satlatitude: quantity('Geodetic latitude below the object, degrees', -39.9032, -90, 90),
  satlongitude: quantity('Longitude below the object, degrees, east positive', 158.289, -180, 180),
  sataltitude: quantity('Altitude above the ellipsoid (WGS 84), km', 417.85),
  azimuth: quantity('Azimuth from the place, degrees from north over east', 254.31, 0, 360),
  elevation: quantity('Elevation at the place, degrees, without refraction', -69.09, -90, 90),
  ra: quantity('Right ascension from the place, of date, degrees', 44.7708, 0, 360),
  dec: quantity('Declination from the place, of date, degrees', -43.9928, -90, 90),
  timestamp: count('Unix time, seconds', 1_795_262_400),
  eclipsed: v.pipe(
    v.boolean(),
    v.description('Whether it is in the shadow of the Earth'),
    v.examples([false]),
  ),
})

type Position = v.InferOutput<typeof position>

/** Serves where an object is in the next seconds at N2YO's path. */
export function n2yoPositions(endpoints: () => readonly Endpoint[]): Endpoint {
  return n2yoEndpoint(endpoints, {
    path: '/positions/{id}/{observer_lat}/{observer_lng}/{observer_alt}/{seconds}',
    operationId: 'getN2yoPositions',
    summary: 'Positions of an object in the next seconds, as N2YO serves them',
    description:
      'For clients of N2YO: by SGP4, one position for each second, the first for now; they end where the object decays. ' +
      'The place is rounded and never logged.',
    ttlMs: seconds(1),
    pathParameters: {
      ...objectParameter,
      ...observerParameters,
      seconds: wholeNumber(`Number of positions: a whole number from 1 to ${MAX_SECONDS}`, 2, {
        max: MAX_SECONDS,
      }),
    },
    data: named(
      'N2yoPositions',
      v.strictObject({ info: v.strictObject(objectInfo), positions: v.array(position) }),
    ),
    async compute(params, reading) {
      const { object, track, source, fetchedAt } = await findTrack(Number(params['id']), reading)
      const place = observerOf(params)
      const observer = createObserver(place)
      const state = new Float64Array(6)
      const positions: Position[] = []
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
          azimuth: roundTo(2, look.azimuthDeg),
          elevation: roundTo(2, look.elevationDeg),
          ra: roundTo(8, rightAscensionDeg),
          dec: roundTo(8, declinationDeg),
          timestamp,
          eclipsed: !isSunlit(state, sunAboveEarthKm(timeMs)),
        })
      }
      return { data: { info: infoOf(object.elements), positions }, source, fetchedAt }
    },
  })
}
