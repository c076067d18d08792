import { hours, iso, parseUtc } from '#kernel/kit/time'
import { toLine } from '#kernel/kit/to-line'

/** A JSON object of an upstream, not validated. */
export type Row = Readonly<Record<string, unknown>>

/** Returns the value if it is a JSON object; `undefined` for arrays, `null` and anything else. */
export function toRow(value: unknown): Row | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : undefined
}

/** Returns the objects in a JSON array, without its other elements; empty for anything else. */
export function toRows(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter((each) => toRow(each) !== undefined) : []
}

/** Returns the text as one trimmed line; `null` for blank text and other types. */
export function parseText(value: unknown): string | null {
  return toLine(value) || null
}

/**
 * Parses a number, or its decimal text, within the bounds; `null` for anything else, including NaN and
 * infinities.
 */
export function parseNumber(value: unknown, min: number, max: number): number | null {
  const isDecimal = typeof value === 'string' && /^[+-]?\d+(\.\d*)?(e[+-]?\d+)?$/i.test(value.trim())
  const number = isDecimal ? Number(value) : value
  return typeof number === 'number' && number >= min && number <= max ? number : null
}

/** Parses as `parseNumber` does; `null` unless it is an integer. */
export function parseInteger(value: unknown, min: number, max: number): number | null {
  const number = parseNumber(value, min, max)
  return Number.isInteger(number) ? number : null
}

/**
 * Converts a time stamp to ISO 8601 UTC; `null` for anything else (`Unk`, blank, absent).
 *
 * @param latest Epoch milliseconds after which a stamp is rejected.
 */
export function parseInstant(value: unknown, latest: number): string | null {
  const at = parseUtc(value)
  return at === null || at > latest ? null : iso(at)
}

/**
 * Returns the latest possible time of a past event, in epoch milliseconds, as clocks differ by up to an hour.
 */
export function latestPlausible(now: number): number {
  return now + hours(1)
}

/** Returns a link that is safe to forward; `null` unless it is https. */
export function parseLink(value: unknown): string | null {
  const link = parseText(value)
  return link?.startsWith('https://') ? link : null
}
