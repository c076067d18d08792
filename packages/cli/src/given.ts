import { UsageError } from '#failure'
import type { Terminal } from '#terminal'

/** A text that the user gave, and where: the flag or the variable that a complaint about it names. */
export interface Given {
  readonly text: string
  readonly from: string
}

/** What the flag says, or else the variable when it is set and not empty. */
export function given(
  flag: string | undefined,
  [name, variable]: readonly [name: string, variable: string],
  env: Terminal['env'],
): Given | undefined {
  if (flag !== undefined) return { text: flag, from: name }
  const text = env[variable]
  return text ? { text, from: variable } : undefined
}

/** A whole number from `least` to `most`. */
export function wholeNumber({ text, from }: Given, most: number, least = 0): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  if (number >= least && number <= most) return number
  throw new UsageError(`${from} takes a whole number from ${least} to ${most}, not "${text}"`)
}

/** Two multiples of 10 between 100 and 5,000 km, such as `150-2000`; `undefined` for anything else. */
export function altitudesOf(text: string): { minKm: number; maxKm: number } | undefined {
  const [, low, high] = /^(\d{2,3}0)-(\d{2,3}0)$/.exec(text) ?? []
  const [minKm, maxKm] = [Number(low), Number(high)]
  return minKm >= 100 && minKm <= maxKm && maxKm <= 5_000 ? { minKm, maxKm } : undefined
}

/** The ranges in a text such as `10.0.0.0/8,2001:db8::1`; `undefined` for anything else. */
export function rangesOf(text: string): string[] | undefined {
  const ranges = text.split(',').map((range) => range.trim())
  return ranges.every(isRange) ? ranges : undefined
}

function isRange(range: string): boolean {
  const [, address = '', bits] = /^([^/%]*)(?:\/(\d{1,3}))?$/.exec(range) ?? []
  const version = process.getBuiltinModule('node:net').isIP(address)
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128)
}

/** Epoch milliseconds of an ISO 8601 day or instant, in UTC unless it names a zone. */
export function instantMs({ text, from }: Given): number {
  const [, day, rest = 'T00:00', zone = 'Z'] = INSTANT.exec(text) ?? []
  const at = Date.parse(`${day}${rest}${zone}`)
  const isOfCalendar = Number(day?.slice(8)) === new Date(`${day}T00:00Z`).getUTCDate()
  if (!Number.isNaN(at) && isOfCalendar) return at
  throw new UsageError(`${from} takes an instant such as 2026-11-21 or 2026-11-21T03:17Z, not "${text}"`)
}

const INSTANT = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)?(Z|[+-]\d\d:\d\d)?$/

const UNIT_MS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 }
const LONGEST_MS = 36_500 * UNIT_MS.d

/** Milliseconds of a duration such as `90d`, `12h`, `30m` or `45s`, from `leastMs` to `mostMs`: by default 1 s to 100 years. */
export function durationMs({ text, from }: Given, mostMs = LONGEST_MS, leastMs = 1): number {
  const ms = msOf(text)
  if (ms !== undefined && ms >= leastMs && ms <= mostMs) return ms
  const most = mostMs === LONGEST_MS ? '' : ` of at most ${mostMs / UNIT_MS.d}d`
  throw new UsageError(`${from} takes a duration${most} such as 90d, 12h, 30m or 45s, not "${text}"`)
}

/** Milliseconds of a duration such as `12h` or `0s`; `undefined` for anything else. */
export function msOf(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,10})([dhms])$/.exec(text) ?? []
  return unit === undefined ? undefined : Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS]
}
