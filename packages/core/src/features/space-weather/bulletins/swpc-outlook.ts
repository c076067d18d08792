import { dayLabel, issuedAtIn, linesOf } from '#features/space-weather/swpc/text-product'
import { days } from '#kernel/kit/time'
import { parseInteger } from '#kernel/upstreams/parse/fields'
import { readRows } from '#kernel/upstreams/parse/rows'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import { measured, type ParseListeners } from '#kernel/upstreams/upstream'

/** Forecast for a UTC day. */
interface OutlookDay {
  /** Start of the day, in epoch milliseconds. */
  readonly at: number
  /** Solar radio flux at 10.7 cm, sfu. */
  readonly f107: number
  /** Planetary A index. */
  readonly ap: number
  /** The largest Kp of the day. */
  readonly kp: number
}

/** NOAA's outlook for a rotation of the Sun. */
export interface Outlook {
  /** Epoch milliseconds. */
  readonly issuedAt: number
  /** The same. */
  readonly asOf: number
  /** 27 consecutive days from the day of issue or the next day, without days that cannot be read. */
  readonly days: readonly OutlookDay[]
}

const DAYS = 27
const COLUMNS = '# Date 10.7 cm A Index Kp Index'

/** The outlook for 27 days, issued on Mondays. */
export const outlook27Days = measured<Outlook>({
  id: 'swpc-27-day-outlook',
  provider: 'swpc',
  label: '27-day outlook',
  target: () => '/text/27-day-outlook.txt',
  probeParams: undefined,
  parse: parseOutlook,
  newestAt: ({ asOf }) => asOf,
  cadenceMs: days(7),
  /** By then a weekly outlook is missing, and half of the days are still ahead. */
  maxAgeMs: days(15),
  maxBytes: 64 * 1024,
})

function parseOutlook(body: string, now: number, { onRows }: ParseListeners = {}): Outlook {
  const lines = linesOf(body)
  const issuedAt = issuedAtIn(lines, now)
  if (!lines.includes(COLUMNS)) throw new ShapeError('the columns have changed')
  const rows = lines.filter((line) => line !== '' && !/^[#:]/.test(line))
  if (rows.length !== DAYS) throw new ShapeError(`expected ${DAYS} days`)
  const today = Math.floor(issuedAt / days(1)) * days(1)
  const isOf = (first: number) => rows.some((row, i) => row.startsWith(`${labelOf(first + days(i))} `))
  const first = [today, today + days(1)].find(isOf)
  if (first === undefined) throw new ShapeError('the first day does not match the issue date')
  const list = readRows(rows, (row, i) => parseDay(row, first + days(i)), { onRows })
  return { issuedAt, asOf: issuedAt, days: list }
}

/** Formats a day as `2026 Nov 22`. */
function labelOf(day: number): string {
  return `${new Date(day).getUTCFullYear()} ${dayLabel(day)}`
}

/** Parses a row such as `2026 Nov 22 110 5 2`. */
function parseDay(row: string, at: number): OutlookDay {
  const label = labelOf(at)
  const cells = row.startsWith(`${label} `) ? row.slice(label.length + 1).split(' ') : []
  const [f107, ap, kp] = [
    parseInteger(cells[0], 50, 600),
    parseInteger(cells[1], 0, 400),
    parseInteger(cells[2], 0, 9),
  ]
  if (cells.length !== 3 || f107 === null || ap === null || kp === null)
    throw new ShapeError(`${label} has no usable value`)
  return { at, f107, ap, kp }
}
