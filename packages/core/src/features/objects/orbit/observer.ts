import type { State } from '#features/objects/orbit/earth-fixed'
import { fromGeodetic } from '#features/objects/orbit/ellipsoid'

const DEGREES = Math.PI / 180

/** A geodetic location on the ground, north and east positive. */
export interface Place {
  readonly latitudeDeg: number
  readonly longitudeDeg: number
  /** Metres above the ellipsoid. @default 0 */
  readonly altitudeM?: number | undefined
}

/**
 * Direction and distance of an object from a location: geometric, without refraction. Azimuths are clockwise
 * from north.
 */
export interface Look {
  readonly azimuthDeg: number
  readonly elevationDeg: number
  readonly rangeKm: number
  /** Negative while the object approaches. */
  readonly rangeRateKmPerS: number
}

/** Observer at a location, for states in the frame of the rotating Earth. */
export interface Observer {
  readonly look: (state: State) => Look
  /** Returns the sine of the elevation, and its change per second. */
  readonly height: (state: State) => readonly [sine: number, slope: number]
}

export function createObserver({ latitudeDeg, longitudeDeg, altitudeM = 0 }: Place): Observer {
  const [siteX, siteY, siteZ] = fromGeodetic({ latitudeDeg, longitudeDeg, altitudeKm: altitudeM / 1_000 })
  const [sinLat, cosLat] = [Math.sin(latitudeDeg * DEGREES), Math.cos(latitudeDeg * DEGREES)]
  const [sinLon, cosLon] = [Math.sin(longitudeDeg * DEGREES), Math.cos(longitudeDeg * DEGREES)]
  const up = (x: number, y: number, z: number) => cosLat * (cosLon * x + sinLon * y) + sinLat * z
  const north = (x: number, y: number, z: number) => cosLat * z - sinLat * (cosLon * x + sinLon * y)
  const seen = (state: State) => {
    const [x, y, z] = [state[0]! - siteX, state[1]! - siteY, state[2]! - siteZ]
    const rangeKm = Math.sqrt(x * x + y * y + z * z)
    const rangeRateKmPerS = (x * state[3]! + y * state[4]! + z * state[5]!) / rangeKm
    return { x, y, z, rangeKm, rangeRateKmPerS, sine: Math.max(-1, Math.min(1, up(x, y, z) / rangeKm)) }
  }
  return {
    look(state) {
      const { x, y, z, rangeKm, rangeRateKmPerS, sine } = seen(state)
      const azimuth = Math.atan2(cosLon * y - sinLon * x, north(x, y, z)) / DEGREES
      return {
        azimuthDeg: azimuth < 0 ? azimuth + 360 : azimuth,
        elevationDeg: Math.asin(sine) / DEGREES,
        rangeKm,
        rangeRateKmPerS,
      }
    },
    height(state) {
      const { rangeKm, rangeRateKmPerS, sine } = seen(state)
      return [sine, (up(state[3]!, state[4]!, state[5]!) - sine * rangeRateKmPerS) / rangeKm]
    },
  }
}
