import { factsOf } from '#features/alerts/alert-type'
import type { Detection } from '#features/alerts/detector'
import {
  extended,
  followed,
  M1,
  type Rise,
  restarted,
  riseFrom,
  UNKNOWN_RISE,
} from '#features/alerts/detectors/flux-rise'
import { type Reading, type RecentReading, readingDetector } from '#features/alerts/detectors/readings'
import { FLARE_LEVELS, type FlareLevel, flare } from '#features/alerts/types/space-weather'
import { flareClassFlux, toFlareClass } from '#features/space-weather/scales/noaa-scales'
import { iso, minutes } from '#kernel/kit/time'

/** Readings further apart are not consecutive. */
const MAX_GAP_MS = minutes(5)
/** Minimum flux of the lower of the two consecutive readings with which a flare begins, in W/m². */
const BESIDE_M1 = flareClassFlux('C5')
/** Factor of a rise that counts as a flare at any level, as SWPC defines it. */
const RISE = 1.4
/** A rise by this factor also counts if its flux is the highest for this time. */
const [SMALL_RISE, MAXIMUM_MS] = [1.05, minutes(15)]

interface State {
  /** Readings of the last 15 minutes, and at least the last one. */
  readonly readings: readonly RecentReading[]
  readonly flare: Flare | null
  /** Absent before the first reading. */
  readonly rise?: Rise
}

interface Flare {
  readonly startedAt: number
  readonly peak: RecentReading
  /** Flux before the flare; absent if unknown. */
  readonly background?: number
}

/** A reading with the state known at its time. */
interface Step {
  readonly reading: Reading
  readonly now: RecentReading
  /** The previous reading, unless there is a gap. */
  readonly previous: RecentReading | undefined
  readonly readings: readonly RecentReading[]
  readonly rise: Rise
}

/**
 * Finds solar flares. A flare begins with a rise that reaches M1: two consecutive readings, one at M1 or
 * above and the other at C5 or above. It ends when the flux has fallen half-way from the peak to the flux
 * before the flare, or where the rise of the next flare begins. A later maximum is a new flare, even during a
 * slow decay, if it rises by a factor of 1.4 after the end, or by 5 % to the highest flux in 15 minutes.
 */
export const flares = readingDetector<State>({
  id: 'flares',
  initial: { readings: [], flare: null },
  lastAt: ({ readings }) => readings.at(-1)?.[0] ?? 0,
  beginMs: MAX_GAP_MS,
  next(before, reading) {
    const now = [reading.at, reading.value] as const
    const last = before.readings.at(-1)
    const previous = last && reading.at - last[0] <= MAX_GAP_MS ? last : undefined
    const recent = before.readings.filter(([at]) => at > reading.at - MAXIMUM_MS)
    const rise = before.rise ?? UNKNOWN_RISE
    const step = { reading, now, previous, readings: [...recent, now], rise }
    return before.flare ? during(before.flare, step) : between(step)
  },
})

/** Detects the beginning of a flare. */
function between({ reading, now, previous, readings, rise: known }: Step): Detection<State> {
  const rise = previous ? known : restarted(known)
  const higher = Math.max(now[1], previous?.[1] ?? 0)
  const isConfirmed = higher >= M1 && Math.min(now[1], previous?.[1] ?? 0) >= BESIDE_M1
  const isRise = higher >= RISE * rise.low[1] || isMaximum(higher, rise, readings)
  if (!isConfirmed || !isRise) {
    return { state: { readings, flare: null, rise: followed(rise, now) }, alerts: [] }
  }
  return begin(extended(rise, now), { reading, now, readings })
}

/** Detects the end of a flare, and the beginning of the next one. */
function during(flare: Flare, { reading, now, previous, readings, rise }: Step): Detection<State> {
  const { peak, background = 0 } = flare
  const halfWay = (peak[1] + background) / 2
  if (previous && previous[1] <= halfWay && now[1] <= halfWay) {
    const alerts = [alertOf('ended', previous[0], flare, reading)]
    return { state: { readings, flare: null, rise: followed(riseFrom(previous), now) }, alerts }
  }

  const isApart = previous && now[0] - peak[0] > MAXIMUM_MS && now[1] >= M1
  if (isApart && isMaximum(now[1], rise, readings)) {
    const next = begin(extended(rise, now), { reading, now, readings })
    return { ...next, alerts: [alertOf('ended', rise.low[0], flare, reading), ...next.alerts] }
  }

  if (now[1] <= peak[1]) {
    const next = previous ? followed(rise, now) : riseFrom(now)
    return { state: { readings, flare, rise: next }, alerts: [] }
  }
  const higher = { ...flare, peak: now }
  const isRaised = levelOf(higher) !== levelOf(flare)
  const alerts = isRaised ? [alertOf('raised', reading.at, higher, reading)] : []
  return { state: { readings, flare: higher, rise: riseFrom(now) }, alerts }
}

/** Returns whether a flux has risen slightly and is the highest of the last 15 minutes. */
function isMaximum(flux: number, { low }: Rise, readings: readonly RecentReading[]): boolean {
  return flux >= SMALL_RISE * low[1] && readings.every(([, other]) => flux >= other)
}

function begin(
  { low, highest, aboveSince }: Rise,
  { reading, now, readings }: Pick<Step, 'reading' | 'now' | 'readings'>,
): Detection<State> {
  const started = { startedAt: aboveSince ?? highest[0], peak: highest, background: low[1] }
  return {
    state: { readings, flare: started, rise: riseFrom(now) },
    alerts: [alertOf('started', started.startedAt, started, reading)],
  }
}

/** Returns the highest reported class that a flare has reached. */
function levelOf({ peak }: Flare): FlareLevel {
  return FLARE_LEVELS.findLast((level) => peak[1] >= flareClassFlux(level)) ?? 'M1'
}

function alertOf(phase: 'started' | 'raised' | 'ended', at: number, flareNow: Flare, reading: Reading) {
  const { peak, startedAt } = flareNow
  const level = levelOf(flareNow)
  return factsOf(flare, {
    subject: 'sun',
    level: `${phase} ${level}`,
    at,
    data: {
      phase,
      level,
      value_w_m2: reading.value,
      threshold_w_m2: flareClassFlux(level),
      peak_w_m2: peak[1],
      peak_class: toFlareClass(peak[1]),
      peak_at: iso(peak[0]),
      started_at: iso(startedAt),
      observed_at: iso(reading.at),
      source: reading.source,
      url: '/v1/space-weather/xray',
    },
  })
}
