/** The current content of a topic: a number, a text, or `null` for none. */
export type Present = number | string | null

/** A value that is published on a topic of its own. */
export interface TopicValue {
  /** The last part of its topic, with its unit, and its member of the JSON topic. */
  readonly name: string
  /** Its name in Home Assistant, which follows the name of the device. */
  readonly title: string
  /** Its path in the data of the API: members and positions, such as `passes.0.name`. */
  readonly at: string
  /** Converts the data at `at`, unless they are the value itself. */
  readonly convert?: (found: unknown) => unknown
  /** The unit as Home Assistant shows it. */
  readonly unit?: string
  /** Class of the sensor in Home Assistant; a `timestamp` is an ISO 8601 instant in UTC, a `date` a UTC day. */
  readonly deviceClass?: 'date' | 'enum' | 'frequency' | 'irradiance' | 'timestamp'
  /** All texts that it can have, for the class `enum`. */
  readonly options?: readonly string[]
  /** Whether it is a number whose history Home Assistant keeps and draws. */
  readonly isMeasurement?: true
  /** Decimals that Home Assistant shows. */
  readonly decimals?: number
  /** A name of Material Design Icons. */
  readonly icon: string
  /** Whether it is about the service and not about space. */
  readonly isDiagnostic?: true
}

/** Values that come with one request. */
export interface TopicSource {
  readonly name: string
  /** The current path of the API with its query; `undefined` if it needs a location and none is set. */
  readonly path: (about: Subject) => string | undefined
  /** Longest validity of a response, in milliseconds. */
  readonly validForMs: number
  readonly values: readonly TopicValue[]
}

/** Subject of the values. */
export interface Subject {
  readonly place: Place | undefined
  /** Catalogue numbers, separated by commas. */
  readonly passesOf: string
}

/** A location in degrees, rounded to 0.01°. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** Longest text that Home Assistant accepts. */
const LONGEST = 255

/** Significant digits of a number that is not whole: more than any instrument has. */
const DIGITS = 4

/** Reads a value from the data; `null` unless it is a number, or a text among its options. */
export function presentOf({ at, convert, options }: TopicValue, data: unknown): Present {
  const member = at.split('.').reduce(memberOf, data)
  const found = convert && member !== undefined ? convert(member) : member
  if (typeof found === 'number') return inDigits(found)
  if (typeof found !== 'string' || found === '') return null
  if (options && !options.includes(found)) return null
  return found.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, LONGEST)
}

function inDigits(value: number): number | null {
  if (Number.isInteger(value)) return value
  return Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : null
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}
