import type { TimedValue } from '@space-data/charts'

/** One column of a response over time. */
export interface Series {
  /** Name with its unit at the end, as in the column names of this API. */
  readonly name: string
  readonly values: readonly TimedValue[]
}

type Cell = string | number | null | undefined

/**
 * Reads a response as columns of numbers over time: columns of JSON beside `time`, records of HAPI, or CSV
 * whose first column is an instant. Empty for other responses.
 */
export function seriesOf(text: string): Series[] {
  if (!text.startsWith('{')) return ofLines(text.trim().split('\n'))
  const body = JSON.parse(text)
  if (Array.isArray(body.data)) return ofRows([namesOf(body), ...body.data])
  const columns = Object.entries<readonly Cell[]>(body.data ?? {})
  const times = body.data?.time
  if (!Array.isArray(times)) return []
  return columns
    .filter(([name, cells]) => name !== 'time' && Array.isArray(cells) && cells.length === times.length)
    .flatMap(([name, cells]) => column(name, times, cells))
}

/** Reads CSV; HAPI may put a description of the columns before it. */
function ofLines(lines: readonly string[]): Series[] {
  const isHeader = (line: string) => line.startsWith('#')
  const header = lines.filter(isHeader).map((line) => line.slice(1))
  const rows = lines.filter((line) => !isHeader(line)).map((line) => line.split(','))
  return ofRows(header.length > 0 ? [namesOf(JSON.parse(header.join(''))), ...rows] : rows)
}

/** Returns the names of the columns that HAPI describes. */
function namesOf({ parameters = [] }: { parameters?: readonly { readonly name: string }[] }): string[] {
  return parameters.map(({ name }) => name)
}

/** Reads rows that begin with an instant; the first may be the names of the columns. */
function ofRows(rows: readonly (readonly Cell[])[]): Series[] {
  const [first = []] = rows
  const hasNames = Number.isNaN(instant(first[0]))
  const records = hasNames ? rows.slice(1) : rows
  const times = records.map((record) => record[0])
  if (times.length === 0 || times.some((time) => Number.isNaN(instant(time)))) return []
  return first.slice(1).flatMap((name, i) =>
    column(
      hasNames ? String(name) : `column ${i + 1}`,
      times,
      records.map((record) => record[i + 1]),
    ),
  )
}

function column(name: string, times: readonly Cell[], cells: readonly Cell[]): Series[] {
  const values = times.flatMap((time, i): TimedValue[] => {
    const cell = cells[i]
    // HAPI fills gaps with a value that no quantity has.
    const isKnown = cell !== null && cell !== undefined && cell !== '' && Number(cell) > -1e30
    return isKnown ? [{ at: instant(time), value: Number(cell) }] : []
  })
  return values.length > 0 ? [{ name, values }] : []
}

/** Returns an instant in epoch milliseconds; `NaN` for text that is not ISO 8601. */
function instant(text: Cell): number {
  return typeof text === 'string' && /^\d{4}-\d\d/.test(text) ? Date.parse(text) : Number.NaN
}
