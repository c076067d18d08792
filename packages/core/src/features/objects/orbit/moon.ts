import { sunPositionKm, type Vector } from '@space-data/charts/sun'

const DEGREES = Math.PI / 180
const J2000_MS = Date.UTC(2000, 0, 1, 12)
/** Terrestrial time minus UTC, accurate to seconds for decades. */
const TT_MINUS_UTC_MS = 69_000
const MEAN_DISTANCE_KM = 385_000.56

/**
 * Periodic terms by multiples of D, M, M′ and F, the largest terms of the lunar theory ELP-2000/82 as
 * abridged by Meeus. Longitude is in 1e-6 degrees with the distance in m, and latitude in 1e-6 degrees.
 */
const LONGITUDE_AND_DISTANCE = [
  [0, 0, 1, 0, 6_288_774, -20_905_355],
  [2, 0, -1, 0, 1_274_027, -3_699_111],
  [2, 0, 0, 0, 658_314, -2_955_968],
  [0, 0, 2, 0, 213_618, -569_925],
  [0, 1, 0, 0, -185_116, 48_888],
  [0, 0, 0, 2, -114_332, -3_149],
  [2, 0, -2, 0, 58_793, 246_158],
  [2, -1, -1, 0, 57_066, -152_138],
  [2, 0, 1, 0, 53_322, -170_733],
  [2, -1, 0, 0, 45_758, -204_586],
  [0, 1, -1, 0, -40_923, -129_620],
  [1, 0, 0, 0, -34_720, 108_743],
  [0, 1, 1, 0, -30_383, 104_755],
  [2, 0, 0, -2, 15_327, 10_321],
  [0, 0, 1, 2, -12_528, 0],
  [0, 0, 1, -2, 10_980, 79_661],
  [4, 0, -1, 0, 10_675, -34_782],
  [0, 0, 3, 0, 10_034, -23_210],
  [4, 0, -2, 0, 8_548, -21_636],
  [2, 1, -1, 0, -7_888, 24_208],
  [2, 1, 0, 0, -6_766, 30_824],
  [1, 0, -1, 0, -5_163, -8_379],
] as const
const LATITUDE = [
  [0, 0, 0, 1, 5_128_122],
  [0, 0, 1, 1, 280_602],
  [0, 0, 1, -1, 277_693],
  [2, 0, 0, -1, 173_237],
  [2, 0, -1, 1, 55_413],
  [2, 0, -1, -1, 46_271],
  [2, 0, 0, 1, 32_573],
  [0, 0, 2, 1, 17_198],
  [2, 0, 1, -1, 9_266],
  [0, 0, 2, -1, 8_822],
  [2, -1, 0, -1, 8_216],
  [2, 0, -2, -1, 4_324],
] as const

/**
 * Returns the position of the Moon in km, in the same frame as the Sun's position, accurate to 0.02° and 100
 * km.
 */
export function moonPositionKm(timeMs: number): Vector {
  const t = (timeMs + TT_MINUS_UTC_MS - J2000_MS) / 86_400_000 / 36_525
  const arguments_ = [
    297.8501921 + 445_267.1114034 * t,
    357.5291092 + 35_999.0502909 * t,
    134.9633964 + 477_198.8675055 * t,
    93.272095 + 483_202.0175233 * t,
  ] as const
  const angleOf = (multiples: readonly number[]) =>
    arguments_.reduce((sum, each, i) => sum + (multiples[i] ?? 0) * each, 0) * DEGREES
  let [longitude, latitude, distance] = [218.3164477 + 481_267.88123421 * t, 0, MEAN_DISTANCE_KM]
  for (const term of LONGITUDE_AND_DISTANCE) {
    longitude += 1e-6 * term[4] * Math.sin(angleOf(term))
    distance += 1e-3 * term[5] * Math.cos(angleOf(term))
  }
  for (const term of LATITUDE) latitude += 1e-6 * term[4] * Math.sin(angleOf(term))
  const [l, b, obliquity] = [longitude * DEGREES, latitude * DEGREES, obliquityRad(timeMs)]
  const [x, y, z] = [Math.cos(b) * Math.cos(l), Math.cos(b) * Math.sin(l), Math.sin(b)]
  const [cos, sin] = [Math.cos(obliquity), Math.sin(obliquity)]
  return [distance * x, distance * (cos * y - sin * z), distance * (sin * y + cos * z)]
}

/** The phase of the Moon. */
export interface MoonPhase {
  /** Share of the disc that is lit, 0 to 1. */
  readonly illuminated: number
  /** Longitude of the Moon minus longitude of the Sun: 0 new, 90 first quarter, 180 full. */
  readonly elongationDeg: number
}

/** Returns the phase of the Moon, seen from the Earth's centre. */
export function moonPhase(timeMs: number): MoonPhase {
  const [moon, sun] = [moonPositionKm(timeMs), sunPositionKm(timeMs)]
  const toSun = sun.map((each, i) => each - (moon[i] ?? 0))
  const cosine = -moon.reduce((sum, each, i) => sum + each * (toSun[i] ?? 0), 0)
  const phase = cosine / (Math.hypot(...moon) * Math.hypot(...toSun))
  const elongation = (longitudeRad(moon, timeMs) - longitudeRad(sun, timeMs)) / DEGREES
  return { illuminated: (1 + phase) / 2, elongationDeg: (elongation + 720) % 360 }
}

/** Returns the ecliptic longitude. */
function longitudeRad([x, y, z]: Vector, timeMs: number): number {
  const obliquity = obliquityRad(timeMs)
  return Math.atan2(Math.cos(obliquity) * y + Math.sin(obliquity) * z, x)
}

function obliquityRad(timeMs: number): number {
  return (23.439 - 4e-7 * ((timeMs - J2000_MS) / 86_400_000)) * DEGREES
}
