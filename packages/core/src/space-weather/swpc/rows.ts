import { minutes, parseUtc } from '#kit/time'
import { type Row, toRow } from '#upstreams/parse/fields'
import { readJson } from '#upstreams/parse/json'
import { type RequiredFields, ShapeError, schemaMismatch } from '#upstreams/parse/shape'
import type { SeriesRow } from '#upstreams/recorded-series'
import type { OnHistory } from '#upstreams/upstream'

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

/** How one kind of measurement is parsed. */
export interface Measurement<T> {
  /** Returns `null` for an unusable row. */
  readonly parseRow: (timed: TimedRow) => T | null
  /** Returns the row of the series that is recorded. */
  readonly toSeriesRow: (value: T) => SeriesRow
  /** The fields that a usable row has, for the error message. */
  readonly required: RequiredFields
}

/** Parses rows in ascending time to values in ascending time. */
export type ParseRows = <T extends { readonly at: number }>(
  rows: readonly TimedRow[],
  measurement: Measurement<T>,
) => readonly T[]

/**
 * Returns the newest value in a body, and reports all of them to `onHistory`.
 *
 * @param parseRows Selects and parses the rows. @default Every usable row.
 * @throws ShapeError that names the field which makes all rows unusable.
 */
export function parseNewest<T extends { readonly at: number }>(
  body: string,
  now: number,
  measurement: Measurement<T>,
  onHistory: OnHistory = () => {},
  parseRows: ParseRows = parseEveryRow,
): T {
  const rows = timedRows(body, now)
  const values = parseRows(rows, measurement)
  const newest = values.at(-1)
  if (newest === undefined) {
    throw schemaMismatch(
      rows.map(({ row }) => row),
      measurement.required,
    )
  }
  onHistory(values.map((value) => measurement.toSeriesRow(value)))
  return newest
}

function parseEveryRow<T>(rows: readonly TimedRow[], { parseRow }: Measurement<T>): readonly T[] {
  return rows.flatMap((timed) => parseRow(timed) ?? [])
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
