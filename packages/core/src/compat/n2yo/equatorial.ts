import { greenwichSiderealTime } from '@space-data/charts/sun'
import type { Look, Place } from '#catalogue/orbit/observer'

const DEGREES = Math.PI / 180

/** A direction among the stars, of the equator and equinox of date. */
interface Equatorial {
  /** From 0 to 360. */
  readonly rightAscensionDeg: number
  readonly declinationDeg: number
}

/** Returns the direction among the stars in which something is seen from a place at an instant. */
export function equatorialOf({ azimuthDeg, elevationDeg }: Look, place: Place, timeMs: number): Equatorial {
  const [latitude, azimuth, elevation] = [
    place.latitudeDeg * DEGREES,
    azimuthDeg * DEGREES,
    elevationDeg * DEGREES,
  ]
  const [sinLat, cosLat] = [Math.sin(latitude), Math.cos(latitude)]
  const [up, north] = [Math.sin(elevation), Math.cos(elevation) * Math.cos(azimuth)]
  const west = -Math.cos(elevation) * Math.sin(azimuth)
  const hourAngle = Math.atan2(west, up * cosLat - north * sinLat)
  const turn = 2 * Math.PI
  const ascension = greenwichSiderealTime(timeMs) + place.longitudeDeg * DEGREES - hourAngle
  return {
    rightAscensionDeg: (((ascension % turn) + turn) % turn) / DEGREES,
    declinationDeg: Math.asin(Math.min(1, Math.max(-1, up * sinLat + north * cosLat))) / DEGREES,
  }
}
