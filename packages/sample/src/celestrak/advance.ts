import { DAY } from '#time'

const DEGREES = Math.PI / 180
/** Constants of SGP4 (WGS 72): km, km³/s². */
const [EARTH_RADIUS_KM, GRAVITY, J2] = [6_378.135, 398_600.8, 1.082616e-3]
/** Instant at which the objects of the sample have the angles of their drafts. */
const REFERENCE = Date.UTC(2026, 7, 6)

/** Angles of an orbit in degrees, and the number of its revolution. */
interface Angles {
  readonly RA_OF_ASC_NODE: number
  readonly ARG_OF_PERICENTER: number
  readonly MEAN_ANOMALY: number
  readonly REV_AT_EPOCH: number
}

/** An orbit, by fields of an OMM. */
interface Orbit extends Angles {
  readonly MEAN_MOTION: number
  readonly ECCENTRICITY: number
  readonly INCLINATION: number
}

/**
 * Returns the angles of an orbit at an instant in epoch milliseconds: they advance as in SGP4, by the mean
 * motion and the oblateness of the Earth, so that element sets of several epochs describe one orbit. Drag is
 * omitted, so they agree to some seconds a day.
 */
export function anglesAt(orbit: Orbit, at: number): Angles {
  const { MEAN_MOTION: revPerDay, ECCENTRICITY: e, INCLINATION, MEAN_ANOMALY, REV_AT_EPOCH } = orbit
  const days = (at - REFERENCE) / DAY
  const radPerS = (revPerDay * 2 * Math.PI) / 86_400
  const semiLatusRectumKm = Math.cbrt(GRAVITY / radPerS ** 2) * (1 - e * e)
  const degPerDay = 1.5 * J2 * (EARTH_RADIUS_KM / semiLatusRectumKm) ** 2 * revPerDay * 360
  const [sin, cos] = [Math.sin(INCLINATION * DEGREES), Math.cos(INCLINATION * DEGREES)]
  const revolutions = MEAN_ANOMALY / 360 + revPerDay * days
  return {
    RA_OF_ASC_NODE: toAngle(orbit.RA_OF_ASC_NODE - degPerDay * cos * days),
    ARG_OF_PERICENTER: toAngle(orbit.ARG_OF_PERICENTER + degPerDay * (2 - 2.5 * sin * sin) * days),
    MEAN_ANOMALY: toAngle(360 * (revolutions - Math.floor(revolutions))),
    REV_AT_EPOCH: modulo(REV_AT_EPOCH + Math.floor(revolutions), 100_000),
  }
}

/** Returns degrees from 0 to below 360, to the four digits of an OMM. */
function toAngle(degrees: number): number {
  return (Math.round(modulo(degrees, 360) * 1e4) / 1e4) % 360
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
