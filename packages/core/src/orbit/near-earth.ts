import { constants, type SatRec } from 'satellite.js'

const { earthRadius, j2, twoPi, vkmpersec, xke } = constants
const KEPLER_PRECISION_RAD = 1e-12
const KEPLER_STEPS = 10
const LARGEST_STEP_RAD = 0.95
const LEAST_ECCENTRICITY = 1e-6

/** What of an initialised near-earth set does not change with time, besides what satellite.js keeps. */
export interface NearEarthOrbit {
  readonly satrec: SatRec
  /** Mean semi-major axis at epoch in Earth radii. */
  readonly semiMajorAxis: number
}

/** `undefined` for deep space, periods of 225 minutes and more, which satellite.js propagates. */
export function nearEarthOrbit(satrec: SatRec): NearEarthOrbit | undefined {
  return satrec.method === 'n' ? { satrec, semiMajorAxis: (xke / satrec.no) ** (2 / 3) } : undefined
}

/**
 * SGP4 for near-earth orbits without allocation: writes position in km and velocity in km/s, x, y, z in TEME, at
 * `minute` since epoch into `out` from `at` on. False where SGP4 breaks off, and after decay. Same theory and constants
 * as satellite.js `sgp4`, which it follows to 1e-8 km; three times its speed. Source: Hoots and Roehrich, Spacetrack Report 3 (1980);
 * Vallado et al., AIAA 2006-6753.
 */
export function writeNearEarth(
  { satrec, semiMajorAxis }: NearEarthOrbit,
  minute: number,
  out: Float64Array,
  at: number,
): boolean {
  const t = minute
  const t2 = t * t

  // Secular gravity and drag.
  let meanAnomaly = satrec.mo + satrec.mdot * t
  let perigee = satrec.argpo + satrec.argpdot * t
  const node = satrec.nodeo + satrec.nodedot * t + satrec.nodecf * t2
  let shrinking = 1 - satrec.cc1 * t
  let circling = satrec.bstar * satrec.cc4 * t
  let advance = satrec.t2cof * t2
  if (satrec.isimp !== 1) {
    const swing = 1 + satrec.eta * Math.cos(meanAnomaly)
    const shift = satrec.omgcof * t + satrec.xmcof * (swing * swing * swing - satrec.delmo)
    const t3 = t2 * t
    const t4 = t3 * t
    meanAnomaly += shift
    perigee -= shift
    shrinking = shrinking - satrec.d2 * t2 - satrec.d3 * t3 - satrec.d4 * t4
    circling += satrec.bstar * satrec.cc5 * (Math.sin(meanAnomaly) - satrec.sinmao)
    advance = advance + satrec.t3cof * t3 + t4 * (satrec.t4cof + t * satrec.t5cof)
  }
  if (!(shrinking > 0)) return false
  const a = semiMajorAxis * shrinking * shrinking
  const meanMotion = xke / (a * Math.sqrt(a))
  let e = satrec.ecco - circling
  if (!(e < 1 && e >= -0.001)) return false
  if (e < LEAST_ECCENTRICITY) e = LEAST_ECCENTRICITY
  meanAnomaly += satrec.no * advance

  // Long-period periodics, then Kepler's equation in the elements e·cos ω and e·sin ω.
  const perEarthRadius = 1 / (a * (1 - e * e))
  const ax = e * Math.cos(perigee)
  const ay = e * Math.sin(perigee) + perEarthRadius * satrec.aycof
  const longitude = meanAnomaly + perigee + perEarthRadius * satrec.xlcof * ax
  const u = longitude - twoPi * Math.floor(longitude / twoPi)
  let anomaly = u
  let sine = 0
  let cosine = 0
  for (let step = 0; step < KEPLER_STEPS; step++) {
    sine = Math.sin(anomaly)
    cosine = Math.cos(anomaly)
    const miss = (u - ay * cosine + ax * sine - anomaly) / (1 - cosine * ax - sine * ay)
    anomaly += Math.min(Math.max(miss, -LARGEST_STEP_RAD), LARGEST_STEP_RAD)
    if (Math.abs(miss) < KEPLER_PRECISION_RAD) break
  }

  // Short-period periodics in radius, argument of latitude, node and inclination.
  const eCosE = ax * cosine + ay * sine
  const eSinE = ax * sine - ay * cosine
  const eSquared = ax * ax + ay * ay
  const parameter = a * (1 - eSquared)
  if (!(parameter >= 0)) return false
  const distance = a * (1 - eCosE)
  const beta = Math.sqrt(1 - eSquared)
  const share = eSinE / (1 + beta)
  const sinU = (a / distance) * (sine - ay - ax * share)
  const cosU = (a / distance) * (cosine - ax + ay * share)
  const sin2u = 2 * cosU * sinU
  const cos2u = 1 - 2 * sinU * sinU
  const first = (0.5 * j2) / parameter
  const second = first / parameter
  const { con41, x1mth2, x7thm1, inclo } = satrec
  const cosI = Math.cos(inclo)
  const sinI = Math.sin(inclo)
  const radius = distance * (1 - 1.5 * second * beta * con41) + 0.5 * first * x1mth2 * cos2u
  if (!(radius >= 1)) return false
  const latitude = Math.atan2(sinU, cosU) - 0.25 * second * x7thm1 * sin2u
  const ascending = node + 1.5 * second * cosI * sin2u
  const inclination = inclo + 1.5 * second * cosI * sinI * cos2u
  const outward = (Math.sqrt(a) * eSinE) / distance - (meanMotion * first * x1mth2 * sin2u) / xke
  const along = Math.sqrt(parameter) / distance + (meanMotion * first * (x1mth2 * cos2u + 1.5 * con41)) / xke

  const sinL = Math.sin(latitude)
  const cosL = Math.cos(latitude)
  const sinN = Math.sin(ascending)
  const cosN = Math.cos(ascending)
  const sinInclination = Math.sin(inclination)
  const cosInclination = Math.cos(inclination)
  const mx = -sinN * cosInclination
  const my = cosN * cosInclination
  const ux = mx * sinL + cosN * cosL
  const uy = my * sinL + sinN * cosL
  const uz = sinInclination * sinL
  const vx = mx * cosL - cosN * sinL
  const vy = my * cosL - sinN * sinL
  const vz = sinInclination * cosL
  const km = radius * earthRadius
  out[at] = km * ux
  out[at + 1] = km * uy
  out[at + 2] = km * uz
  out[at + 3] = (outward * ux + along * vx) * vkmpersec
  out[at + 4] = (outward * uy + along * vy) * vkmpersec
  out[at + 5] = (outward * uz + along * vz) * vkmpersec
  return true
}
