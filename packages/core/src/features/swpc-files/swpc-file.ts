import type { SeriesColumn, SeriesId } from '#features/space-weather/series/series-declarations'
import type { StoredRow } from '#features/space-weather/series/series-span'
import type { TypedEndpoint } from '#kernel/endpoint/data-endpoint'

/** A window of the forecast of Kp. */
export interface KpWindow {
  /** Start of the window, in epoch milliseconds. */
  readonly at: number
  readonly kp: number
  /** Level that NOAA marks; `G0` for none. */
  readonly scale: string
}

/** A row of a series. `valueIn` reads its values. */
export type Row = StoredRow<SeriesId>

/** Content of a file: the rows in ascending time, and the forecast if the file has one. */
export interface SwpcContent {
  readonly rows: readonly Row[]
  readonly forecast: readonly KpWindow[]
  /** Epoch milliseconds. */
  readonly now: number
}

/** A file of SWPC, from a recorded series or from the payload of an endpoint of this service. */
export type SwpcFile = SeriesFile | ServedFile

/** A file that is written from a recorded series. */
export interface SeriesFile {
  readonly id: SeriesId
  /** Length of the history in the file, in milliseconds. */
  readonly spanMs: number
  /** Whether it begins with a complete UTC day. */
  readonly isOfWholeDays?: true
  readonly hasForecast?: true
  /** Returns the content of the file's JSON. */
  readonly write: (content: SwpcContent) => unknown
  /** The same in the form of the file until 2026, if that was different. */
  readonly write2025?: (content: SwpcContent) => unknown
}

/** A file that is written from the payload of an endpoint of this service, with the times of that payload. */
export interface ServedFile {
  readonly endpoint: TypedEndpoint<string, unknown, never>
  /** Returns the content of the file's JSON, or its text. */
  readonly write: (data: unknown) => unknown
  readonly write2025?: (data: unknown) => unknown
}

/** Returns the value of a column; `null` for a gap and for a column that the row does not have. */
export function valueIn({ values }: Row, column: SeriesColumn): number | null {
  return (values as { readonly [Column in SeriesColumn]?: number | null })[column] ?? null
}

/** A column of a table: its name, and its text in a row. */
type Column = readonly [name: string, text: (row: Row) => string | null]

/** Returns a table in the form of files until 2026: the names in the first row, and every value as text. */
export function tableOf(columns: readonly Column[], rows: readonly Row[]): (string | null)[][] {
  return [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, text]) => text(row)))]
}

/** Returns a column of such a table. */
export function textOf(column: SeriesColumn, digits: number): Column[1] {
  return (row) => valueIn(row, column)?.toFixed(digits) ?? null
}

/** Returns fields of a file for which this service has no data. */
export function absent(names: string): Readonly<Record<string, null>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, null]))
}
