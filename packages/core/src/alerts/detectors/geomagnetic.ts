import { factsOf } from '#alerts/alert-type'
import type { Detection, Detector } from '#alerts/detector'
import { stepsReached } from '#alerts/detectors/recent-readings'
import { G_LEVELS, stormEnded, stormRaised, stormStarted } from '#alerts/types/space-weather'
import { hours, iso, minutes } from '#time'

/** Least planetary K index of G1 to G5: 5-, 6-, 7-, 8- and 9-. */
const THRESHOLDS = [4.667, 5.667, 6.667, 7.667, 8.667]
const WINDOW_MS = hours(3)
/** A window counts as observed if its last reading is at least this far into it. */
const OBSERVED_MS = hours(3) - minutes(45)

/** What `/v1/space-weather/kp` publishes. */
interface Kp {
  readonly kp: number
  readonly as_of: string
  readonly source: string
}

interface State {
  /** When the last reading was, in epoch milliseconds. */
  readonly lastAt: number
  /** The three-hour window of UTC that the last reading is in, and the highest reading in it. */
  readonly window: { readonly start: number; readonly max: number }
  readonly storm: Storm | null
}

interface Storm {
  readonly startedAt: number
  /** 1 to 5, the highest so far. */
  readonly level: number
  readonly max: number
}

/**
 * Finds geomagnetic storms. A storm starts at G1, and ends after a full three-hour window of UTC below it.
 * In between only a higher step than ever is told.
 */
export const geomagnetic: Detector<State, Kp> = {
  id: 'geomagnetic',
  initial: { lastAt: 0, window: { start: 0, max: 0 }, storm: null },
  detect(before, reading) {
    const at = Date.parse(reading.as_of)
    if (at <= before.lastAt) return { state: before, alerts: [] }
    const start = Math.floor(at / WINDOW_MS) * WINDOW_MS
    const isSameWindow = start === before.window.start
    const window = { start, max: Math.max(reading.kp, isSameWindow ? before.window.max : 0) }
    const now = { lastAt: at, window }
    // The last window is over: was it calm? The three-hour index is that of its whole window.
    const closed = isSameWindow ? undefined : before
    const calmSince = calmStart(closed) ?? (isThreeHourly(reading) ? calmStart(now, true) : undefined)
    const ended = before.storm && calmSince !== undefined ? end(before.storm, calmSince, reading) : undefined
    const next = advance(ended ? null : before.storm, at, reading)
    return {
      state: { ...now, storm: next.state },
      alerts: [...(ended ? [ended] : []), ...next.alerts],
    }
  },
}

/** Returns the start of an observed window below G1. */
function calmStart(
  observed: Pick<State, 'lastAt' | 'window'> | undefined,
  isWhole = false,
): number | undefined {
  if (!observed) return undefined
  const { lastAt, window } = observed
  const isObserved = isWhole || lastAt - window.start >= OBSERVED_MS
  return isObserved && stepsReached(THRESHOLDS, window.max) === 0 ? window.start : undefined
}

function isThreeHourly({ source }: Kp): boolean {
  return source.includes('(3 hours)')
}

/** Starts or raises a storm. */
function advance(storm: Storm | null, at: number, reading: Kp): Detection<Storm | null> {
  const level = stepsReached(THRESHOLDS, reading.kp)
  if (!storm) {
    if (level === 0) return { state: null, alerts: [] }
    const state = { startedAt: at, level, max: reading.kp }
    const facts = { subject: 'earth', level: `G${level}`, at, data: dataOf(state, reading) }
    return { state, alerts: [factsOf(stormStarted, facts)] }
  }
  const state = { ...storm, level: Math.max(level, storm.level), max: Math.max(reading.kp, storm.max) }
  if (level <= storm.level) return { state, alerts: [] }
  const data = { ...dataOf(state, reading), previous_level: levelName(storm.level) }
  return { state, alerts: [factsOf(stormRaised, { subject: 'earth', level: `G${level}`, at, data })] }
}

function end(storm: Storm, at: number, reading: Kp) {
  const data = { ...dataOf(storm, reading), max_value: storm.max }
  return factsOf(stormEnded, { subject: 'earth', level: levelName(storm.level), at, data })
}

function dataOf({ level, startedAt }: Storm, { kp, as_of, source }: Kp) {
  return {
    value: kp,
    level: levelName(level),
    threshold: THRESHOLDS[level - 1] ?? 0,
    started_at: iso(startedAt),
    observed_at: as_of,
    source,
    url: '/v1/space-weather/kp',
  }
}

function levelName(level: number) {
  return G_LEVELS[level - 1] ?? 'G5'
}
