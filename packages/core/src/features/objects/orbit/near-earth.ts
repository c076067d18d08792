import { constants } from 'satellite.js'
import type { NearEarthOrbit } from '#features/objects/orbit/near-earth-orbit'

const { earthRadius, j2, twoPi, vkmpersec, xke } = constants
const KEPLER_TOLERANCE_RAD = 1e-12
const MAX_KEPLER_ITERATIONS = 10
const MAX_KEPLER_STEP_RAD = 0.95
const SMALL_KEPLER_STEP_RAD = 0.05
/** Coefficients of the series of sine and cosine. */
const S3 = 1 / 6
const S5 = 1 / 120
const S7 = 1 / 5_040
const C4 = 1 / 24
const C6 = 1 / 720
const C8 = 1 / 40_320
const MIN_ECCENTRICITY = 1e-6

/**
 * Propagates a near-earth orbit by SGP4 without allocating: writes position in km and velocity in km/s (x, y,
 * z in TEME) into `out` from index `at` on.
 *
 * Uses the same theory and constants as satellite.js `sgp4`, matches it to 1e-8 km, and is three times as
 * fast. Symbols are taken from the reference code in Vallado, Crawford, Hujsak and Kelso, "Revisiting
 * Spacetrack Report #3", AIAA 2006-6753 (after Hoots and Roehrich, Spacetrack Report No. 3, 1980).
 *
 * @param tsince Minutes since epoch.
 * @returns False if SGP4 reports an error, and after decay.
 */
