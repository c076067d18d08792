import { kpOfBin } from '#model/kp'
import { floorTo, HOUR } from '#time'

const RADIANS = Math.PI / 180
/** The northern pole of the geomagnetic dipole in 2025. */
const [POLE_LATITUDE, POLE_LONGITUDE] = [80.8 * RADIANS, -72.8 * RADIANS]

/** Probability of aurora over a location at an instant, in percent. */
type AuroraAt = (latitudeDeg: number, longitudeDeg: number) => number

/**
 * Returns an invented oval around the geomagnetic poles for the Kp of the instant. At midnight it begins at
 * the latitude in NOAA's table of Kp, at noon nine degrees farther poleward, and it is widest and brightest
 * at midnight.
 */
export function auroraOval(at: number): AuroraAt {
  const kp = kpOfBin(floorTo(3 * HOUR, at))
  const hourAngleOfGreenwich = ((at / HOUR) % 24) * 15 * RADIANS
  return (latitudeDeg, longitudeDeg) => {
    const [latitude, longitude] = [latitudeDeg * RADIANS, longitudeDeg * RADIANS]
    const sine =
      Math.sin(POLE_LATITUDE) * Math.sin(latitude) +
      Math.cos(POLE_LATITUDE) * Math.cos(latitude) * Math.cos(longitude - POLE_LONGITUDE)
    const geomagnetic = Math.abs(Math.asin(sine)) / RADIANS
    // 1 at local midnight, 0 at noon.
    const night = (1 + Math.cos(hourAngleOfGreenwich + longitude)) / 2
    const edge = 66.5 - 2.05 * kp + 9 * (1 - night)
    const width = 2 + 0.35 * kp * (0.5 + 0.5 * night)
    const peak = Math.min(100, (8 + 9 * kp) * (0.45 + 0.55 * night))
    const from = (geomagnetic - edge - width) / width
    return peak * Math.exp(-(from * from) * (from < 0 ? 1.6 : 0.6))
  }
}
