import { parseUtc } from '#time'
import { type Row, rowOf, soonAfter } from '#upstreams/checked'
import { readJson } from '#upstreams/json'

/** A row of an SWPC product with its instant in epoch milliseconds. */
export interface TimedRow {
  readonly at: number
  readonly row: Row
}

/**
 * The rows of an SWPC product in ascending time, whatever order it keeps, from objects or from arrays below a header
 * row; rows without a time stamp, or stamped over an hour after `now`, are dropped. Throws when it is no array.
 */
export function timedRows(body: string, now: number): TimedRow[] {
  const document = readJson(body)
  if (!Array.isArray(document)) throw new SyntaxError('not an array of rows')
  const timed: TimedRow[] = []
  for (const row of Array.isArray(document[0]) ? belowHeader(document) : document) {
    const at = parseUtc(rowOf(row)?.['time_tag'])
    if (at !== null && at <= soonAfter(now)) timed.push({ at, row })
  }
  return timed.sort((a, b) => a.at - b.at)
}

/** Whether a measurement is of an earlier instant than the one before; what is stamped in the future holds nothing back. */
export function isEarlier(value: number, than: number, at: number): boolean {
  return value < than && than <= at
}

/** What the newest readable row says, or `undefined` when no row is readable. */
export function newestOf<T>(rows: readonly TimedRow[], read: (timed: TimedRow) => T | null): T | undefined {
  for (let i = rows.length - 1; i >= 0; i -= 1) {
    const timed = rows[i]
    const value = timed ? read(timed) : null
    if (value !== null) return value
  }
  return undefined
}

/** The value, or a failure of the whole document when nothing usable was found in it. */
export function usable<T>(value: T | undefined): T {
  if (value === undefined) throw new SyntaxError('no usable row')
  return value
}

/** A row of another length than the header has its cells in other columns, and is dropped. */
function belowHeader([header, ...rows]: unknown[]): Row[] {
  const names = Array.isArray(header) ? header.map(String) : []
  return rows.flatMap((cells) =>
    Array.isArray(cells) && cells.length === names.length
      ? [Object.fromEntries(names.map((name, i) => [name, cells[i]]))]
      : [],
  )
}
