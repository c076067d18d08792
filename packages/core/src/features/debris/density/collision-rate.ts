import {
  ALTITUDE_ZERO_KM,
  type ShellGrid,
  shellCount,
  shellEdgesKm,
  shellVolumeKm3,
} from '#features/debris/density/shell-grid'
import { type ObjectType, objectTypes } from '#features/objects/elements/element-set'
import { SAMPLES_PER_OBJECT } from '#features/objects/orbit/sampling'

/** Rates of approaches between catalogued objects by kinetic theory, at one thickness of the shells. */
export interface CollisionRates {
  readonly binKm: number
  /** Approaches of two objects to less than 1 km, per day. */
  readonly approachesUnder1KmPerDay: number
  /** Collisions per day, assuming no manoeuvres. */
  readonly collisionsPerDay: number
}

/**
 * Radii of the spheres that represent the objects, in metres. Assumptions: a payload with its solar arrays
 * has about 79 m², so two payloads collide within 314 m²; a rocket body of 8 by 3 m has a mean projected area
 * of 22 m², a quarter of its surface (Cauchy); catalogued debris is mostly between 0.1 and 1 m. An object of
 * unknown type is treated as debris.
 */
export const radiiM = { payload: 5, rocket_body: 2.7, debris: 0.3, unknown: 0.3 } as const

/**
 * Mean relative speed as a multiple of the circular speed: 4/3 for random directions (10.1 km/s at 550 km).
 */
const RELATIVE_SPEED_FACTOR = 4 / 3

const GM_KM3_PER_S2 = 398_600.4418
const SECONDS_PER_DAY = 86_400
const APPROACH_KM2 = Math.PI

/** Cross-section of each pair of types in km²: the cross-section of a sphere with the sum of both radii. */
const collisionKm2 = objectTypes.map((one) =>
  objectTypes.map((other) => Math.PI * ((radiiM[one] + radiiM[other]) / 1_000) ** 2),
)

/** Rate of collisions between objects of two types, or of one type, in a shell. */
export interface PairRate {
  readonly shell: number
  readonly one: ObjectType
  readonly other: ObjectType
  readonly collisionsPerDay: number
}

/**
 * Returns the rates of one day: in each shell, the number of pairs, times cross-section, times relative
 * speed, divided by the volume. Objects are assumed to be spread evenly over a shell and to meet at random.
 * Pairs of one type are N²/2. This includes N/2 pairs of an object with itself, which could be removed only
 * with each object's own share of the shell.
 *
 * @param samplesByType By shell, then object type, in the order of `objectTypes`.
 */
export function collisionRates(samplesByType: Uint32Array, grid: ShellGrid): CollisionRates {
  let approaches = 0
  for (let shell = 0; shell < shellCount(grid); shell += 1) {
    const total = numbersIn(samplesByType, shell).reduce((sum, number) => sum + number, 0)
    approaches += (total ** 2 / 2) * APPROACH_KM2 * sweptPerDay(grid, shell)
  }
  const collisions = pairRates(samplesByType, grid).reduce((sum, pair) => sum + pair.collisionsPerDay, 0)
  return { binKm: grid.shellKm, approachesUnder1KmPerDay: approaches, collisionsPerDay: collisions }
}

/** Returns the terms whose sum is the rate of collisions: by shell, then pair of types. */
export function pairRates(samplesByType: Uint32Array, grid: ShellGrid): PairRate[] {
  const rates: PairRate[] = []
  for (let shell = 0; shell < shellCount(grid); shell += 1) {
    const numbers = numbersIn(samplesByType, shell)
    const swept = sweptPerDay(grid, shell)
    for (let i = 0; i < numbers.length; i += 1)
      for (let j = i; j < numbers.length; j += 1) {
        const pairs = (numbers[i]! * numbers[j]!) / (i === j ? 2 : 1)
        const collisionsPerDay = pairs * collisionKm2[i]![j]! * swept
        rates.push({ shell, one: objectTypes[i]!, other: objectTypes[j]!, collisionsPerDay })
      }
  }
  return rates
}

/**
 * Returns the rates of pairs of satellites within one constellation.
 *
 * @param samples Samples of its satellites, by shell.
 */
export function ratesWithin(samples: Uint32Array, grid: ShellGrid): CollisionRates {
  const asPayloads = new Uint32Array(samples.length * objectTypes.length)
  for (const [shell, count] of samples.entries()) asPayloads[shell * objectTypes.length + PAYLOAD] = count
  return collisionRates(asPayloads, grid)
}

const PAYLOAD = objectTypes.indexOf('payload')

/** Returns the mean number of objects of each type in a shell. */
function numbersIn(samplesByType: Uint32Array, shell: number): number[] {
  return objectTypes.map(
    (_, type) => (samplesByType[shell * objectTypes.length + type] ?? 0) / SAMPLES_PER_OBJECT,
  )
}

/** Returns the share of a shell that an object of 1 km² sweeps in a day, relative to another object. */
function sweptPerDay(grid: ShellGrid, shell: number): number {
  return (relativeSpeedKmPerS(grid, shell) * SECONDS_PER_DAY) / shellVolumeKm3(grid, shell)
}

/** Multiples of the shells' thickness for which rates are computed. */
const MULTIPLES = [1, 2, 5]

/**
 * Returns the rates at the thickness of the shells and at several coarser ones that divide the range, the
 * thinnest first.
 */
export function collisionRatesByThickness(samplesByType: Uint32Array, grid: ShellGrid): CollisionRates[] {
  return MULTIPLES.filter((multiple) => shellCount(grid) >= multiple).map((multiple) => {
    const { samples, coarse } = coarser(samplesByType, grid, multiple)
    return collisionRates(samples, coarse)
  })
}

/**
 * Adds up neighbouring shells, starting at the lowest. If `multiple` does not divide the number of shells,
 * the highest one is thicker than the shells counted in it.
 */
export function coarser(
  samplesByType: Uint32Array,
  grid: ShellGrid,
  multiple: number,
): { readonly samples: Uint32Array; readonly coarse: ShellGrid } {
  const shells = Math.ceil(shellCount(grid) / multiple)
  const shellKm = grid.shellKm * multiple
  const samples = new Uint32Array(shells * objectTypes.length)
  for (const [i, count] of samplesByType.entries()) {
    const shell = Math.floor(i / objectTypes.length / multiple)
    const at = shell * objectTypes.length + (i % objectTypes.length)
    samples[at] = (samples[at] ?? 0) + count
  }
  return { samples, coarse: { ...grid, shellKm, maxKm: grid.minKm + shells * shellKm } }
}

function relativeSpeedKmPerS(grid: ShellGrid, shell: number): number {
  const { lowerKm, upperKm } = shellEdgesKm(grid, shell)
  return RELATIVE_SPEED_FACTOR * Math.sqrt(GM_KM3_PER_S2 / (ALTITUDE_ZERO_KM + (lowerKm + upperKm) / 2))
}
