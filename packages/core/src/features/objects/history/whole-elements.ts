import type { ElementSet } from '#features/objects/elements/element-set'
import { iso } from '#kernel/kit/time'

/** Resolution of epochs in a TLE: 10⁻⁸ days, in microseconds. */
const EPOCH_STEP_US = 864
const TURN = 3_600_000

/** Fields with a fixed number of decimals at CelesTrak, each with the scale of its last decimal. */
const SCALED = [
  ['meanMotionRevPerDay', 1e8],
  ['eccentricity', 1e8],
  ['inclinationDeg', 1e4],
  ['raanDeg', 1e4],
  ['argOfPericenterDeg', 1e4],
  ['meanAnomalyDeg', 1e4],
  ['elementSetNo', 1],
  ['revAtEpoch', 1],
] as const
/** Fields whose digits are counted from the first non-zero digit. */
const FLOATING = ['bstarPerEarthRadius', 'meanMotionDotRevPerDay2', 'meanMotionDdotRevPerDay3'] as const

/** Indexes in the integers of a set. */
const [EPOCH, MEAN_MOTION, ARG_OF_PERICENTER, MEAN_ANOMALY] = [0, 2, 6, 7]
/** Number of integers of a set: two for the epoch, one per scaled field, two per floating field. */
export const WHOLE_NUMBERS = 2 + SCALED.length + 2 * FLOATING.length

/** Returns the numbers of a set as integers; `undefined` if a number has more digits than CelesTrak's. */
export function toWhole(set: ElementSet): number[] | undefined {
  const [, second = '', fraction = ''] = /^(.{19})\.(\d{6})Z$/.exec(set.epoch) ?? []
  const epochUs = Date.parse(`${second}Z`) * 1_000 + Number(fraction)
  const steps = Math.floor(epochUs / EPOCH_STEP_US)
  const wholes = [steps, epochUs - steps * EPOCH_STEP_US]
  for (const [field, units] of SCALED) wholes.push(Math.round(set[field] * units))
  for (const field of FLOATING) wholes.push(...digitsOf(set[field]))
  // A set is not packed if unpacking would change it.
  const back = fromWhole(wholes)
  const isExact =
    fraction !== '' &&
    wholes.every((whole) => Math.abs(whole) < 2 ** 51) &&
    set.meanAnomalyDeg < 360 &&
    set.epoch === back.epoch &&
    SCALED.every(([field]) => set[field] === back[field]) &&
    FLOATING.every((field) => set[field] === back[field])
  return isExact ? wholes : undefined
}

type Numbers = Pick<ElementSet, 'epoch' | (typeof SCALED)[number][0] | (typeof FLOATING)[number]>

/** Returns the numbers of a set from the integers of `toWhole`. */
export function fromWhole(wholes: readonly number[]): Numbers {
  const at = (i: number) => wholes[i] as number
  const floating = (i: number) => Number(`${at(i)}e${at(i + 1)}`)
  const epochUs = at(0) * EPOCH_STEP_US + at(1)
  const ms = Math.floor(epochUs / 1_000)
  const epoch = Number.isFinite(new Date(ms).getTime()) ? iso(ms) : ''
  return {
    epoch: `${epoch.slice(0, 23)}${String(epochUs % 1_000).padStart(3, '0')}Z`,
    meanMotionRevPerDay: at(2) / 1e8,
    eccentricity: at(3) / 1e8,
    inclinationDeg: at(4) / 1e4,
    raanDeg: at(5) / 1e4,
    argOfPericenterDeg: at(6) / 1e4,
    meanAnomalyDeg: at(7) / 1e4,
    elementSetNo: at(8),
    revAtEpoch: at(9),
    bstarPerEarthRadius: floating(10),
    meanMotionDotRevPerDay2: floating(12),
    meanMotionDdotRevPerDay3: floating(14),
  }
}

/** Returns the shortest decimal digits of a number as an integer, and the exponent of ten. */
function digitsOf(value: number): [digits: number, exponent: number] {
  if (value === 0) return [0, 0]
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  const [, decimals = ''] = digits.split('.')
  return [Number(digits.replace('.', '')), Number(exponent) - decimals.length]
}

/**
 * Returns the mean anomaly expected from the previous set and its mean motion. The position is counted from
 * the node, as pericentres of circular orbits wander. Only products are used, which give the same result on
 * every platform.
 */
function expectedAnomaly(before: readonly number[], wholes: readonly number[]): number {
  const at = (of: readonly number[], i: number) => of[i] as number
  const turns = ((at(wholes, EPOCH) - at(before, EPOCH)) / 1e8) * (at(before, MEAN_MOTION) / 1e8)
  const argument = at(before, ARG_OF_PERICENTER) + at(before, MEAN_ANOMALY) - at(wholes, ARG_OF_PERICENTER)
  return argument + Math.round((turns - Math.floor(turns)) * TURN)
}

/** Returns the differences between two sets, number by number. */
export function differences(before: readonly number[], wholes: readonly number[]): number[] {
  return wholes.map((whole, i) =>
    i === MEAN_ANOMALY
      ? modulo(whole - expectedAnomaly(before, wholes) + TURN / 2, TURN) - TURN / 2
      : whole - (before[i] as number),
  )
}

/** Returns the set after `before` from the differences. */
export function changed(before: readonly number[], next: () => number): number[] {
  const wholes: number[] = []
  for (let i = 0; i < WHOLE_NUMBERS; i += 1)
    wholes.push(next() + (i === MEAN_ANOMALY ? 0 : (before[i] as number)))
  wholes[MEAN_ANOMALY] = modulo((wholes[MEAN_ANOMALY] as number) + expectedAnomaly(before, wholes), TURN)
  return wholes
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
