import * as v from 'valibot'
import { rounded } from '#catalogue/elements/element-set'
import { inertialSpeedKmPerS, sunAboveEarthKm, type Track } from '#catalogue/orbit/earth-fixed'
import { footprintRadiusKm, isSunlit, toGeodetic } from '#catalogue/orbit/ellipsoid'
import { createObserver, type Place } from '#catalogue/orbit/observer'
import { instant, orNull, quantity } from '#endpoint/schemas'
import { iso } from '#kit/time'

const seen = 'null without a place'

/** Schema of where an object is at an instant. */
export const position = v.strictObject({
  at: instant('Instant, UTC', '2026-11-21T12:34:00.000Z'),
  latitude_deg: quantity('Geodetic latitude below the object, degrees, north positive', 48.1372, -90, 90),
  longitude_deg: quantity('Longitude below the object, degrees, east positive', 11.5755, -180, 180),
  altitude_km: quantity('Altitude above the ellipsoid (WGS 84), km', 418.203),
  speed_km_s: quantity('Speed among the stars, km/s', 7.661, 0),
  sunlit: v.pipe(
    v.boolean(),
    v.description('Whether the centre of the Sun is seen from the object, past the ellipsoid'),
    v.examples([true]),
  ),
  footprint_radius_km: quantity('Radius along the ground of where it is above the horizon, km', 2_250.2, 0),
  azimuth_deg: orNull(
    quantity(`Azimuth from the place, degrees from north over east; ${seen}`, 231.4, 0, 360),
  ),
  elevation_deg: orNull(
    quantity(`Elevation at the place, degrees, without refraction; ${seen}`, 34.512, -90, 90),
  ),
  range_km: orNull(quantity(`Distance from the place, km; ${seen}`, 698.201, 0)),
  range_rate_km_s: orNull(quantity(`Change of the distance, km/s, negative on approach; ${seen}`, -4.223)),
})

/** Where an object is at an instant. */
export type Position = v.InferOutput<typeof position>

/** Names of the fields, in their order. */
export const POSITION_FIELDS = Object.keys(position.entries) as (keyof Position)[]

/** Returns what computes positions of an object; those are `undefined` where SGP4 gives none. */
export function createPositions(track: Track, place: Place | undefined) {
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

/** Rounds degrees to 11 m. */
function rounded4(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000
}
