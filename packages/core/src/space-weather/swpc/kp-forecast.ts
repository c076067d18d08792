import { days, hours } from '#kit/time'
import { POSSIBLE } from '#space-weather/swpc/measurement'
import { timedRows } from '#space-weather/swpc/rows'
import { dayLabel, issuedAtIn, linesOf } from '#space-weather/swpc/text-product'
import { parseNumber } from '#upstreams/parse/fields'
import { ShapeError, schemaMismatch } from '#upstreams/parse/shape'
import { measured } from '#upstreams/upstream'

/** The forecast of one window of three hours. */
export interface ForecastWindow {
  /** Start of the window, in epoch milliseconds. */
  readonly at: number
  readonly kp: number
  /** NOAA's mark of the G scale; `null` where it sets none. */
  readonly gScale: string | null
}

/** NOAA's forecast of Kp for the next days. */
export interface KpForecast {
  /** When it was issued, in epoch milliseconds; `null` where the feed does not tell. */
  readonly issuedAt: number | null
  /** How new it is, in epoch milliseconds: its issue, or the start of the last window that was observed. */
  readonly asOf: number
  /** In ascending time, never empty. */
  readonly windows: readonly ForecastWindow[]
  /** The whole product; `null` from the table, and where its end or one of its three parts is missing. */
  readonly text: string | null
}

const WINDOW_MS = hours(3)
const common = {
  provider: 'swpc',
  probeParams: undefined,
  newestAt: ({ asOf }: KpForecast) => asOf,
  /** How old a forecast may be and still be given: for another day it then has values. */
  maxAgeMs: days(2),
  maxBytes: 256 * 1024,
} as const

/** The windows that the table of Kp marks as estimated or predicted, without a time of issue. */
export const kpForecastTable = measured<KpForecast>({
  ...common,
  id: 'swpc-kp-forecast-3h',
  label: 'planetary K index forecast (3 hours)',
  target: () => '/products/noaa-planetary-k-index-forecast.json',
  parse: parseTable,
  cadenceMs: hours(3),
})

/** The forecast for three days, issued at 00:30 and 12:30 UTC, in the words of the forecasters. */
export const kpForecast = measured<KpForecast>({
  ...common,
  id: 'swpc-kp-forecast',
  label: '3-day forecast',
  target: () => '/text/3-day-forecast.txt',
  parse: parseProduct,
  cadenceMs: hours(12),
  fallback: kpForecastTable,
})

const TITLE = 'NOAA Kp index breakdown'
const PARTS = [/^A\. NOAA Geomagnetic /m, /^B\. NOAA Solar Radiation /m, /^C\. NOAA Radio Blackout /m]

function parseProduct(body: string, now: number): KpForecast {
  const lines = linesOf(body)
  const issuedAt = issuedAtIn(lines, now)
  const start = lines.findIndex((line) => line.startsWith(TITLE))
  if (start < 0) throw new ShapeError(`${TITLE} is missing`)
  const [title = '', dates = '', ...rows] = lines.slice(start).filter((line) => line !== '')
  const today = Math.floor(issuedAt / days(1)) * days(1)
  const first = [today, today + days(1)].find((day) => isHeadedBy(day, title, dates))
  if (first === undefined) throw new ShapeError(`${TITLE} has no usable dates`)
  const cells = Array.from({ length: 8 }, (_, i) => parseRow(rows[i] ?? '', i))
  const windows = [0, 1, 2].flatMap((day) =>
    cells.flatMap((row, i) => {
      const cell = row[day]
      return cell ? [{ at: first + days(day) + i * WINDOW_MS, ...cell }] : []
    }),
  )
  const isWhole = body.endsWith('\n') && PARTS.every((part) => part.test(body))
  return { issuedAt, asOf: issuedAt, windows, text: isWhole ? body : null }
}

/**
 * Whether the table is of three days from `first` on. Its title has one year, in the turn of the year that of
 * the last day.
 */
function isHeadedBy(first: number, title: string, dates: string): boolean {
  const labels = [0, 1, 2].map((day) => dayLabel(first + days(day)))
  const years = [first, first + days(2)].map((at) => new Date(at).getUTCFullYear())
  return (
    dates === labels.join(' ') && years.some((year) => title === `${TITLE} ${labels[0]}-${labels[2]} ${year}`)
  )
}

const CELL = String.raw`\d\.\d\d(?: \(G[1-5]\))?`
const ROW = new RegExp(`^(\\d\\d-\\d\\dUT) ${CELL} ${CELL} ${CELL}$`)

/** Parses the row of a window of the day, such as `00-03UT 2.33 8.00 (G4) 6.00 (G2)`. */
function parseRow(line: string, index: number): readonly Omit<ForecastWindow, 'at'>[] {
  const name = `${twoDigits(3 * index)}-${twoDigits((3 * index + 3) % 24)}UT`
  const cells = [...line.matchAll(/(\d\.\d\d)(?: \((G\d)\))?/g)].flatMap(([, digits, mark]) => {
    const kp = parseNumber(digits, ...POSSIBLE.kp)
    return kp === null ? [] : [{ kp, gScale: mark ?? null }]
  })
  if (ROW.exec(line)?.[1] !== name || cells.length !== 3) throw new ShapeError(`${name} has no usable value`)
  return cells
}

function twoDigits(hour: number): string {
  return String(hour).padStart(2, '0')
}

/** What the table marks windows with that it has not observed: those of the current day, and later ones. */
const FORECAST_MARKS: ReadonlySet<unknown> = new Set(['estimated', 'predicted'])

function parseTable(body: string, now: number): KpForecast {
  const rows = timedRows(body, now, days(4))
  const observed = rows.findLast(({ row, at }) => row['observed'] === 'observed' && at <= now)
  const windows = rows.flatMap(({ at, row }): ForecastWindow[] => {
    const kp = FORECAST_MARKS.has(row['observed']) ? parseNumber(row['kp'], ...POSSIBLE.kp) : null
    if (kp === null || !observed || at <= observed.at || at % WINDOW_MS !== 0) return []
    const mark = String(row['noaa_scale'])
    return [{ at, kp, gScale: /^G[1-5]$/.test(mark) ? mark : null }]
  })
  const unique = windows.filter(({ at }, i) => at !== windows[i - 1]?.at)
  if (!observed || unique.length === 0) {
    throw schemaMismatch(
      rows.map(({ row }) => row),
      { observed: (value) => value === 'observed' || FORECAST_MARKS.has(value), kp: () => false },
    )
  }
  return { issuedAt: null, asOf: observed.at, windows: unique, text: null }
}
