import { minutes, parseUtc } from '#kernel/kit/time'
import { type Row, toRow } from '#kernel/upstreams/parse/fields'
import { readJson } from '#kernel/upstreams/parse/json'
import { memberOf } from '#kernel/upstreams/parse/members'
import { type OnRows, readRows } from '#kernel/upstreams/parse/rows'
import { ShapeError } from '#kernel/upstreams/parse/shape'

/** A row of an SWPC product with its time stamp in epoch milliseconds. */
export interface TimedRow {
  readonly at: number
  readonly row: Row
}

/** Maximum error of the clock of an instrument, or of our clock. */
const MAX_CLOCK_SKEW_MS = minutes(5)

/**
 * The body of an SWPC product, the time of the request, and how far ahead of it rows may be, in milliseconds.
 */
interface TimedBody {
  readonly body: string
  /** Epoch milliseconds. */
  readonly now: number
  /** @default 5 minutes */
  readonly aheadMs?: number
  readonly onRows: OnRows | undefined
}

/**
 * Reads the rows of an SWPC product, which are objects or arrays below a header row, in ascending time. Rows
 * stamped more than `aheadMs` after `now` are left out.
 *
 * @param read The same as in `readRows`.
 * @throws ShapeError if the body is no array, or if no row is usable and at least one cannot be read.
 */
export function readTimedRows<Value>(
  { body, now, aheadMs = MAX_CLOCK_SKEW_MS, onRows }: TimedBody,
  read: (timed: TimedRow) => Value | undefined,
): Value[] {
  const document = readJson(body)
  if (!Array.isArray(document)) throw new ShapeError('not an array of rows')
  const rows: readonly unknown[] = Array.isArray(document[0]) ? rowsBelowHeader(document) : document
  const timed = readRows(
    rows,
    (each) => {
      const row = toRow(each)
      const at = memberOf(row, 'time_tag', parseUtc)
      const value = row && at <= now + aheadMs ? read({ at, row }) : undefined
      return value === undefined ? undefined : { at, value }
    },
    { onRows },
  )
  return timed.sort((a, b) => a.at - b.at).map(({ value }) => value)
}

/** Returns the rows as objects. A row of another length is `null`, as its cells are in other columns. */
function rowsBelowHeader([header, ...rows]: unknown[]): (Row | null)[] {
  const names = Array.isArray(header) ? header.map(String) : []
  return rows.map((cells) =>
    Array.isArray(cells) && cells.length === names.length
      ? Object.fromEntries(names.map((name, i) => [name, cells[i]]))
      : null,
  )
}
