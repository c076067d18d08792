import * as v from 'valibot'

/** Whole number of at least 0, such as a count or epoch milliseconds. */
export const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** Whole number of at least 1. */
export const positive = v.pipe(whole, v.minValue(1))
/** Instant as an ISO 8601 text. */
export const instant = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'not an instant'),
)
/** Name of an account. */
export const ACCOUNT = /[\w.@-]{1,64}/
/** Id of a key. */
export const KEY_ID = /[\w-]{1,64}/
/** UTC day, such as `2026-11-21`. */
export const DAY = /\d{4}-\d\d-\d\d/
/** Month, such as `2026-11`. */
export const MONTH = /\d{4}-\d\d/

/** Returns a schema of a list that may have thousands of values. They are checked in one step. */
export function longList<T>(isValue: (value: unknown) => boolean) {
  return v.custom<readonly T[]>((list) => Array.isArray(list) && list.every(isValue))
}

/** Returns a pattern that matches complete texts, for a pattern without anchors. */
export function anchored({ source }: RegExp): RegExp {
  return new RegExp(`^(?:${source})$`)
}

/** Returns a schema of a text that matches a pattern without anchors completely. */
export function matching(pattern: RegExp) {
  return v.pipe(v.string(), v.regex(anchored(pattern)))
}
