import { factsOf } from '#features/alerts/alert-type'
import type { Detection } from '#features/alerts/detector'
import { type Reading, readingDetector } from '#features/alerts/detectors/readings'
import { G_LEVELS, stormEnded, stormRaised, stormStarted } from '#features/alerts/types/space-weather'
import { geomagneticStorms, levelOf, stepOf } from '#features/space-weather/scales/noaa-scales'
import { hours, iso, minutes } from '#kernel/kit/time'

const WINDOW_MS = hours(3)
/** A window counts as observed if its last minute is at least this far into it. */
const OBSERVED_MS = hours(3) - minutes(45)
/** The estimate restarts at 0 in each window, and is not meaningful in the first half hour. */
const YOUNG_MS = minutes(30)

/** A planetary K index: NOAA's running estimate for a minute, or the index of a window that has ended. */
export interface KpReading extends Reading {
  /**
   * Start of the three-hour UTC window, for the index of a window. The index refers to the end of the window.
   */
  readonly windowStart?: number
}

interface State {
  /** Time of the last reading, in epoch milliseconds. */
  readonly lastAt: number
  /** Time of the last reading of a minute. */
  readonly minuteAt?: number
  /** The three-hour UTC window of the last reading, and the highest reading in it. */
  readonly window: { readonly start: number; readonly max: number }
  readonly storm: Storm | null
}

interface Storm {
  readonly startedAt: number
  /** Highest level so far, 1 to 5. */
  readonly level: number
  readonly max: number
}

/**
 * Finds geomagnetic storms. A storm starts at G1, and ends after a full three-hour UTC window below G1. In
 * between, an alert is sent only for a new highest level. The index of a window is used, after the end of the
 * window, if its last 45 minutes were not read.
 */
export const geomagnetic = readingDetector<State, KpReading>({
  id: 'geomagnetic',
  initial: { lastAt: 0, window: { start: 0, max: 0 }, storm: null },
  lastAt: ({ lastAt }) => lastAt,
  beginMs: YOUNG_MS,
  next(before, reading) {
    const { at, value, windowStart } = reading
    const { minuteAt = before.lastAt } = before
    if (windowStart !== undefined && minuteAt - windowStart >= OBSERVED_MS)
      return { state: before, alerts: [] }
    const start = windowStart ?? Math.floor(at / WINDOW_MS) * WINDOW_MS
    const isSameWindow = start === before.window.start
    const window = { start, max: Math.max(value, isSameWindow ? before.window.max : 0) }
    const now = { lastAt: at, minuteAt: windowStart === undefined ? at : minuteAt, window }
    // The last window is over. The index of a window decides whether the whole window was calm.
    const calmSince =
      (isSameWindow ? undefined : calmStart(before)) ??
      (windowStart === undefined ? undefined : calmStart(now))
    const ended = before.storm && calmSince !== undefined ? end(before.storm, calmSince, reading) : undefined
    const next = advance(ended ? null : before.storm, reading)
    return {
      state: { ...now, storm: next.state },
      alerts: [...(ended ? [ended] : []), ...next.alerts],
    }
  },
})

/** Returns the start of a window that was observed and was below G1. */
function calmStart({ lastAt, window }: Pick<State, 'lastAt' | 'window'>): number | undefined {
  const isObserved = lastAt - window.start >= OBSERVED_MS
  return isObserved && levelOf(geomagneticStorms, window.max) === 0 ? window.start : undefined
}

/** Starts or raises a storm. */
function advance(storm: Storm | null, reading: KpReading): Detection<Storm | null> {
  const { at, value } = reading
  const level = levelOf(geomagneticStorms, value)
  if (!storm) {
    if (level === 0) return { state: null, alerts: [] }
    const state = { startedAt: at, level, max: value }
    const facts = { subject: 'earth', level: `G${level}`, at, data: dataOf(state, reading) }
    return { state, alerts: [factsOf(stormStarted, facts)] }
  }
  const state = { ...storm, level: Math.max(level, storm.level), max: Math.max(value, storm.max) }
  if (level <= storm.level) return { state, alerts: [] }
  const data = { ...dataOf(state, reading), previous_level: nameOf(storm.level) }
  return { state, alerts: [factsOf(stormRaised, { subject: 'earth', level: `G${level}`, at, data })] }
}

function end(storm: Storm, at: number, reading: KpReading) {
  const data = { ...dataOf(storm, reading), max_value: storm.max }
  return factsOf(stormEnded, { subject: 'earth', level: nameOf(storm.level), at, data })
}

function dataOf({ level, startedAt }: Storm, { at, value, windowStart, source }: KpReading) {
  return {
    value,
    level: nameOf(level),
    threshold: stepOf(geomagneticStorms, level).from,
    started_at: iso(startedAt),
    window_start: windowStart === undefined ? null : iso(windowStart),
    observed_at: iso(at),
    source,
    url: '/v1/space-weather/kp',
  }
}

function nameOf(level: number) {
  return G_LEVELS[level - 1] ?? 'G5'
}
