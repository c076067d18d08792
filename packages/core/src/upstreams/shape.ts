import { type Row, rowOf } from '#upstreams/checked'

/** A body is not what its feed promises; the message names the field in words of our own and quotes nothing of the body. */
export class ShapeMismatch extends SyntaxError {
  override readonly name = 'ShapeMismatch'
}

/** The fields without which a row cannot be used, and which values of them can be. */
export type RequiredFields = Readonly<Record<string, (value: unknown) => boolean>>

/** Says why no row could be used: the first field that no row has, or else the first without a usable value. */
export function mismatchIn(rows: readonly unknown[], required: RequiredFields): ShapeMismatch {
  const found = rows.map(rowOf).filter((row): row is Row => row !== undefined)
  if (found.length === 0) return new ShapeMismatch('there are no rows')
  const fields = Object.entries(required)
  const missing = fields.find(([name]) => found.every((row) => row[name] === undefined))
  if (missing) return new ShapeMismatch(`${missing[0]} is missing`)
  // Of the rows that are usable up to a field, none may be usable by it: a flux that is wrong in one channel alone.
  let left = found
  for (const [name, isUsable] of fields) {
    left = left.filter((row) => isUsable(row[name]))
    if (left.length === 0) return new ShapeMismatch(`${name} has no usable value`)
  }
  return new ShapeMismatch('no row is usable')
}
