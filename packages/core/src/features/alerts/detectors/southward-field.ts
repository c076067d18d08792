import { factsOf } from '#features/alerts/alert-type'
import { type Reading, readingDetector } from '#features/alerts/detectors/readings'
import { bzSouth } from '#features/alerts/types/space-weather'
import { iso, minutes } from '#kernel/kit/time'

const SOUTH_NT = -10
const CLEAR_NT = -5
/**
 * Time for which Bz must be at most -10 nT, and then above -5 nT, in milliseconds by the times of the
 * readings.
 */
const [SOUTH_MS, CLEAR_MS] = [minutes(15), minutes(30)]
/** After a longer gap between two readings, these times start again. */
const MAX_GAP_MS = minutes(5)

interface State {
  readonly lastAt: number
  /** Start of the southward Bz, and its lowest value since then. It is reported after 15 minutes. */
  readonly south: { readonly since: number; readonly min: number; readonly isReported: boolean } | null
  /** Time since which Bz has been above -5 nT. */
  readonly clearSince: number | null
}

/** Finds a lasting southward magnetic field of the solar wind in the readings of Bz. */
export const southwardField = readingDetector<State>({
  id: 'southward-field',
  initial: { lastAt: 0, south: null, clearSince: null },
  lastAt: ({ lastAt }) => lastAt,
  beginMs: SOUTH_MS,
  next(before, reading) {
    const { at, value: bz } = reading
    const isGap = at - before.lastAt > MAX_GAP_MS

    if (!before.south?.isReported) {
      if (bz > SOUTH_NT) return { state: { lastAt: at, south: null, clearSince: null }, alerts: [] }
      const { since, min } = (isGap ? null : before.south) ?? { since: at, min: bz }
      const isReported = at - since >= SOUTH_MS
      const south = { since, min: Math.min(min, bz), isReported }
      const state = { lastAt: at, south, clearSince: null }
      return { state, alerts: isReported ? [alertOf('started', since, south, reading)] : [] }
    }

    const south = { ...before.south, min: Math.min(before.south.min, bz) }
    const clearSince = bz <= CLEAR_NT ? null : ((isGap ? null : before.clearSince) ?? at)
    if (clearSince !== null && at - clearSince >= CLEAR_MS) {
      const state = { lastAt: at, south: null, clearSince: null }
      return { state, alerts: [alertOf('ended', clearSince, south, reading)] }
    }
    return { state: { lastAt: at, south, clearSince }, alerts: [] }
  },
})

function alertOf(
  phase: 'started' | 'ended',
  at: number,
  { since, min }: NonNullable<State['south']>,
  reading: Reading,
) {
  return factsOf(bzSouth, {
    subject: 'l1',
    level: phase,
    at,
    data: {
      phase,
      value_nt: reading.value,
      threshold_nt: phase === 'started' ? SOUTH_NT : CLEAR_NT,
      min_nt: min,
      started_at: iso(since),
      observed_at: iso(reading.at),
      source: reading.source,
      url: '/v1/space-weather/mag',
    },
  })
}
