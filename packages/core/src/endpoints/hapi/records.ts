import { concatBytes } from '#bytes'
import type { SeriesSpan } from '#store/repositories/series-span'
import { iso } from '#time'

/** What stands for a missing value, as HAPI's clients know it: exactly a double. */
export const FILL = '-1e31'
const FILL_VALUE = Number(FILL)

/** Length of every time in characters. */
export const TIME_LENGTH = 24

/** Records in the order of time. */
export interface Records {
  /** Instants as ISO 8601, all of `TIME_LENGTH`. */
  readonly times: readonly string[]
  /** Values by parameter, `null` where there is none. */
  readonly columns: readonly (readonly (number | null)[])[]
}

/** Returns the records of a span with the columns of these names: its rows without the gaps. */
export function recordsOf(span: SeriesSpan, names: readonly string[]): Records {
  const rows = span.feeds.flatMap((feed, row) => (feed === null ? [] : row))
  const columns: Readonly<Record<string, readonly (number | null)[]>> = span.columns
  return {
    times: rows.map((row) => iso(span.startMs + row * span.stepMs)),
    columns: names.map((name) => rows.map((row) => columns[name]?.[row] ?? null)),
  }
}

/** Writes records as CSV, after the lines of a header where there is one. */
export function toCsv({ times, columns }: Records, header: object | undefined): string {
  const lines = times.map((time, row) => [time, ...columns.map((values) => values[row] ?? FILL)].join(','))
  return [...headerLines(header), ...lines, ''].join('\n')
}

/** Writes records as the last member of a header. */
export function toJson({ times, columns }: Records, header: object): string {
  const data = times.map((time, row) => [time, ...columns.map((values) => values[row] ?? FILL_VALUE)])
  return JSON.stringify({ ...header, data })
}

/** Writes records as HAPI's binary: time in ASCII, then doubles, little-endian. */
export function toBinary({ times, columns }: Records, header: object | undefined): Uint8Array {
  const size = TIME_LENGTH + columns.length * Float64Array.BYTES_PER_ELEMENT
  const body = new Uint8Array(times.length * size)
  const view = new DataView(body.buffer)
  const encoder = new TextEncoder()
  for (const [row, time] of times.entries()) {
    const at = row * size
    encoder.encodeInto(time, body.subarray(at, at + TIME_LENGTH))
    for (const [i, values] of columns.entries()) {
      const place = at + TIME_LENGTH + i * Float64Array.BYTES_PER_ELEMENT
      view.setFloat64(place, values[row] ?? FILL_VALUE, true)
    }
  }
  return concatBytes([encoder.encode([...headerLines(header), ''].join('\n')), body])
}

function headerLines(header: object | undefined): string[] {
  return header ? [`#${JSON.stringify(header)}`] : []
}
