import { factsOf } from '#alerts/alert-type'
import type { Detector } from '#alerts/detector'
import { type RecentReading, stepsSustained, withReading } from '#alerts/detectors/recent-readings'
import { FLARE_LEVELS, flare } from '#alerts/types/space-weather'
import { toFlareClass } from '#reference/scales'
import { iso, minutes } from '#time'

/** Least flux of M1, M5, X1 and X10, in W/m². */
const THRESHOLDS = [1e-5, 5e-5, 1e-4, 1e-3]
/** Readings in a row, with a longer gap between two they are no row. */
const ROW = { count: 2, maxGapMs: minutes(5) }
/** A flare begins if the flux has risen by this factor since the last one, as SWPC has it. */
const RISE = 1.4

/** What `/v1/space-weather/xray` publishes. */
interface Xray {
  readonly flux_w_m2: number
  readonly as_of: string
  readonly source: string
}

interface State {
  readonly readings: readonly RecentReading[]
  readonly flare: Flare | null
  /** Lowest flux since the last flare ended, in W/m²; `null` before the first. */
  readonly lowest: number | null
}

interface Flare {
  readonly startedAt: number
  /** 1 to 4, the highest so far. */
  readonly level: number
  readonly peak: RecentReading
}

/**
 * Finds solar flares: two readings in a row at M1 or above. One ends when two in a row are at half of its
 * peak; the next one begins with a new rise, so that a slow decay around M1 is not one flare after another.
 */
export const flares: Detector<State, Xray> = {
  id: 'flares',
  initial: { readings: [], flare: null, lowest: null },
  detect(before, xray) {
    const at = Date.parse(xray.as_of)
    if (at <= (before.readings.at(-1)?.[0] ?? 0)) return { state: before, alerts: [] }
    const readings = withReading(before.readings, [at, xray.flux_w_m2], ROW)
    const level = stepsSustained(THRESHOLDS, readings, ROW.count)
    const [first = [at, xray.flux_w_m2] as const] = readings
    const highest = readings.reduce((one, other) => (other[1] > one[1] ? other : one))

    if (!before.flare) {
      const { lowest } = before
      const isRising = lowest === null || xray.flux_w_m2 >= RISE * lowest
      if (level === 0 || !isRising) {
        const next = lowest === null ? null : Math.min(lowest, xray.flux_w_m2)
        return { state: { ...before, readings, lowest: next }, alerts: [] }
      }
      const started = { startedAt: first[0], level, peak: highest }
      return {
        state: { readings, flare: started, lowest: null },
        alerts: [told('started', first[0], started, xray)],
      }
    }

    const peak = highest[1] > before.flare.peak[1] ? highest : before.flare.peak
    const isRaised = level > before.flare.level
    const current = { ...before.flare, peak, level: Math.max(level, before.flare.level) }
    const isOver = readings.length === ROW.count && readings.every(([, flux]) => flux <= peak[1] / 2)
    if (isOver) {
      return {
        state: { readings, flare: null, lowest: xray.flux_w_m2 },
        alerts: [told('ended', first[0], current, xray)],
      }
    }
    return {
      state: { readings, flare: current, lowest: null },
      alerts: isRaised ? [told('raised', first[0], current, xray)] : [],
    }
  },
}

function told(
  phase: 'started' | 'raised' | 'ended',
  at: number,
  { level, peak, startedAt }: Flare,
  xray: Xray,
) {
  const name = FLARE_LEVELS[level - 1] ?? 'X10'
  return factsOf(flare, {
    subject: 'sun',
    level: `${phase} ${name}`,
    at,
    data: {
      phase,
      level: name,
      value_w_m2: xray.flux_w_m2,
      threshold_w_m2: THRESHOLDS[level - 1] ?? 0,
      peak_w_m2: peak[1],
      peak_class: toFlareClass(peak[1]),
      peak_at: iso(peak[0]),
      started_at: iso(startedAt),
      observed_at: xray.as_of,
      source: xray.source,
      url: '/v1/space-weather/xray',
    },
  })
}
