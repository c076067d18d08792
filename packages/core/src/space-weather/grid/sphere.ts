import type { Point } from '#space-weather/grid/grid'

const RADIANS = Math.PI / 180
/** Mean radius of the Earth in km. */
const EARTH_RADIUS_KM = 6_371

/** Returns the distance of two places along a great circle of a sphere, in km. */
export function distanceKm(from: Point, to: Point): number {
  const { along, across, up } = directionOf(from, to)
  return EARTH_RADIUS_KM * Math.atan2(Math.hypot(along, across), up)
}

/** Returns the bearing in which one place is from another, in degrees from north to east, 0 to 360. */
export function bearingDeg(from: Point, to: Point): number {
  const { along, across } = directionOf(from, to)
  return (Math.atan2(across, along) / RADIANS + 360) % 360
}

/**
 * Returns by how many degrees of longitude a place on a parallel can be from another within a distance: 180
 * where all of the parallel is, `undefined` where nothing is.
 */
export function longitudesWithin(from: Point, parallelDeg: number, km: number): number | undefined {
  const [sin1, cos1] = sinCos(from.latitudeDeg)
  const [sin2, cos2] = sinCos(parallelDeg)
  const cos = (Math.cos(Math.min(Math.PI, km / EARTH_RADIUS_KM)) - sin1 * sin2) / (cos1 * cos2)
  // By a rounding error the nearest meridian could seem too far.
  if (cos > 1 + 1e-9) return undefined
  return cos > -1 ? Math.acos(Math.min(1, cos)) / RADIANS : 180
}

/** The unit vector of one place in the axes of another: to its north, to its east, and up. */
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
 * The northern pole of the Earth's dipole in 2025, of the first three coefficients of the World Magnetic
 * Model: auroral ovals are circles around it and its opposite, not around the geographic poles.
 */
const POLE = { latitudeDeg: 80.8, longitudeDeg: -72.8 } as const

/** Returns the geomagnetic latitude of a place in degrees, by the dipole. */
export function geomagneticLatitudeDeg(place: Point): number {
  return Math.asin(Math.max(-1, Math.min(1, directionOf(POLE, place).up))) / RADIANS
}

/**
 * Returns the latitude at which a meridian has a geomagnetic latitude, both in degrees; with two of them,
 * that in the same hemisphere. It has one up to 79° at least.
 */
export function latitudeOfGeomagneticDeg(geomagneticDeg: number, longitudeDeg: number): number {
  const [sinPole, cosPole] = sinCos(POLE.latitudeDeg)
  const [, cos] = sinCos(longitudeDeg - POLE.longitudeDeg)
  const [sin] = sinCos(geomagneticDeg)
  const amplitude = Math.hypot(sinPole, cosPole * cos)
  return (Math.asin(sin / amplitude) - Math.atan2(cosPole * cos, sinPole)) / RADIANS
}
