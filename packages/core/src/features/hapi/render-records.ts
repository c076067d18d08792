import { FILL, type Format, TIME_LENGTH } from '#features/hapi/formats'
import { csvLines } from '#features/space-weather/series/series-formats'
import type { SeriesSpan } from '#features/space-weather/series/series-span'
import { isoOfMinute } from '#kernel/kit/time'

const FILL_VALUE = Number(FILL)

/** The records of a part of a span, as they are sent. JSON is without the outer brackets. */
export interface RenderedRecords {
  readonly count: number
  readonly bytes: Uint8Array
}

/** Records in the order of time. */
interface Records {
  /** Times as ISO 8601, each `TIME_LENGTH` characters long. */
  readonly times: readonly string[]
  /** Values by parameter, `null` where there is none. */
  readonly columns: readonly (readonly (number | null)[])[]
}

const encoder = new TextEncoder()

/** Renders the records of a span with the given columns: its rows without the gaps. */
export function renderRecords(format: Format, span: SeriesSpan, names: readonly string[]): RenderedRecords {
  const rows = span.feeds.flatMap((feed, row) => (feed === null ? [] : row))
  const columns: Readonly<Record<string, readonly (number | null)[]>> = span.columns
  const records = {
    times: rows.map((row) => isoOfMinute(span.startMs + row * span.stepMs)),
    columns: names.map((name) => rows.map((row) => columns[name]?.[row] ?? null)),
  }
  return { count: rows.length, bytes: WRITERS[format](records) }
}

const WRITERS: Readonly<Record<Format, (records: Records) => Uint8Array>> = {
  csv: ({ times, columns }) => encoder.encode(csvLines(times, columns, FILL)),
  json({ times, columns }) {
    const data = times.map((time, row) => [time, ...columns.map((of) => of[row] ?? FILL_VALUE)])
    return encoder.encode(JSON.stringify(data).slice(1, -1))
  },
  /** HAPI's binary: time in ASCII, then doubles, little-endian. */
  binary({ times, columns }) {
    const size = TIME_LENGTH + columns.length * Float64Array.BYTES_PER_ELEMENT
    const body = new Uint8Array(times.length * size)
    const view = new DataView(body.buffer)
    for (const [row, time] of times.entries()) {
      const at = row * size
      encoder.encodeInto(time, body.subarray(at, at + TIME_LENGTH))
      for (const [i, values] of columns.entries()) {
        const place = at + TIME_LENGTH + i * Float64Array.BYTES_PER_ELEMENT
        view.setFloat64(place, values[row] ?? FILL_VALUE, true)
      }
    }
    return body
  },
}

/**
 * Returns the pieces of a body: the header and the records. In JSON, the records are the last member of the
 * header.
 */
export function piecesOf(
  format: Format,
  records: readonly RenderedRecords[],
  header: object | undefined,
): (string | Uint8Array)[] {
  const filled = records.flatMap(({ count, bytes }) => (count > 0 ? bytes : []))
  if (format !== 'json') return [...(header ? [`#${JSON.stringify(header)}\n`] : []), ...filled]
  const opening = JSON.stringify({ ...header, data: [] }).slice(0, -']}'.length)
  return [opening, ...filled.flatMap((bytes, i) => (i > 0 ? [',', bytes] : [bytes])), ']}\n']
}
