type Level = 0 | 1 | 2 | 3 | 4 | 5

const stepNames = ['none', 'minor', 'moderate', 'strong', 'severe', 'extreme'] as const

/** A level of a NOAA space weather scale. */
export interface ScaleStep<Letter extends string = string> {
  readonly scale: `${Letter}${Level}`
  /** NOAA's name for the level. */
  readonly name: string
  /** Lowest value of the level, inclusive, as NOAA publishes it. */
  readonly from: number
  /** How far below `from` a rounded value may be, in its unit. */
  readonly rounding: number
}

/**
 * NOAA's G scale by planetary K index: levels begin at 5-, 6-, 7-, 8- and 9; 9- is still G4. The index has
 * thirds, which feeds write as 4.67 or 4.667: a value within half a hundredth counts as the third.
 */
export const geomagneticStorms = steps('G', [0, 4.67, 5.67, 6.67, 7.67, 9], 0.005)

/** NOAA's S scale by the flux of protons of 10 MeV and above, in pfu. */
export const radiationStorms = steps('S', [0, 10, 1e2, 1e3, 1e4, 1e5])

/** NOAA's R scale by long-band X-ray flux in W/m²: M1, M5, X1, X10 and X20. */
export const radioBlackouts = steps('R', [0, 1e-5, 5e-5, 1e-4, 1e-3, 2e-3])

/** Levels of a NOAA scale, from none to extreme. */
export type Scale<Letter extends string = string> = readonly [ScaleStep<Letter>, ...ScaleStep<Letter>[]]

/** Returns the level that a value has reached. */
export function scaleFor<Letter extends string>(
  scale: Scale<Letter>,
  value: number,
): ScaleStep<Letter>['scale'] {
  return stepOf(scale, levelOf(scale, value)).scale
}

/** Returns the number of the level that a value has reached, from 0 for none to 5. */
export function levelOf(scale: Scale, value: number): number {
  return Math.max(
    0,
    scale.findLastIndex(({ from, rounding }) => value >= from - rounding),
  )
}

/** Returns the level with a number from 0 to 5. */
export function stepOf<Letter extends string>(scale: Scale<Letter>, level: number): ScaleStep<Letter> {
  return scale[level] ?? scale[0]
}

/** Flare classes by peak X-ray flux of the long band in W/m²; each is ten times the one before. */
export const flareClasses = [
  { letter: 'A', from: 1e-8, power: -8 },
  { letter: 'B', from: 1e-7, power: -7 },
  { letter: 'C', from: 1e-6, power: -6 },
  { letter: 'M', from: 1e-5, power: -5 },
  { letter: 'X', from: 1e-4, power: -4 },
] as const

/**
 * Returns the flare class of a flux, such as `B4.6`. It is truncated, not rounded, as SWPC does. It is taken
 * from the decimal digits, because binary division would sometimes be wrong by one digit.
 */
export function toFlareClass(flux_w_m2: number): string {
  const [mantissa = '', exponent] = flux_w_m2.toExponential().split('e')
  const power = Number(exponent)
  const { letter, power: base } = flareClasses.findLast((each) => each.power <= power) ?? flareClasses[0]
  const digits = mantissa.replace('.', '').padEnd(5, '0')
  const tenths = Number(digits.slice(0, Math.max(0, power - base + 2)))
  return `${letter}${Math.floor(tenths / 10)}.${tenths % 10}`
}

/** Returns the flux in W/m² at which a flare class such as `M1` or `X1.5` begins. */
export function flareClassFlux(flareClass: string): number {
  const { power } = flareClasses.find(({ letter }) => flareClass.startsWith(letter)) ?? flareClasses[0]
  return Number(`${flareClass.slice(1)}e${power}`)
}

function steps<Letter extends 'G' | 'S' | 'R'>(letter: Letter, from: readonly number[], rounding = 0) {
  const step = (level: Level): ScaleStep<Letter> => ({
    scale: `${letter}${level}`,
    name: stepNames[level],
    from: from[level] ?? 0,
    rounding,
  })
  return [step(0), step(1), step(2), step(3), step(4), step(5)] as const
}
