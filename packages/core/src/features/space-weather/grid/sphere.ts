import type { Point } from '#features/space-weather/grid/grid'

const RADIANS = Math.PI / 180
/** Mean radius of the Earth in km. */
const EARTH_RADIUS_KM = 6_371

/** Returns the great-circle distance between two locations on a sphere, in km. */
export function distanceKm(from: Point, to: Point): number {
  const { along, across, up } = directionOf(from, to)
  return EARTH_RADIUS_KM * Math.atan2(Math.hypot(along, across), up)
}

/** Returns the bearing from one location to another, in degrees clockwise from north, 0 to 360. */
export function bearingDeg(from: Point, to: Point): number {
  const { along, across } = directionOf(from, to)
  return (Math.atan2(across, along) / RADIANS + 360) % 360
}

/**
 * Returns the largest difference in longitude, in degrees, between a location and the points of a parallel
 * within a distance: 180 if the whole parallel is within it, `undefined` if no point is. Rounding errors, which
 * grow towards the poles, never make it too small.
 */
export function longitudesWithin(from: Point, parallelDeg: number, km: number): number | undefined {
  const [sin1, cos1] = sinCos(from.latitudeDeg)
  const [sin2, cos2] = sinCos(parallelDeg)
  const cos = (Math.cos(Math.min(Math.PI, km / EARTH_RADIUS_KM)) - sin1 * sin2) / (cos1 * cos2)
  const least = cos - 1e-9 - (4 * Number.EPSILON) / (cos1 * cos2)
  if (least > 1) return undefined
  return least > -1 ? Math.acos(least) / RADIANS : 180
}

/** Returns the unit vector of one location in the axes of another: north, east and up. */
function directionOf(from: Point, to: Point) {
  const [sin1, cos1] = sinCos(from.latitudeDeg)
  const [sin2, cos2] = sinCos(to.latitudeDeg)
  const [sin, cos] = sinCos(to.longitudeDeg - from.longitudeDeg)
  return {
    along: cos1 * sin2 - sin1 * cos2 * cos,
    across: cos2 * sin,
    up: sin1 * sin2 + cos1 * cos2 * cos,
  }
}

function sinCos(degrees: number): [sin: number, cos: number] {
  return [Math.sin(degrees * RADIANS), Math.cos(degrees * RADIANS)]
}

/**
 * Northern pole of the Earth's dipole in 2025, from the first three coefficients of the World Magnetic Model.
 * Auroral ovals are circles around the poles of the dipole, not around the geographic poles.
 */
const POLE = { latitudeDeg: 80.8, longitudeDeg: -72.8 } as const

/** Returns the geomagnetic latitude of a location in degrees, by the dipole model. */
export function geomagneticLatitudeDeg(place: Point): number {
  return Math.asin(Math.max(-1, Math.min(1, directionOf(POLE, place).up))) / RADIANS
}

/**
 * Returns the latitude at which a meridian has a geomagnetic latitude, both in degrees; if there are two, the
 * one in the same hemisphere. Every meridian has one up to at least 79°.
 */
export function latitudeOfGeomagneticDeg(geomagneticDeg: number, longitudeDeg: number): number {
  const [sinPole, cosPole] = sinCos(POLE.latitudeDeg)
  const [, cos] = sinCos(longitudeDeg - POLE.longitudeDeg)
  const [sin] = sinCos(geomagneticDeg)
  const amplitude = Math.hypot(sinPole, cosPole * cos)
  return (Math.asin(sin / amplitude) - Math.atan2(cosPole * cos, sinPole)) / RADIANS
}
