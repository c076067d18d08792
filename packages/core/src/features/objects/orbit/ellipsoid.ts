import type { Vector } from '@space-data/charts/sun'

/** Radius of the equator and flattening of WGS 84. */
const EQUATOR_KM = 6_378.137
const FLATTENING = 1 / 298.257223563
const ECCENTRICITY2 = FLATTENING * (2 - FLATTENING)
const MEAN_RADIUS_KM = 6_371.009
const DEGREES = Math.PI / 180

/** A geodetic location (WGS 84), in degrees and kilometres above the ellipsoid. */
export interface Geodetic {
  readonly latitudeDeg: number
  readonly longitudeDeg: number
  readonly altitudeKm: number
}

/** Returns a location as a vector from the Earth's centre, km: x to Greenwich, z to the North Pole. */
export function fromGeodetic({ latitudeDeg, longitudeDeg, altitudeKm }: Geodetic): Vector {
  const [latitude, longitude] = [latitudeDeg * DEGREES, longitudeDeg * DEGREES]
  const sine = Math.sin(latitude)
  const normal = EQUATOR_KM / Math.sqrt(1 - ECCENTRICITY2 * sine * sine)
  const outward = (normal + altitudeKm) * Math.cos(latitude)
  const z = (normal * (1 - ECCENTRICITY2) + altitudeKm) * sine
  return [outward * Math.cos(longitude), outward * Math.sin(longitude), z]
}

/**
 * Returns the location of a vector from the Earth's centre, km. Uses its first three numbers; accurate to a
 * millimetre.
 */
export function toGeodetic([x = 0, y = 0, z = 0]: ArrayLike<number> & Iterable<number>): Geodetic {
  const outward = Math.hypot(x, y)
  let latitude = Math.atan2(z, outward * (1 - ECCENTRICITY2))
  let lift = 0
  for (let i = 0; i < 6; i += 1) {
    const sine = Math.sin(latitude)
    lift = (ECCENTRICITY2 * EQUATOR_KM * sine) / Math.sqrt(1 - ECCENTRICITY2 * sine * sine)
    latitude = Math.atan2(z + lift, outward)
  }
  const sine = Math.sin(latitude)
  const normal = EQUATOR_KM / Math.sqrt(1 - ECCENTRICITY2 * sine * sine)
  return {
    latitudeDeg: latitude / DEGREES,
    longitudeDeg: Math.atan2(y, x) / DEGREES,
    altitudeKm: Math.hypot(outward, z + lift) - normal,
  }
}

/**
 * Returns whether the centre of the Sun is visible from a position and not hidden by the ellipsoid. So half
 * of the penumbra counts as lit.
 */
export function isSunlit(state: ArrayLike<number> & Iterable<number>, [sunX, sunY, sunZ]: Vector): boolean {
  const [x = 0, y = 0, z = 0] = state
  // With z stretched, the ellipsoid is a sphere.
  const stretched = z / (1 - FLATTENING)
  const [dx, dy, dz] = [sunX - x, sunY - y, sunZ / (1 - FLATTENING) - stretched]
  const nearest = -(x * dx + y * dy + stretched * dz) / (dx * dx + dy * dy + dz * dz)
  if (nearest <= 0) return true
  return Math.hypot(x + nearest * dx, y + nearest * dy, stretched + nearest * dz) > EQUATOR_KM
}

/**
 * Returns the radius, along the ground, of the circle from which an object at an altitude is above the
 * horizon, km.
 */
export function footprintRadiusKm(altitudeKm: number): number {
  return MEAN_RADIUS_KM * Math.acos(MEAN_RADIUS_KM / (MEAN_RADIUS_KM + Math.max(0, altitudeKm)))
}
