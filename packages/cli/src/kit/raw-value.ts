import { UsageError } from '#kit/errors'
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

/** Parses two multiples of 10 from 100 to 5,000 km, such as `150-2000`; `undefined` if invalid. */
export function parseAltitudes(text: string): { minKm: number; maxKm: number } | undefined {
  const [, low, high] = /^(\d{2,3}0)-(\d{2,3}0)$/.exec(text) ?? []
  const [minKm, maxKm] = [Number(low), Number(high)]
  return minKm >= 100 && minKm <= maxKm && maxKm <= 5_000 ? { minKm, maxKm } : undefined
}

/** Parses a list such as `10.0.0.0/8,2001:db8::1`; `undefined` if invalid. */
export function parseAddressRanges(text: string): string[] | undefined {
  const ranges = text.split(',').map((range) => range.trim())
  return ranges.every(isRange) ? ranges : undefined
}

/** Parses a list of secrets of at least 32 characters each; `undefined` if invalid. */
export function parseSecrets(text: string): [string, ...string[]] | undefined {
  const secrets = text.split(',').map((secret) => secret.trim())
  return secrets.every((secret) => /^[!-~]{32,1000}$/.test(secret)) ? (secrets as [string]) : undefined
}

function isRange(range: string): boolean {
  const [, address = '', bits] = /^([^/%]*)(?:\/(\d{1,3}))?$/.exec(range) ?? []
  const version = process.getBuiltinModule('node:net').isIP(address)
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128)
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

const UNIT_MS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 }
const LONGEST_MS = 36_500 * UNIT_MS.d

/** Parses a duration such as `90d`, `12h`, `30m` or `45s` to milliseconds. */
export function parseDuration({ text, from }: RawValue, mostMs = LONGEST_MS, leastMs = 1): number {
  const ms = durationToMs(text)
  if (ms !== undefined && ms >= leastMs && ms <= mostMs) return ms
  const most = mostMs === LONGEST_MS ? '' : ` of at most ${mostMs / UNIT_MS.d}d`
  throw new UsageError(`${from} takes a duration${most}, such as 90d, 12h, 30m or 45s, not "${text}"`)
}

/** Converts a duration such as `12h` or `0s` to milliseconds; `undefined` if invalid. */
export function durationToMs(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,10})([dhms])$/.exec(text) ?? []
  return unit === undefined ? undefined : Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS]
}
