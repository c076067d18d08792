import type { Reading } from '#store/readings'
import { minutes, parseUtc } from '#time'
import { type Row, rowOf } from '#upstreams/checked'
import { readJson } from '#upstreams/json'
import { mismatchIn, type RequiredFields, ShapeMismatch } from '#upstreams/shape'
import type { TellHistory } from '#upstreams/upstream'

/** A row of an SWPC product with its instant in epoch milliseconds. */
export interface TimedRow {
  readonly at: number
  readonly row: Row
}

/** How far the clock of a measurement, or ours, may be wrong. */
const AHEAD_MS = minutes(5)

/**
 * The rows of an SWPC product in ascending time, whatever order it keeps, from objects or from arrays below a header
 * row; rows without a time stamp, or stamped more than `aheadMs` after `now`, are dropped. Throws when it is no array, or
 * none is left.
 */
export function timedRows(body: string, now: number, aheadMs = AHEAD_MS): TimedRow[] {
  const document = readJson(body)
  if (!Array.isArray(document)) throw new ShapeMismatch('not an array of rows')
  const rows: readonly unknown[] = Array.isArray(document[0]) ? belowHeader(document) : document
  const timed: TimedRow[] = []
  for (const each of rows) {
    const row = rowOf(each)
    const at = parseUtc(row?.['time_tag'])
    if (row && at !== null && at <= now + aheadMs) timed.push({ at, row })
  }
  if (timed.length === 0) throw mismatchIn(rows, { time_tag: () => false })
  return timed.sort((a, b) => a.at - b.at)
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
  const read = rows.flatMap((timed) => measurement.read(timed) ?? [])
  const newest = read.at(-1)
  if (newest === undefined) {
    throw mismatchIn(
      rows.map(({ row }) => row),
      measurement.required,
    )
  }
  tell(historyOf(read, measurement))
  return newest
}

/** What a history says of values in ascending time. */
export function historyOf<T extends { readonly at: number }>(
  values: readonly T[],
  { told }: Measurement<T>,
): Reading[] {
  return values.map((value) => ({ at: value.at, value: told(value) }))
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
