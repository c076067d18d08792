import { OPEN_TTL_MS, type Validity } from '#features/space-weather/series/recorded-series'
import { envelope } from '#kernel/endpoint/envelope'
import { jsonPieces } from '#kernel/endpoint/json-pieces'
import { JSON_TYPE, type Representation, renderPieces } from '#kernel/endpoint/representation'
import { freshnessHeaders } from '#kernel/endpoint/text-endpoint'

/** Media types of a series by format, in order of preference. */
export const FORMATS = { json: 'application/json', csv: 'text/csv' } as const
export type Format = keyof typeof FORMATS

/** A series to be rendered. */
export interface SeriesPayload {
  readonly time: readonly string[]
  readonly columns: Readonly<Record<string, readonly (number | null)[]>>
  readonly source: string
  /** Payload of the JSON form. */
  readonly data: object
}

/** Renders a series as JSON in the envelope, or as CSV. */
export function render(
  format: Format,
  { time, columns, source, data }: SeriesPayload,
  { fetchedAt, validUntil }: Validity,
): Promise<Representation> {
  if (format === 'json') {
    const body = envelope({ source, fetchedAt, validUntil, data }, OPEN_TTL_MS)
    return renderPieces(jsonPieces(body), JSON_TYPE)
  }
  const headers = freshnessHeaders({ source, fetchedAt, validUntil })
  return renderPieces(csvPieces(time, columns), `${FORMATS.csv}; charset=utf-8`, headers)
}

/** Rows per piece: a day by minute. */
const ROWS = 1_440

function* csvPieces(time: SeriesPayload['time'], columns: SeriesPayload['columns']): Generator<string> {
  yield `${['time', ...Object.keys(columns)].join(',')}\n`
  for (let from = 0; from < time.length; from += ROWS)
    yield csvLines(time, Object.values(columns), '', from, Math.min(from + ROWS, time.length))
}

/** Formats rows as lines of CSV: the time, then the values, or `fill` for a missing value. */
export function csvLines(
  time: readonly string[],
  columns: readonly (readonly (number | null)[])[],
  fill: string,
  from = 0,
  until = time.length,
): string {
  let lines = ''
  for (let row = from; row < until; row += 1) {
    lines += time[row]
    for (const values of columns) lines += `,${values[row] ?? fill}`
    lines += '\n'
  }
  return lines
}
