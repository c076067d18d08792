import type { Row } from '#kernel/upstreams/parse/fields'
import { ShapeError } from '#kernel/upstreams/parse/shape'

/** Returns the value of a member, or `null` if it is unusable. */
type Parse<T> = (value: unknown) => T | null

/**
 * Reads a member of a record. A record with any unreadable member is rejected.
 *
 * @throws ShapeError if the member is missing or has no usable value.
 */
export function memberOf<T>(row: Row | undefined, name: string, parse: Parse<T>): T {
  const value = parse(row?.[name])
  if (value !== null) return value
  throw new ShapeError(`${name} ${row?.[name] === undefined ? 'is missing' : 'has no usable value'}`)
}

/** Reads a member whose value is `null` if the provider has none. Throws as `memberOf` does. */
export function memberOrNull<T>(row: Row | undefined, name: string, parse: Parse<T>): T | null {
  return row?.[name] === null ? null : memberOf(row, name, parse)
}

/** Returns a member unchanged; throws a ShapeError if it is missing. */
export function presentIn(row: Row, name: string): unknown {
  if (row[name] === undefined) throw new ShapeError(`${name} is missing`)
  return row[name]
}
