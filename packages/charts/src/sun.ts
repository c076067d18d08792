import { greenwichSiderealTime } from '#sidereal-time'

export { greenwichSiderealTime }

const DEGREES = Math.PI / 180
const AU_KM = 149_597_870.7
const J2000_MS = Date.UTC(2000, 0, 1, 12)

/** A vector from the Earth's centre, km: x to the mean equinox of date, z to the north pole. */
export type Vector = readonly [x: number, y: number, z: number]

/**
 * Returns the position of the Sun in km, accurate to 0.01°, by the low-precision formula of the Astronomical
 * Almanac, which is valid from 1950 to 2050. The frame differs by less than 0.006° from the frame of SGP4
 * (TEME).
 */
export function sunPositionKm(timeMs: number): Vector {
  const days = (timeMs - J2000_MS) / 86_400_000
  const anomaly = (357.528 + 0.9856003 * days) * DEGREES
  const longitude =
    (280.46 + 0.9856474 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * DEGREES
  const obliquity = (23.439 - 4e-7 * days) * DEGREES
  const distance = AU_KM * (1.00014 - 0.01671 * Math.cos(anomaly) - 0.00014 * Math.cos(2 * anomaly))
  return [
    distance * Math.cos(longitude),
    distance * Math.sin(longitude) * Math.cos(obliquity),
    distance * Math.sin(longitude) * Math.sin(obliquity),
  ]
}

/**
 * Returns the elevation of the Sun's centre above the horizon of a location, in degrees, accurate to 0.01°,
 * without refraction, which lifts it by 0.57° at the horizon. Negative at night.
 *
 * @param latitudeDeg Geodetic, north positive.
 * @param longitudeDeg East positive.
 * @param timeMs Epoch milliseconds.
 */
export function sunElevationDeg(latitudeDeg: number, longitudeDeg: number, timeMs: number): number {
  const [x, y, z] = sunPositionKm(timeMs)
  const meridian = greenwichSiderealTime(timeMs) + longitudeDeg * DEGREES
  const latitude = latitudeDeg * DEGREES
  const outward = x * Math.cos(meridian) + y * Math.sin(meridian)
  const sine = (Math.cos(latitude) * outward + Math.sin(latitude) * z) / Math.hypot(x, y, z)
  return Math.asin(Math.max(-1, Math.min(1, sine))) / DEGREES
}

/** Returns where the Sun is in the zenith, in degrees: latitude, and longitude from -180 to 180. */
export function subsolarPoint(timeMs: number): { latitudeDeg: number; longitudeDeg: number } {
  const [x, y, z] = sunPositionKm(timeMs)
  const longitudeDeg = (Math.atan2(y, x) - greenwichSiderealTime(timeMs)) / DEGREES
  return {
    latitudeDeg: Math.atan2(z, Math.hypot(x, y)) / DEGREES,
    longitudeDeg: longitudeDeg < -180 ? longitudeDeg + 360 : longitudeDeg,
  }
}
