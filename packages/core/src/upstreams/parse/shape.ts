import { type Row, toRow } from '#upstreams/parse/fields'

/**
 * A body does not have the expected shape. The message names the field in our own words and quotes nothing.
 */
export class ShapeError extends SyntaxError {
  override readonly name = 'ShapeError'
}

/** The fields that a row needs, each with a test for usable values. */
export type RequiredFields = Readonly<Record<string, (value: unknown) => boolean>>

/**
 * Returns the error for rows that are all unusable: names the first field that all miss or have no usable
 * value of.
 */
export function schemaMismatch(rows: readonly unknown[], required: RequiredFields): ShapeError {
  const objects = rows.map(toRow).filter((row): row is Row => row !== undefined)
  if (objects.length === 0) return new ShapeError('there are no rows')
  const fields = Object.entries(required)
  const missing = fields.find(([name]) => objects.every((row) => row[name] === undefined))
  if (missing) return new ShapeError(`${missing[0]} is missing`)
  // Fields are tested on the rows that pass all before them: a flux may be unusable in one channel alone.
  let usable = objects
  for (const [name, isUsable] of fields) {
    usable = usable.filter((row) => isUsable(row[name]))
    if (usable.length === 0) return new ShapeError(`${name} has no usable value`)
  }
  return new ShapeError('no row is usable')
}
