import { UsageError } from '#kit/errors'
import { durationToMs } from '#kit/parse'
import type { Terminal } from '#kit/terminal'

/** A text as the user typed it and the flag or variable it came from, for error messages. */
export interface RawValue {
  readonly text: string
  readonly from: string
}

/** Returns the value of the flag, otherwise of the variable; empty variables are ignored. */
export function readRawValue(
  flag: string | undefined,
  [name, variable]: readonly [name: string, variable: string],
  env: Terminal['env'],
): RawValue | undefined {
  if (flag !== undefined) return { text: flag, from: name }
  const text = env[variable]
  return text ? { text, from: variable } : undefined
}

/** Parses a whole number from `least` to `most`. */
export function parseWholeNumber({ text, from }: RawValue, most: number, least = 0): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new UsageError(`${from} takes a whole number from ${least} to ${most}, not "${text}"`)
}

/** Parses an ISO 8601 day or instant to epoch milliseconds; UTC unless it has a zone. */
export function parseInstant({ text, from }: RawValue): number {
  const [, day, rest = 'T00:00', zone = 'Z'] = INSTANT.exec(text) ?? []
  const at = Date.parse(`${day}${rest}${zone}`)
  const isOfCalendar = Number(day?.slice(8)) === new Date(`${day}T00:00Z`).getUTCDate()
  if (!Number.isNaN(at) && isOfCalendar) return at
  throw new UsageError(`${from} takes an instant such as 2026-11-21 or 2026-11-21T03:17Z, not "${text}"`)
}

const INSTANT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)?(Z|[+-]\d\d:\d\d)?$/

const DAY_MS = 86_400_000
const LONGEST_MS = 36_500 * DAY_MS

/** Parses a duration such as `90d`, `12h`, `30m` or `45s` to milliseconds. */
export function parseDuration({ text, from }: RawValue, mostMs = LONGEST_MS, leastMs = 1): number {
  const ms = durationToMs(text)
  if (ms !== undefined && ms >= leastMs && ms <= mostMs) return ms
  const most = mostMs === LONGEST_MS ? '' : ` of at most ${mostMs / DAY_MS}d`
  throw new UsageError(`${from} takes a duration${most}, such as 90d, 12h, 30m or 45s, not "${text}"`)
}
