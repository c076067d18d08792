import type { Reading } from '#store/readings'
import { parseUtc } from '#time'
import { type Row, rowOf, soonAfter } from '#upstreams/checked'
import { readJson } from '#upstreams/json'
import { mismatchIn, type RequiredFields, ShapeMismatch } from '#upstreams/shape'
import type { TellHistory } from '#upstreams/upstream'

/** A row of an SWPC product with its instant in epoch milliseconds. */
export interface TimedRow {
  readonly at: number
  readonly row: Row
}

/**
 * The rows of an SWPC product in ascending time, whatever order it keeps, from objects or from arrays below a header
 * row; rows without a time stamp, or stamped over an hour after `now`, are dropped. Throws when it is no array, or none is left.
 */
export function timedRows(body: string, now: number): TimedRow[] {
  const document = readJson(body)
  if (!Array.isArray(document)) throw new ShapeMismatch('not an array of rows')
  const rows: readonly unknown[] = Array.isArray(document[0]) ? belowHeader(document) : document
  const timed: TimedRow[] = []
  for (const each of rows) {
    const row = rowOf(each)
    const at = parseUtc(row?.['time_tag'])
    if (row && at !== null && at <= soonAfter(now)) timed.push({ at, row })
  }
  if (timed.length === 0) throw mismatchIn(rows, { time_tag: () => false })
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

/** One kind of measurement: how a row is read, and what it cannot be read without. */
export interface Measurement<T> {
  readonly read: (timed: TimedRow) => T | null
  /** Which of its values the history is of. */
  readonly told: (value: T) => number
  readonly required: RequiredFields
}

/** What the newest readable row says; tells the history, and throws what is wrong with the rows when none is readable. */
export function newestIn<T extends { readonly at: number }>(
  body: string,
  now: number,
  measurement: Measurement<T>,
  tell: TellHistory = () => {},
): T {
  const rows = timedRows(body, now)
  const value = newestOf(rows, measurement.read)
  if (value === undefined) {
    throw mismatchIn(
      rows.map(({ row }) => row),
      measurement.required,
    )
  }
  tell(historyOf(rows, measurement))
  return value
}

/** The readings in rows, of those that can be read. */
export function historyOf<T extends { readonly at: number }>(
  rows: readonly TimedRow[],
  { read, told }: Measurement<T>,
): Reading[] {
  return rows.flatMap((timed) => {
    const value = read(timed)
    return value === null ? [] : [{ at: value.at, value: told(value) }]
  })
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
