import { minutes, parseUtc } from '#kit/time'
import { type Row, toRow } from '#upstreams/parse/fields'
import { readJson } from '#upstreams/parse/json'
import { ShapeError, schemaMismatch } from '#upstreams/parse/shape'

/** A row of an SWPC product with its time stamp in epoch milliseconds. */
export interface TimedRow {
  readonly at: number
  readonly row: Row
}

/** How far the clock of an instrument, or ours, may be wrong. */
const MAX_CLOCK_SKEW_MS = minutes(5)

/**
 * Parses the rows of an SWPC product, objects or arrays below a header row, and sorts them by time. Rows
 * without a time stamp, or stamped more than `aheadMs` milliseconds after `now`, are dropped.
 *
 * @throws ShapeError if the body is no array or no row is left.
 */
export function timedRows(body: string, now: number, aheadMs = MAX_CLOCK_SKEW_MS): TimedRow[] {
  const document = readJson(body)
  if (!Array.isArray(document)) throw new ShapeError('not an array of rows')
  const rows: readonly unknown[] = Array.isArray(document[0]) ? rowsBelowHeader(document) : document
  const timed: TimedRow[] = []
  for (const each of rows) {
    const row = toRow(each)
    const at = parseUtc(row?.['time_tag'])
    if (row && at !== null && at <= now + aheadMs) timed.push({ at, row })
  }
  if (timed.length === 0) throw schemaMismatch(rows, { time_tag: () => false })
  return timed.sort((a, b) => a.at - b.at)
}

/** Drops rows whose length differs from the header's: their cells are in other columns. */
function rowsBelowHeader([header, ...rows]: unknown[]): Row[] {
  const names = Array.isArray(header) ? header.map(String) : []
  return rows.flatMap((cells) =>
    Array.isArray(cells) && cells.length === names.length
      ? [Object.fromEntries(names.map((name, i) => [name, cells[i]]))]
      : [],
  )
}
