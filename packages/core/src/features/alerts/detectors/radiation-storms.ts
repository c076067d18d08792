import { factsOf } from '#features/alerts/alert-type'
import { type Reading, type RecentReading, readingDetector } from '#features/alerts/detectors/readings'
import { radiationStorm, S_LEVELS } from '#features/alerts/types/space-weather'
import { levelOf, radiationStorms as scale, stepOf } from '#features/space-weather/scales/noaa-scales'
import { hours, iso, minutes } from '#kernel/kit/time'

/** Number of consecutive five-minute readings, and the longest gap between two of them, in milliseconds. */
const [ROW, MAX_GAP_MS] = [3, minutes(15)]
/** Time for which the flux must be below S1 for the storm to end, in milliseconds. */
const CALM_MS = hours(1)

interface State {
  readonly readings: readonly RecentReading[]
  readonly storm: Storm | null
}

interface Storm {
  readonly startedAt: number
  /** Highest level so far, 1 to 5. */
  readonly level: number
  /** Highest flux in pfu. */
  readonly peak: number
  /** Time since which the flux has been below S1. */
  readonly calmSince: number | null
}

/**
 * Finds solar radiation storms: three consecutive five-minute readings at S1 or above. A storm ends after an
 * hour below S1.
 */
export const radiationStorms = readingDetector<State>({
  id: 'radiation-storms',
  initial: { readings: [], storm: null },
  lastAt: ({ readings }) => readings.at(-1)?.[0] ?? 0,
  beginMs: minutes(10),
  next(before, reading) {
    const { at, value: flux } = reading
    const previousAt = before.readings.at(-1)?.[0] ?? at
    const row = at - previousAt > MAX_GAP_MS ? [] : before.readings
    const readings = [...row, [at, flux] as const].slice(-ROW)
    const fluxes = readings.map(([, value]) => value)
    const level = readings.length < ROW ? 0 : levelOf(scale, Math.min(...fluxes))
    const firstAt = readings[0]?.[0] ?? at

    if (!before.storm) {
      if (level === 0) return { state: { readings, storm: null }, alerts: [] }
      const storm = { startedAt: firstAt, level, peak: Math.max(...fluxes), calmSince: null }
      return { state: { readings, storm }, alerts: [alertOf('started', firstAt, storm, reading)] }
    }

    const isGap = readings.length === 1
    const isCalm = levelOf(scale, flux) === 0
    const calmSince = !isCalm ? null : isGap ? at : (before.storm.calmSince ?? at)
    const storm = {
      ...before.storm,
      level: Math.max(level, before.storm.level),
      peak: Math.max(flux, before.storm.peak),
      calmSince,
    }
    if (calmSince !== null && at - calmSince >= CALM_MS) {
      return { state: { readings, storm: null }, alerts: [alertOf('ended', calmSince, storm, reading)] }
    }
    const isRaised = level > before.storm.level
    return {
      state: { readings, storm },
      alerts: isRaised ? [alertOf('raised', firstAt, storm, reading)] : [],
    }
  },
})

function alertOf(
  phase: 'started' | 'raised' | 'ended',
  at: number,
  { level, peak, startedAt }: Storm,
  reading: Reading,
) {
  const name = nameOf(level)
  return factsOf(radiationStorm, {
    subject: 'earth',
    level: `${phase} ${name}`,
    at,
    data: {
      phase,
      level: name,
      value_pfu: reading.value,
      threshold_pfu: stepOf(scale, level).from,
      peak_pfu: peak,
      peak_scale: nameOf(levelOf(scale, peak)),
      started_at: iso(startedAt),
      observed_at: iso(reading.at),
      source: reading.source,
      url: '/v1/space-weather/proton',
    },
  })
}

function nameOf(level: number) {
  return S_LEVELS[level - 1] ?? 'S5'
}
