import { hours, iso, parseUtc } from '#time'

/** One JSON object of an upstream, of whose members nothing is known yet. */
export type Row = Readonly<Record<string, unknown>>

/** The value as a JSON object; `undefined` when it is an array, `null` or anything else. */
export function rowOf(value: unknown): Row | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : undefined
}

/** The objects in a JSON array, without what is none; empty when the value is no array. */
export function rowsIn(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter((each) => rowOf(each) !== undefined) : []
}

/** Trimmed text; `null` when it is blank or no string. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.trim() || null : null
}

/** A number, or its decimal text, within the bounds; otherwise `null`, so that NaN and infinities never pass. */
export function numberOf(value: unknown, min: number, max: number): number | null {
  const isDecimal = typeof value === 'string' && /^[+-]?\d+(\.\d*)?(e[+-]?\d+)?$/i.test(value.trim())
  const number = isDecimal ? Number(value) : value
  return typeof number === 'number' && number >= min && number <= max ? number : null
}

export function integerOf(value: unknown, min: number, max: number): number | null {
  const number = numberOf(value, min, max)
  return Number.isInteger(number) ? number : null
}

/** An upstream's time stamp as ISO 8601 UTC; `null` when it is none (`Unk`, blank, absent) or is after `latest`. */
export function instantOf(value: unknown, latest: number): string | null {
  const at = parseUtc(value)
  return at === null || at > latest ? null : iso(at)
}

/** The latest instant, in epoch milliseconds, that what has happened by `now` can be stamped with, as clocks go. */
export function soonAfter(now: number): number {
  return now + hours(1)
}

/** A link that is safe to pass on: https only. */
export function linkOf(value: unknown): string | null {
  const link = textOf(value)
  return link?.startsWith('https://') ? link : null
}
