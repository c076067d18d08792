import { POSSIBLE } from '#features/space-weather/swpc/measurement'
import { readTimedRows, type TimedRow } from '#features/space-weather/swpc/rows'
import { days, hours } from '#kernel/kit/time'
import { parseNumber } from '#kernel/upstreams/parse/fields'
import { memberOf, memberOrNull, presentIn } from '#kernel/upstreams/parse/members'
import { ShapeError } from '#kernel/upstreams/parse/shape'
import { measured } from '#kernel/upstreams/upstream'

/** NOAA's names for the times of readings, by the position of the Sun over the telescope. */
const SCHEDULES = { Morning: 'morning', Noon: 'noon', Afternoon: 'afternoon' } as const

/** A reading of the flux. */
interface FluxReading {
  /** Epoch milliseconds. */
  readonly at: number
  readonly fluxSfu: number
  readonly schedule: (typeof SCHEDULES)[keyof typeof SCHEDULES]
  /** Mean of the 90 days that end with this day; `null` if NOAA gives none. */
  readonly mean90DaySfu: number | null
}

/** The flux of the newest day, in solar flux units. */
export interface RadioFlux {
  /** Time of the reading, in epoch milliseconds. */
  readonly at: number
  readonly fluxSfu: number
  readonly mean90DaySfu: number | null
  /** All readings from its UTC day and later, ascending; empty from the summary. */
  readonly readings: readonly FluxReading[]
}

const common = {
  provider: 'swpc',
  probeParams: undefined,
  newestAt: ({ at }: RadioFlux) => at,
  // One of the three readings of a day counts, so the feed is late after 30 hours.
  cadenceMs: hours(10),
  maxAgeMs: hours(36),
  maxBytes: 256 * 1024,
} as const

/** Only the newest reading, without its time of day. */
const summary = measured<RadioFlux>({
  ...common,
  id: 'swpc-flux-summary',
  label: '10.7 cm radio flux (summary)',
  target: () => '/products/summary/10cm-flux.json',
  parse(body, now, { onRows } = {}) {
    const read = ({ at, row }: TimedRow) => ({ at, fluxSfu: memberOf(row, 'flux', parseFlux) })
    const newest = readTimedRows({ body, now, onRows }, read).at(-1)
    if (!newest) throw new ShapeError('time_tag has no usable value')
    return { ...newest, mean90DaySfu: null, readings: [] }
  },
})

/**
 * The flux at 10.7 cm as measured at Penticton: three readings a day. The noon reading is the value of the
 * day.
 */
export const radioFlux = measured<RadioFlux>({
  ...common,
  id: 'swpc-flux',
  label: '10.7 cm radio flux',
  target: () => '/json/f107_cm_flux.json',
  seriesId: 'flux',
  parse(body, now, { onHistory, onRows } = {}) {
    const readings = readTimedRows({ body, now, onRows }, readingIn)
    const noons = readings.filter(({ schedule }) => schedule === 'noon')
    const newest = noons.at(-1)
    if (!newest) {
      const field = readings.length > 0 ? 'reporting_schedule' : 'frequency'
      throw new ShapeError(`${field} has no usable value`)
    }
    onHistory?.(
      noons.map(({ at, fluxSfu, mean90DaySfu }) => ({
        at,
        values: { flux_sfu: fluxSfu, mean_90_day_sfu: mean90DaySfu },
        instrument: null,
      })),
    )
    const dayMs = Math.floor(newest.at / days(1)) * days(1)
    return { ...newest, readings: readings.filter(({ at }) => at >= dayMs) }
  },
  fallback: summary,
})

const parseFlux = (value: unknown) => parseNumber(value, ...POSSIBLE.flux_sfu)
const parseSchedule = (value: unknown) =>
  Object.hasOwn(SCHEDULES, String(value)) ? SCHEDULES[value as keyof typeof SCHEDULES] : null

/** Parses a reading at 2800 MHz, which is 10.7 cm. */
function readingIn({ at, row }: TimedRow): FluxReading | undefined {
  if (presentIn(row, 'frequency') !== 2_800) return undefined
  return {
    at,
    fluxSfu: memberOf(row, 'flux', parseFlux),
    schedule: memberOf(row, 'reporting_schedule', parseSchedule),
    mean90DaySfu: memberOrNull(row, 'ninety_day_mean', parseFlux),
  }
}
