import { POSSIBLE } from '#features/space-weather/swpc/measurement'
import { readTimedRows } from '#features/space-weather/swpc/rows'
import { dayLabel, issuedAtIn, linesOf } from '#features/space-weather/swpc/text-product'
import { days, hours } from '#kernel/kit/time'
import { parseNumber } from '#kernel/upstreams/parse/fields'
import { memberOf, memberOrNull } from '#kernel/upstreams/parse/members'
import { readRows } from '#kernel/upstreams/parse/rows'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import { measured, type ParseListeners } from '#kernel/upstreams/upstream'

/** The forecast of one window of three hours. */
export interface ForecastWindow {
  /** Start of the window, in epoch milliseconds. */
  readonly at: number
  readonly kp: number
  /** G level that NOAA marks; `null` if it marks none. */
  readonly gScale: string | null
}

/** NOAA's Kp forecast for the next days. */
export interface KpForecast {
  /** Time of issue, in epoch milliseconds; `null` if the feed does not state it. */
  readonly issuedAt: number | null
  /**
   * Time by which forecasts are compared, in epoch milliseconds: the time of issue, or the start of the last
   * observed window.
   */
  readonly asOf: number
  /** In ascending time, never empty. */
  readonly windows: readonly ForecastWindow[]
  /**
   * Full text of the product; `null` if the source is the table, or if the end or one of the three parts is
   * missing.
   */
  readonly text: string | null
}

const WINDOW_MS = hours(3)
const common = {
  provider: 'swpc',
  probeParams: undefined,
  newestAt: ({ asOf }: KpForecast) => asOf,
  /** Maximum age of a forecast that is served: it then still has values for one more day. */
  maxAgeMs: days(2),
  maxBytes: 256 * 1024,
} as const

/** Windows that the Kp table marks as estimated or predicted. The table has no time of issue. */
export const kpForecastTable = measured<KpForecast>({
  ...common,
  id: 'swpc-kp-forecast-3h',
  label: 'planetary K index forecast (3 hours)',
  target: () => '/products/noaa-planetary-k-index-forecast.json',
  parse: parseTable,
  cadenceMs: hours(3),
})

/** The three-day forecast, issued at 00:30 and 12:30 UTC, with the text of the forecasters. */
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

function parseProduct(body: string, now: number, { onRows }: ParseListeners = {}): KpForecast {
  const lines = linesOf(body)
  const issuedAt = issuedAtIn(lines, now)
  const start = lines.findIndex((line) => line.startsWith(TITLE))
  if (start < 0) throw new ShapeError(`${TITLE} is missing`)
  const [title = '', dates = '', ...rows] = lines.slice(start).filter((line) => line !== '')
  const today = Math.floor(issuedAt / days(1)) * days(1)
  const first = [today, today + days(1)].find((day) => isHeadedBy(day, title, dates))
  if (first === undefined) throw new ShapeError(`${TITLE} has no usable dates`)
  const rowOf = (name: string) => rows.find((line) => line.startsWith(`${name} `))
  if (rowOf(ROWS.at(-1) ?? '') === undefined) throw new ShapeError('the table is truncated')
  const read = readRows(
    ROWS,
    (name, i) =>
      parseRow(name, rowOf(name)).map((cell, day) => ({ at: first + days(day) + i * WINDOW_MS, ...cell })),
    { onRows },
  )
  const windows = read.flat().sort((a, b) => a.at - b.at)
  const isWhole = body.endsWith('\n') && PARTS.every((part) => part.test(body))
  return { issuedAt, asOf: issuedAt, windows, text: isWhole ? body : null }
}

/**
 * Returns whether the table covers three days from `first`. Its title has one year; at the turn of the year,
 * the year of the last day.
 */
function isHeadedBy(first: number, title: string, dates: string): boolean {
  const labels = [0, 1, 2].map((day) => dayLabel(first + days(day)))
  const years = [first, first + days(2)].map((at) => new Date(at).getUTCFullYear())
  return (
    dates === labels.join(' ') && years.some((year) => title === `${TITLE} ${labels[0]}-${labels[2]} ${year}`)
  )
}

const twoDigits = (hour: number) => String(hour).padStart(2, '0')
/** Names of the rows, one for each window of a day: `00-03UT` to `21-00UT`. */
const ROWS = Array.from({ length: 8 }, (_, i) => `${twoDigits(3 * i)}-${twoDigits((3 * i + 3) % 24)}UT`)

const CELL = String.raw`\d\.\d\d(?: \(G[1-5]\))?`
const ROW = new RegExp(`^\\S+ ${CELL} ${CELL} ${CELL}$`)

/** Parses the row of a window of the day, such as `00-03UT 2.33 8.00 (G4) 6.00 (G2)`. */
function parseRow(name: string, line: string | undefined): readonly Omit<ForecastWindow, 'at'>[] {
  if (line === undefined) throw new ShapeError(`${name} is missing`)
  const cells = [...line.matchAll(/(\d\.\d\d)(?: \((G\d)\))?/g)].flatMap(([, digits, mark]) => {
    const kp = parseNumber(digits, ...POSSIBLE.kp)
    return kp === null ? [] : [{ kp, gScale: mark ?? null }]
  })
  if (!ROW.test(line) || cells.length !== 3) throw new ShapeError(`${name} has no usable value`)
  return cells
}

/** Marks in the table: observed windows, windows of the current day, and later windows. */
const MARKS: ReadonlySet<unknown> = new Set(['observed', 'estimated', 'predicted'])

function parseTable(body: string, now: number, { onRows }: ParseListeners = {}): KpForecast {
  let observedAt = Number.NEGATIVE_INFINITY
  const timed = { body, now, aheadMs: days(4), onRows }
  const predicted = readTimedRows(timed, ({ at, row }): ForecastWindow | undefined => {
    const mark = memberOf(row, 'observed', (value) => (MARKS.has(value) ? value : null))
    if (mark === 'observed') {
      if (at <= now) observedAt = Math.max(observedAt, at)
      return undefined
    }
    const kp = memberOrNull(row, 'kp', (value) => parseNumber(value, ...POSSIBLE.kp))
    if (at % WINDOW_MS !== 0) throw new ShapeError('time_tag has no usable value')
    const scale = String(row['noaa_scale'])
    return kp === null ? undefined : { at, kp, gScale: /^G[1-5]$/.test(scale) ? scale : null }
  })
  const windows = predicted.filter(({ at }, i) => at > observedAt && at !== predicted[i - 1]?.at)
  if (!Number.isFinite(observedAt) || windows.length === 0)
    throw new ShapeError('observed has no usable value')
  return { issuedAt: null, asOf: observedAt, windows, text: null }
}
