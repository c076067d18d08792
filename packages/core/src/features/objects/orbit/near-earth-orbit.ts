import { constants } from 'satellite.js'
import type { ElementSet } from '#features/objects/elements/element-set'

const { deg2rad, earthRadius, j2, j3oj2, j4, twoPi, x2o3, xke, xpdotp } = constants
/** Shortest period of a deep-space orbit. */
const DEEP_SPACE_MIN = 225
/** Perigee below which SGP4 omits most drag terms. */
const SIMPLE_BELOW_KM = 220
/** Limits of the density function: its `s` follows the perigee between them. */
const [LOW_PERIGEE_KM, LOWEST_PERIGEE_KM] = [156, 98]

/** An initialised near-earth orbit: secular rates and coefficients, in radians, minutes and Earth radii. */
export type NearEarthOrbit = NonNullable<ReturnType<typeof nearEarthOrbit>>

/**
 * Initialises SGP4 for a near-earth element set. Performs the same operations in the same order as
 * satellite.js, with bit-identical results, but omits deep space, whose fields would take 5 % of the nightly
 * job to create and compile.
 *
 * Symbols as in `writeNearEarth`.
 *
 * @returns `undefined` for deep space (periods of 225 minutes and more), which satellite.js propagates.
 */
export function nearEarthOrbit(set: ElementSet) {
  const bstar = set.bstarPerEarthRadius
  const inclo = set.inclinationDeg * deg2rad
  const nodeo = set.raanDeg * deg2rad
  const ecco = set.eccentricity
  const argpo = set.argOfPericenterDeg * deg2rad
  const mo = set.meanAnomalyDeg * deg2rad
  const kozai = set.meanMotionRevPerDay / xpdotp

  // Brouwer's mean motion from Kozai's.
  const omeosq = 1 - ecco * ecco
  const rteosq = Math.sqrt(omeosq)
  const cosio = Math.cos(inclo)
  const sinio = Math.sin(inclo)
  const cosio2 = cosio * cosio
  const ak = (xke / kozai) ** x2o3
  const d1 = (0.75 * j2 * (3 * cosio2 - 1)) / (rteosq * omeosq)
  const del = d1 / (ak * ak)
  const adel = ak * (1 - del * del - del * (1 / 3 + (134 * del * del) / 81))
  const no = kozai / (1 + d1 / (adel * adel))
  if (twoPi / no >= DEEP_SPACE_MIN) return undefined

  // Atmospheric drag.
  const ao = (xke / no) ** x2o3
  const po = ao * omeosq
  const pinvsq = 1 / (po * po)
  const con42 = 1 - 5 * cosio2
  const con41 = -con42 - cosio2 - cosio2
  const rp = ao * (1 - ecco)
  const { sfour, qzms24 } = densityFunction((rp - 1) * earthRadius)
  const tsi = 1 / (ao - sfour)
  const eta = ao * ecco * tsi
  const etasq = eta * eta
  const eeta = ecco * eta
  const psisq = Math.abs(1 - etasq)
  const coef = qzms24 * tsi ** 4
  const coef1 = coef / psisq ** 3.5
  const cc2 =
    coef1 *
    no *
    (ao * (1 + 1.5 * etasq + eeta * (4 + etasq)) +
      ((0.375 * j2 * tsi) / psisq) * con41 * (8 + 3 * etasq * (8 + etasq)))
  const cc1 = bstar * cc2
  const isRound = !(ecco > 1e-4)
  const cc3 = isRound ? 0 : (-2 * coef * tsi * j3oj2 * no * sinio) / ecco
  const x1mth2 = 1 - cosio2
  const cc4 =
    2 *
    no *
    coef1 *
    ao *
    omeosq *
    (eta * (2 + 0.5 * etasq) +
      ecco * (0.5 + 2 * etasq) -
      ((j2 * tsi) / (ao * psisq)) *
        (-3 * con41 * (1 - 2 * eeta + etasq * (1.5 - 0.5 * eeta)) +
          0.75 * x1mth2 * (2 * etasq - eeta * (1 + etasq)) * Math.cos(2 * argpo)))
  const cc5 = 2 * coef1 * ao * omeosq * (1 + 2.75 * (etasq + eeta) + eeta * etasq)

  // Secular rates.
  const cosio4 = cosio2 * cosio2
  const temp1 = 1.5 * j2 * pinvsq * no
  const temp2 = 0.5 * temp1 * j2 * pinvsq
  const temp3 = -0.46875 * j4 * pinvsq * pinvsq * no
  const mdot = no + 0.5 * temp1 * rteosq * con41 + 0.0625 * temp2 * rteosq * (13 - 78 * cosio2 + 137 * cosio4)
  const argpdot =
    -0.5 * temp1 * con42 +
    0.0625 * temp2 * (7 - 114 * cosio2 + 395 * cosio4) +
    temp3 * (3 - 36 * cosio2 + 49 * cosio4)
  const xhdot1 = -temp1 * cosio
  const nodedot = xhdot1 + (0.5 * temp2 * (4 - 19 * cosio2) + 2 * temp3 * (3 - 7 * cosio2)) * cosio

  // Higher terms of drag.
  const isSimple = rp < SIMPLE_BELOW_KM / earthRadius + 1
  const cc1sq = cc1 * cc1
  const d2 = isSimple ? 0 : 4 * ao * tsi * cc1sq
  const temp = (d2 * tsi * cc1) / 3
  const d3 = (17 * ao + sfour) * temp
  const d4 = 0.5 * temp * ao * tsi * (221 * ao + 31 * sfour) * cc1
  const delmotemp = 1 + eta * Math.cos(mo)
  // Prevents a division by zero at an inclination of 180°.
  const onePlusCosio = Math.abs(cosio + 1) > 1.5e-12 ? 1 + cosio : 1.5e-12
  return {
    isSimple,
    mo,
    mdot,
    argpo,
    argpdot,
    nodeo,
    nodedot,
    nodecf: 3.5 * omeosq * xhdot1 * cc1,
    ecco,
    no,
    ao,
    bstar,
    cc1,
    cc4,
    cc5,
    t2cof: 1.5 * cc1,
    t3cof: d2 + 2 * cc1sq,
    t4cof: 0.25 * (3 * d3 + cc1 * (12 * d2 + 10 * cc1sq)),
    t5cof: 0.2 * (3 * d4 + 12 * cc1 * d3 + 6 * d2 * d2 + 15 * cc1sq * (2 * d2 + cc1sq)),
    d2,
    d3,
    d4,
    eta,
    omgcof: bstar * cc3 * Math.cos(argpo),
    xmcof: isRound ? 0 : (-x2o3 * coef * bstar) / eeta,
    delmo: delmotemp * delmotemp * delmotemp,
    sinmao: Math.sin(mo),
    aycof: -0.5 * j3oj2 * sinio,
    xlcof: (-0.25 * j3oj2 * sinio * (3 + 5 * cosio)) / onePlusCosio,
    con41,
    x1mth2,
    x7thm1: 7 * cosio2 - 1,
    cosio,
    sinio,
  }
}

/** Returns the parameters `s`, in Earth radii, and `(q0 − s)⁴` of the atmosphere's density. */
function densityFunction(perigeeKm: number): { sfour: number; qzms24: number } {
  let sKm = 78
  if (perigeeKm < LOW_PERIGEE_KM) sKm = perigeeKm < LOWEST_PERIGEE_KM ? 20 : perigeeKm - 78
  const q = (120 - sKm) / earthRadius
  return { sfour: sKm / earthRadius + 1, qzms24: q * q * q * q }
}
