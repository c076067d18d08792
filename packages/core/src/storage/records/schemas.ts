import * as v from 'valibot'

/** A whole number from 0 on, such as a count or epoch milliseconds. */
export const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** A whole number from 1 on. */
export const positive = v.pipe(whole, v.minValue(1))
/** An instant as a text, ISO 8601. */
export const instant = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'not an instant'),
)
/** The name of an account. */
export const ACCOUNT = /[\w.@-]{1,64}/
/** The id of a key. */
export const KEY_ID = /[\w-]{1,64}/
/** A UTC day, such as `2026-11-21`. */
export const DAY = /\d{4}-\d\d-\d\d/
/** A month, such as `2026-11`. */
export const MONTH = /\d{4}-\d\d/

/** Schema of a list that may have thousands of values: they are checked in one step. */
export function longList<T>(isValue: (value: unknown) => boolean) {
  return v.custom<readonly T[]>((list) => Array.isArray(list) && list.every(isValue))
}

/** Returns a pattern that matches whole texts, given one without anchors. */
export function anchored({ source }: RegExp): RegExp {
  return new RegExp(`^(?:${source})$`)
}

/** Schema of a text that matches a pattern without anchors as a whole. */
export function matching(pattern: RegExp) {
  return v.pipe(v.string(), v.regex(anchored(pattern)))
}
