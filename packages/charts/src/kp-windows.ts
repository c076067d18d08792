import type { TimedValue } from '#time-series'

/** The Kp of a three-hour window. */
export interface KpWindow {
  /** Start of the window, in epoch milliseconds. */
  readonly at: number
  readonly kp: number
  /** Whether the window has ended and its value is from its end; otherwise it is a running estimate. */
  readonly isFinal: boolean
}

const WINDOW_MS = 3 * 3_600_000
/** A value older than this at the end of its window is not the value of the whole window. */
const MAX_AGE_MS = 3_600_000 / 2

/**
 * Returns the Kp of each three-hour window with readings: the last reading, because the estimate is complete
 * only at the end. Readings are in ascending time.
 */
export function kpWindows(readings: readonly TimedValue[], now: number): KpWindow[] {
  const last = new Map<number, TimedValue>()
  for (const reading of readings) last.set(Math.floor(reading.at / WINDOW_MS) * WINDOW_MS, reading)
  return [...last].map(([at, reading]) => ({
    at,
    kp: reading.value,
    isFinal: at + WINDOW_MS <= now && reading.at >= at + WINDOW_MS - MAX_AGE_MS,
  }))
}