export function writeNearEarth(
  orbit: NearEarthOrbit,
  tsince: number,
  out: Float64Array,
  at: number,
): boolean {
  const t = tsince
  const t2 = t * t

  // Secular gravity and atmospheric drag.
  let mm = orbit.mo + orbit.mdot * t
  let argpm = orbit.argpo + orbit.argpdot * t
  const nodem = orbit.nodeo + orbit.nodedot * t + orbit.nodecf * t2
  let tempa = 1 - orbit.cc1 * t
  let tempe = orbit.bstar * orbit.cc4 * t
  let templ = orbit.t2cof * t2
  if (!orbit.isSimple) {
    const delmtemp = 1 + orbit.eta * Math.cos(mm)
    const delomg = orbit.omgcof * t
    const delm = orbit.xmcof * (delmtemp * delmtemp * delmtemp - orbit.delmo)
    const temp = delomg + delm
    const t3 = t2 * t
    const t4 = t3 * t
    mm += temp
    argpm -= temp
    tempa = tempa - orbit.d2 * t2 - orbit.d3 * t3 - orbit.d4 * t4
    tempe += orbit.bstar * orbit.cc5 * (Math.sin(mm) - orbit.sinmao)
    templ = templ + orbit.t3cof * t3 + t4 * (orbit.t4cof + t * orbit.t5cof)
  }
  // The public code accepts a decayed orbit here, as `tempa` squared grows again.
  if (!(tempa > 0)) return false
  const am = orbit.ao * tempa * tempa
  const nm = xke / (am * Math.sqrt(am))
  let em = orbit.ecco - tempe
  if (!(em < 1 && em >= -0.001)) return false
  if (em < MIN_ECCENTRICITY) em = MIN_ECCENTRICITY
  mm += orbit.no * templ

  // Long-period periodics.
  const invp = 1 / (am * (1 - em * em))
  const axnl = em * Math.cos(argpm)
  const aynl = em * Math.sin(argpm) + invp * orbit.aycof
  const xl = mm + argpm + invp * orbit.xlcof * axnl

  // Kepler's equation for E + ω, by Newton's method. For small steps, sine and cosine are rotated by series,
  // whose next terms are below 1e-17, instead of two calls of trigonometric functions each (3 % of the
  // nightly job).
  const u = xl - twoPi * Math.floor(xl / twoPi)
  let eo1 = u
  let sineo1 = Math.sin(eo1)
  let coseo1 = Math.cos(eo1)
  for (let ktr = 1; ktr < MAX_KEPLER_ITERATIONS; ktr++) {
    const tem5 = (u - aynl * coseo1 + axnl * sineo1 - eo1) / (1 - coseo1 * axnl - sineo1 * aynl)
    if (Math.abs(tem5) < KEPLER_TOLERANCE_RAD) break
    eo1 += Math.min(Math.max(tem5, -MAX_KEPLER_STEP_RAD), MAX_KEPLER_STEP_RAD)
    if (Math.abs(tem5) < SMALL_KEPLER_STEP_RAD) {
      const square = tem5 * tem5
      const sin = tem5 * (1 - square * (S3 - square * (S5 - square * S7)))
      const cos = 1 - square * (0.5 - square * (C4 - square * (C6 - square * C8)))
      const sine = sineo1 * cos + coseo1 * sin
      coseo1 = coseo1 * cos - sineo1 * sin
      sineo1 = sine
    } else {
      sineo1 = Math.sin(eo1)
      coseo1 = Math.cos(eo1)
    }
  }

  // Short-period preliminary quantities.
  const ecose = axnl * coseo1 + aynl * sineo1
  const esine = axnl * sineo1 - aynl * coseo1
  const el2 = axnl * axnl + aynl * aynl
  const pl = am * (1 - el2)
  if (!(pl >= 0)) return false
  const rl = am * (1 - ecose)
  const betal = Math.sqrt(1 - el2)
  const esineOverBetal1 = esine / (1 + betal)
  const sinu = (am / rl) * (sineo1 - aynl - axnl * esineOverBetal1)
  const cosu = (am / rl) * (coseo1 - axnl + aynl * esineOverBetal1)
  const sin2u = 2 * cosu * sinu
  const cos2u = 1 - 2 * sinu * sinu
  const temp1 = (0.5 * j2) / pl
  const temp2 = temp1 / pl

  // Short-period periodics.
  const { con41, x1mth2, x7thm1, cosio, sinio } = orbit
  const mrt = rl * (1 - 1.5 * temp2 * betal * con41) + 0.5 * temp1 * x1mth2 * cos2u
  if (!(mrt >= 1)) return false
  const xnode = nodem + 1.5 * temp2 * cosio * sin2u
  const rdot = (Math.sqrt(am) * esine) / rl - (nm * temp1 * x1mth2 * sin2u) / xke
  const rvdot = Math.sqrt(pl) / rl + (nm * temp1 * (x1mth2 * cos2u + 1.5 * con41)) / xke

  // Orientation vectors. The corrections of latitude and inclination are below 0.001 rad: the next terms of
  // their series are below 1e-17, and seven calls of trigonometric functions are saved (2 % of the nightly
  // job).
  const dsu = 0.25 * temp2 * x7thm1 * sin2u
  const sindsu = dsu * (1 - (dsu * dsu) / 6)
  const cosdsu = 1 - 0.5 * dsu * dsu * (1 - (dsu * dsu) / 12)
  const sinsu = sinu * cosdsu - cosu * sindsu
  const cossu = cosu * cosdsu + sinu * sindsu
  const dinc = 1.5 * temp2 * cosio * sinio * cos2u
  const sindinc = dinc * (1 - (dinc * dinc) / 6)
  const cosdinc = 1 - 0.5 * dinc * dinc * (1 - (dinc * dinc) / 12)
  const sini = sinio * cosdinc + cosio * sindinc
  const cosi = cosio * cosdinc - sinio * sindinc
  const snod = Math.sin(xnode)
  const cnod = Math.cos(xnode)
  const xmx = -snod * cosi
  const xmy = cnod * cosi
  const ux = xmx * sinsu + cnod * cossu
  const uy = xmy * sinsu + snod * cossu
  const uz = sini * sinsu
  const vx = xmx * cossu - cnod * sinsu
  const vy = xmy * cossu - snod * sinsu
  const vz = sini * cossu
  const radiusKm = mrt * earthRadius
  out[at] = radiusKm * ux
  out[at + 1] = radiusKm * uy
  out[at + 2] = radiusKm * uz
  out[at + 3] = (rdot * ux + rvdot * vx) * vkmpersec
  out[at + 4] = (rdot * uy + rvdot * vy) * vkmpersec
  out[at + 5] = (rdot * uz + rvdot * vz) * vkmpersec
  return true
}
