import type { Point } from '#features/space-weather/grid/grid'
import { geomagneticLatitudeDeg, latitudeOfGeomagneticDeg } from '#features/space-weather/grid/sphere'

/** Formula for the geomagnetic latitude of the view line. */
export const VIEW_LINE_FORMULA = '66.5° − 2.05° × Kp − 9.0°'

/**
 * Returns where the view line crosses the meridian of a location, in its hemisphere. Both latitudes are in
 * degrees, south negative. Midnight aurora begins at a geomagnetic latitude of 66.5° − 2.05° × Kp, which
 * reproduces NOAA's table within 0.05°. It is visible on the horizon from up to 1,000 km, or 9.0°, away.
 */
export function viewLineOf(kp: number, place: Point): { latitudeDeg: number; geomagneticDeg: number } {
  const sign = geomagneticLatitudeDeg(place) < 0 ? -1 : 1
  const geomagneticDeg = sign * (66.5 - 2.05 * kp - 9)
  return { geomagneticDeg, latitudeDeg: latitudeOfGeomagneticDeg(geomagneticDeg, place.longitudeDeg) }
}
