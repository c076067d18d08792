import { factsOf } from '#alerts/alert-type'
import type { Detector } from '#alerts/detector'
import { type RecentReading, stepsSustained, withReading } from '#alerts/detectors/recent-readings'
import { radiationStorm, S_LEVELS } from '#alerts/types/space-weather'
import { hours, iso, minutes } from '#time'

/** Least flux of S1 to S5, in pfu. */
const THRESHOLDS = [10, 1e2, 1e3, 1e4, 1e5]
/** Readings of five minutes in a row; with a longer gap between two they are no row. */
const ROW = { count: 3, maxGapMs: minutes(15) }
/** How long the flux must be below S1 for the storm to be over, in milliseconds. */
const CALM_MS = hours(1)

/** What `/v1/space-weather/proton` publishes. */
interface Protons {
  readonly flux_pfu: number
  readonly as_of: string
  readonly source: string
}

interface State {
  readonly readings: readonly RecentReading[]
  readonly storm: Storm | null
}

interface Storm {
  readonly startedAt: number
  /** 1 to 5, the highest so far. */
  readonly level: number
  /** Highest flux in pfu. */
  readonly peak: number
  /** Since when the flux has been below S1. */
  readonly calmSince: number | null
}

/**
 * Finds solar radiation storms: three readings of five minutes in a row at S1 or above. One is over after an
 * hour below it.
 */
export const radiationStorms: Detector<State, Protons> = {
  id: 'radiation-storms',
  initial: { readings: [], storm: null },
  detect(before, protons) {
    const at = Date.parse(protons.as_of)
    if (at <= (before.readings.at(-1)?.[0] ?? 0)) return { state: before, alerts: [] }
    const flux = protons.flux_pfu
    const readings = withReading(before.readings, [at, flux], ROW)
    const level = stepsSustained(THRESHOLDS, readings, ROW.count)
    const firstAt = readings[0]?.[0] ?? at
    const highest = Math.max(...readings.map(([, value]) => value))

    if (!before.storm) {
      if (level === 0) return { state: { readings, storm: null }, alerts: [] }
      const storm = { startedAt: firstAt, level, peak: highest, calmSince: null }
      return { state: { readings, storm }, alerts: [told('started', firstAt, storm, protons)] }
    }

    const isGap = readings.length === 1
    const calmSince = flux >= 10 ? null : isGap ? at : (before.storm.calmSince ?? at)
    const storm = {
      ...before.storm,
      level: Math.max(level, before.storm.level),
      peak: Math.max(flux, before.storm.peak),
      calmSince,
    }
    if (calmSince !== null && at - calmSince >= CALM_MS) {
      return { state: { readings, storm: null }, alerts: [told('ended', calmSince, storm, protons)] }
    }
    const isRaised = level > before.storm.level
    return { state: { readings, storm }, alerts: isRaised ? [told('raised', firstAt, storm, protons)] : [] }
  },
}

function told(
  phase: 'started' | 'raised' | 'ended',
  at: number,
  { level, peak, startedAt }: Storm,
  { flux_pfu, as_of, source }: Protons,
) {
  const name = S_LEVELS[level - 1] ?? 'S5'
  return factsOf(radiationStorm, {
    subject: 'earth',
    level: `${phase} ${name}`,
    at,
    data: {
      phase,
      level: name,
      value_pfu: flux_pfu,
      threshold_pfu: THRESHOLDS[level - 1] ?? 0,
      peak_pfu: peak,
      started_at: iso(startedAt),
      observed_at: as_of,
      source,
      url: '/v1/space-weather/proton',
    },
  })
}
