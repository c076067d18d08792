import { groupThousands } from '@space-data/charts/text'
import { InvalidOptionError, unknownName } from '#kernel/kit/errors'

/** A rule for an option. Ranges are checked where the option is used. */
export interface OptionRule {
  readonly expected: string
  readonly accepts: (value: unknown) => boolean
  /** Default of an option that is used unchanged as a setting. */
  readonly default?: unknown
}

/** Rules of options, by name. */
export type OptionRules = Readonly<Record<string, OptionRule>>

/** Returns whether a value is an object, and neither `null` nor an array. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Accepts an object. */
export const anObject: OptionRule = { expected: 'an object', accepts: isObject }

/** Accepts an object with these members. */
export const objectWith = (expected: string, ...members: readonly string[]): OptionRule => {
  return { expected, accepts: (value) => isObject(value) && members.every((name) => name in value) }
}

/** Accepts an array. */
export const aList = (expected: string): OptionRule => ({ expected, accepts: Array.isArray })

/** Accepts a value of this type. */
export const ofType = (type: 'string' | 'function' | 'number', expected: string): OptionRule => {
  return { expected, accepts: (value) => typeof value === type }
}

/** Accepts a whole number in a range. */
export const wholeNumber = (of: string, min: number, max: number): OptionRule => {
  const isInRange = (value: unknown) => Number(value) >= min && Number(value) <= max
  return {
    expected: `a whole number of ${of} from ${groupThousands(min)} to ${groupThousands(max)}`,
    accepts: (value) => Number.isInteger(value) && isInRange(value),
  }
}

/**
 * Checks options at run time, for callers from JavaScript.
 * @throws InvalidOptionError for an unknown option, and for a value of the wrong type.
 */
export function assertOptions(options: object, rules: OptionRules): void {
  if (!isObject(options)) throw new InvalidOptionError('createSpaceData expects an object of options')
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    if (!rule) {
      const { message } = unknownName('option', name, Object.keys(rules))
      throw new InvalidOptionError(`${message} If it is an option of a feature, add the feature to features.`)
    }
    const { accepts, expected } = rule
    if (value !== undefined && !accepts(value))
      throw new InvalidOptionError(`${name} must be ${expected}, not ${shown(value)}`)
  }
}

function shown(value: unknown): string {
  return typeof value === 'string'
    ? JSON.stringify(value.slice(0, 40))
    : Array.isArray(value)
      ? 'an array'
      : typeof value
}

/** Returns the options that are used unchanged as settings, or their defaults. */
export function plainSettings(options: object, rules: OptionRules): Record<string, unknown> {
  const given: Readonly<Record<string, unknown>> = { ...options }
  const settings = Object.entries(rules).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, given[name] ?? value]],
  )
  return Object.fromEntries(settings)
}
