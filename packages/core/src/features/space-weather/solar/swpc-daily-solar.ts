import { SERIES, type SeriesColumn } from '#features/space-weather/series/series-declarations'
import { POSSIBLE } from '#features/space-weather/swpc/measurement'
import { issuedAtIn } from '#features/space-weather/swpc/text-product'
import { days, hours, parseUtc } from '#kernel/kit/time'
import { parseInteger } from '#kernel/upstreams/parse/fields'
import { type OnRows, readRows } from '#kernel/upstreams/parse/rows'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import { measured } from '#kernel/upstreams/upstream'

/** Solar data of a UTC day. */
export interface SolarDay {
  /** Start of the day, in epoch milliseconds. */
  readonly at: number
  /** `null` if NOAA has no value. */
  readonly values: Readonly<Record<SeriesColumn<'sunspots'>, number | null>>
  /** Class of the X-ray flux between flares, such as `B4.6`; `null` if NOAA has none. */
  readonly background: string | null
}

/** The list of the last 30 days. */
export interface DailySolarData {
  /** Epoch milliseconds. */
  readonly issuedAt: number
  /** In ascending time, never empty. */
  readonly days: readonly SolarDay[]
}

/** Sunspots, regions and flares of the last 30 days, as NOAA counts them. */
export const dailySolarData = measured<DailySolarData>({
  id: 'swpc-sunspots',
  provider: 'swpc',
  label: 'daily solar data',
  target: () => '/text/daily-solar-indices.txt',
  probeParams: undefined,
  parse(body, now, { onHistory, onRows } = {}) {
    const list = parseList(body, now, onRows)
    onHistory?.(list.days.map(({ at, values }) => ({ at, values, instrument: null })))
    return list
  },
  seriesId: 'sunspots',
  newestAt: endOfNewestDay,
  cadenceMs: hours(12),
  maxAgeMs: hours(48),
  maxBytes: 64 * 1024,
})

/**
 * Returns when the newest day ended, in epoch milliseconds. While that day lasts, returns the time of issue.
 */
export function endOfNewestDay({ issuedAt, days: list }: DailySolarData): number {
  return Math.min((list.at(-1)?.at ?? 0) + days(1), issuedAt)
}

const HEADING = '# Date 10.7cm Number Hemis. Regions Field Flux C M X S 1 2 3'
/** Placeholders for a missing value. */
const MISSING: ReadonlySet<string> = new Set(['-999', '*'])
/** No list covers a longer time. */
const MAX_SPAN_MS = days(60)

function parseList(body: string, now: number, onRows: OnRows | undefined): DailySolarData {
  if (!body.endsWith('\n')) throw new ShapeError('the list is truncated')
  const lines = body.split('\n').map((line) => line.trim().replace(/\s+/g, ' '))
  const issuedAt = issuedAtIn(lines, now)
  if (!lines.includes(HEADING)) throw new ShapeError('the columns have changed')
  let before = issuedAt - MAX_SPAN_MS - 1
  const list = readRows(
    lines,
    (line) => {
      if (/^[#:]|^$/.test(line)) return undefined
      const day = parseDay(line)
      if (day.at > issuedAt || day.at <= before) throw new ShapeError('Date has no usable value')
      before = day.at
      return day
    },
    { onRows, nameOf: (_, i) => `line ${i + 1}` },
  )
  if (list.length === 0) throw new ShapeError('there are no rows')
  return { issuedAt, days: list }
}

/** The columns after the date, in the order of the list. */
const CELLS = [
  'flux_sfu',
  'sunspot_number',
  'sunspot_area_millionths',
  'new_regions',
  'mean field',
  'background',
  'flares_c',
  'flares_m',
  'flares_x',
] as const
/** Number of columns with counts of flares in visible light. They are not served but must be present. */
const OPTICAL_FLARES = 4

/** Parses `2026 11 20 203 116 670 2 -999 * 7 0 0 1 0 0 0`. */
function parseDay(line: string): SolarDay {
  const [year, month, day, ...cells] = line.split(' ')
  const at = parseUtc(`${year}-${month}-${day}`)
  if (at === null || cells.length !== CELLS.length + OPTICAL_FLARES)
    throw new ShapeError('a row has unexpected columns')
  const cellOf = (name: (typeof CELLS)[number]) => cells[CELLS.indexOf(name)] ?? ''
  const columns = SERIES.sunspots.columns.map((name) => [name, numberIn(name, cellOf(name), POSSIBLE[name])])
  numberIn('mean field', cellOf('mean field'), [-999, 999])
  for (const cell of cells.slice(CELLS.length)) numberIn('optical flares', cell, POSSIBLE.flares_c)
  return {
    at,
    values: Object.fromEntries(columns) as SolarDay['values'],
    background: classIn(cellOf('background')),
  }
}

function numberIn(name: string, cell: string, range: readonly [min: number, max: number]): number | null {
  if (MISSING.has(cell)) return null
  const number = parseInteger(cell, ...range)
  if (number === null) throw new ShapeError(`${name} has no usable value`)
  return number
}

function classIn(cell: string): string | null {
  if (MISSING.has(cell)) return null
  if (!/^[ABCMX]\d\.\d$/.test(cell)) throw new ShapeError('background has no usable value')
  return cell
}
