import type { StoredRow } from '#space-weather/series/series-span'
import type { SeriesColumn, SeriesId } from '#upstreams/recorded-series'

/** A window of the forecast of Kp. */
export interface KpWindow {
  /** Start of the window, in epoch milliseconds. */
  readonly at: number
  readonly kp: number
  /** NOAA's mark, `G0` for none. */
  readonly scale: string
}

/** A row of a series, whose values are read by `valueIn`. */
export type Row = StoredRow<SeriesId>

/** What a file is written from: the rows in ascending time, and the forecast where the file has one. */
export interface SwpcContent {
  readonly rows: readonly Row[]
  readonly forecast: readonly KpWindow[]
  /** Epoch milliseconds. */
  readonly now: number
}

/** A file of SWPC: of a recorded series, or of what a path of this service serves. */
export type SwpcFile = SeriesFile | ServedFile

/** A file that is written from a recorded series. */
export interface SeriesFile {
  readonly id: SeriesId
  /** How far back it goes, in milliseconds. */
  readonly spanMs: number
  /** Whether it begins with a whole UTC day. */
  readonly isOfWholeDays?: true
  readonly hasForecast?: true
  /** Returns what the JSON of the file is. */
  readonly write: (content: SwpcContent) => unknown
  /** The same as the file was until 2026, where that was another. */
  readonly write2025?: (content: SwpcContent) => unknown
}

/** A file that is written from what a path of this service serves, with the times of that. */
export interface ServedFile {
  readonly path: string
  /** Returns what the JSON of the file is, or its text. */
  readonly write: (data: unknown) => unknown
  readonly write2025?: (data: unknown) => unknown
}

/** Returns the value of a column; `null` for a gap and for a column that the row does not have. */
export function valueIn({ values }: Row, column: SeriesColumn): number | null {
  return (values as { readonly [Column in SeriesColumn]?: number | null })[column] ?? null
}

/** A column of a table: its name, and its text in a row. */
type Column = readonly [name: string, text: (row: Row) => string | null]

/** Returns a table as files had it until 2026: the names in the first row, and every value as text. */
export function tableOf(columns: readonly Column[], rows: readonly Row[]): (string | null)[][] {
  return [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, text]) => text(row)))]
}

/** Returns how a value is written in such a table. */
export function textOf(column: SeriesColumn, digits: number): Column[1] {
  return (row) => valueIn(row, column)?.toFixed(digits) ?? null
}

/** Returns fields that a file has and that this service does not hold. */
export function absent(names: string): Readonly<Record<string, null>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, null]))
}
