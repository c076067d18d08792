import type { Point } from '#space-weather/grid/grid'
import { geomagneticLatitudeDeg, latitudeOfGeomagneticDeg } from '#space-weather/grid/sphere'

/** How the geomagnetic latitude of the view line follows from Kp. */
export const VIEW_LINE_FORMULA = '66.5° − 2.05° × Kp − 9.0°'

/**
 * Returns where the view line crosses the meridian of a place, in its hemisphere; both latitudes in degrees,
 * south negative. Aurora of midnight begins at a geomagnetic latitude of 66.5° − 2.05° × Kp, which is NOAA's
 * table of both within 0.05°; the horizon of who sees it is 1,000 km, or 9.0°, from there.
 */
export function viewLineOf(kp: number, place: Point): { latitudeDeg: number; geomagneticDeg: number } {
  const sign = geomagneticLatitudeDeg(place) < 0 ? -1 : 1
  const geomagneticDeg = sign * (66.5 - 2.05 * kp - 9)
  return { geomagneticDeg, latitudeDeg: latitudeOfGeomagneticDeg(geomagneticDeg, place.longitudeDeg) }
}
