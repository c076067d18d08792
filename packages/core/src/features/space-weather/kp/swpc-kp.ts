import { POSSIBLE } from '#features/space-weather/swpc/measurement'
import { readTimedRows } from '#features/space-weather/swpc/rows'
import { hours, minutes } from '#kernel/kit/time'
import { parseNumber, type Row } from '#kernel/upstreams/parse/fields'
import { memberOrNull } from '#kernel/upstreams/parse/members'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import { measured, type ParseListeners } from '#kernel/upstreams/upstream'

/** One value of the planetary K index with the feed's time stamp in epoch milliseconds. */
export interface KpReading {
  /** A minute, or the start of a window of three hours. */
  readonly at: number
  readonly kp: number
}

/** The readings of one body. */
export interface KpReadings {
  /** Whether the readings are a running estimate by minute, which falls to 0 at each three-hour boundary. */
  readonly running: boolean
  /** Time of the request, in epoch milliseconds. Later values are not included. */
  readonly knownAt: number
  /** In ascending time, never empty. */
  readonly readings: readonly KpReading[]
}

const WINDOW_MS = hours(3)
/** Maximum age of a value that is served as current. */
const MAX_AGE_MS = hours(6)

/** How a feed publishes the index. */
interface KpFormat {
  readonly running: boolean
  /** Name of the index in error messages. */
  readonly field: string
  readonly kpIn: (row: Row) => unknown
}

const threeHourly: KpFormat = {
  running: false,
  field: 'Kp',
  kpIn: (row) => (row['observed'] === 'predicted' ? null : (row['Kp'] ?? row['kp'])),
}

const everyMinute: KpFormat = {
  running: true,
  field: 'estimated_kp',
  kpIn: (row) => row['estimated_kp'],
}

/** The three-hour index, stamped with the start of its window; its age counts from the end. */
export const threeHourlyKIndex = measured<KpReadings>({
  id: 'swpc-kp-3h',
  provider: 'swpc',
  label: 'planetary K index (3 hours)',
  target: () => '/products/noaa-planetary-k-index.json',
  probeParams: undefined,
  parse: (body, at, listeners) => parseReadings(body, at, threeHourly, listeners),
  seriesId: 'kp_3h',
  newestAt: newestKpAt,
  cadenceMs: WINDOW_MS,
  maxAgeMs: MAX_AGE_MS,
})

/** The running estimate by minute, about five minutes behind real time. */
export const planetaryKIndex = measured<KpReadings>({
  id: 'swpc-kp-1m',
  provider: 'swpc',
  label: 'planetary K index (1 minute)',
  target: () => '/json/planetary_k_index_1m.json',
  probeParams: undefined,
  parse: (body, at, listeners) => parseReadings(body, at, everyMinute, listeners),
  seriesId: 'kp',
  newestAt: newestKpAt,
  cadenceMs: minutes(5),
  maxAgeMs: MAX_AGE_MS,
  fallback: threeHourlyKIndex,
})

function parseReadings(
  body: string,
  now: number,
  { running, field, kpIn }: KpFormat,
  { onHistory, onRows }: ParseListeners = {},
): KpReadings {
  // A window that has not begun is a forecast. A minute may be ahead of our clock.
  const timed = { body, now, onRows, ...(!running && { aheadMs: 0 }) }
  let isEmpty = false
  const readings = readTimedRows(timed, ({ at, row }) => {
    const kp = memberOrNull({ [field]: kpIn(row) }, field, (value) => parseNumber(value, ...POSSIBLE.kp))
    isEmpty ||= kp === null
    return kp === null ? undefined : { at, kp }
  })
  if (readings.length === 0) throw new ShapeError(`${isEmpty ? field : 'time_tag'} has no usable value`)
  onHistory?.(readings.map(({ at, kp }) => ({ at, values: { kp }, instrument: null })))
  return { running, knownAt: now, readings }
}

/**
 * Returns the effective Kp at the instant of each running estimate, given in ascending time. The first
 * minutes of a window are left out unless the previous window is included: they restart at 0.
 */
export function effectiveHistory(readings: readonly KpReading[]): KpReading[] {
  const lastOfWindow = new Map<number, KpReading>()
  return readings.flatMap((reading) => {
    const start = windowStart(reading.at)
    lastOfWindow.set(start, reading)
    if (!isWindowYoung(reading.at, { running: true })) return [reading]
    const previous = lastOfWindow.get(start - WINDOW_MS)
    return previous ? [{ at: reading.at, kp: Math.max(reading.kp, previous.kp) }] : []
  })
}

/**
 * Returns the reading to serve for the reading at `index`. Usually that is the reading itself. In the first
 * 30 minutes of a window, it is the last reading of the previous window, if that is higher than the running
 * estimate.
 */
export function effectiveKp(all: KpReadings, index: number): KpReading {
  const own = all.readings[index]
  if (!own) throw new RangeError('no reading')
  if (!isWindowYoung(own.at, all)) return own
  const previous = lastOfPreviousWindow(own.at, all)
  return previous && previous.kp > own.kp ? previous : own
}

/** Returns whether an instant is too early in its window for a meaningful running estimate. */
function isWindowYoung(at: number, { running }: Pick<KpReadings, 'running'>): boolean {
  return running && at - windowStart(at) < minutes(30)
}

function lastOfPreviousWindow(at: number, { readings }: KpReadings): KpReading | undefined {
  const start = windowStart(at)
  const previous = readings.findLast((reading) => reading.at < start)
  return previous && previous.at >= start - WINDOW_MS ? previous : undefined
}

function windowStart(at: number): number {
  return Math.floor(at / WINDOW_MS) * WINDOW_MS
}

/**
 * Returns the time that a reading refers to, in epoch milliseconds: its minute, or the end of its window.
 * While the window is open, returns the time of the request.
 */
export function instantOf({ running, knownAt }: Omit<KpReadings, 'readings'>, { at }: KpReading): number {
  return running ? at : Math.min(at + WINDOW_MS, knownAt)
}

/** Returns the time that the newest reading refers to, in epoch milliseconds. */
export function newestKpAt(all: KpReadings): number | null {
  const newest = all.readings.at(-1)
  return newest ? instantOf(all, newest) : null
}
