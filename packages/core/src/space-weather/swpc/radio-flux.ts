import { days, hours } from '#kit/time'
import { POSSIBLE } from '#space-weather/swpc/measurement'
import { type TimedRow, timedRows } from '#space-weather/swpc/rows'
import { parseNumber } from '#upstreams/parse/fields'
import { type RequiredFields, schemaMismatch } from '#upstreams/parse/shape'
import { measured } from '#upstreams/upstream'

/** When a reading is taken, by the Sun over the telescope, with NOAA's names. */
const SCHEDULES = { Morning: 'morning', Noon: 'noon', Afternoon: 'afternoon' } as const

/** A reading of the flux. */
interface FluxReading {
  /** Epoch milliseconds. */
  readonly at: number
  readonly fluxSfu: number
  readonly schedule: (typeof SCHEDULES)[keyof typeof SCHEDULES]
  /** Mean of the 90 days up to this one; `null` where NOAA gives none. */
  readonly mean90DaySfu: number | null
}

/** The flux of the newest day, in solar flux units. */
export interface RadioFlux {
  /** The instant of its reading, in epoch milliseconds. */
  readonly at: number
  readonly fluxSfu: number
  readonly mean90DaySfu: number | null
  /** All of its UTC day and after, ascending; none from the summary. */
  readonly readings: readonly FluxReading[]
}

const common = {
  provider: 'swpc',
  probeParams: undefined,
  newestAt: ({ at }: RadioFlux) => at,
  // Of three readings a day one counts: late after 30 hours.
  cadenceMs: hours(10),
  maxAgeMs: hours(36),
  maxBytes: 256 * 1024,
} as const

/** The newest reading alone, which does not say when in the day it was taken. */
const summary = measured<RadioFlux>({
  ...common,
  id: 'swpc-flux-summary',
  label: '10.7 cm radio flux (summary)',
  target: () => '/products/summary/10cm-flux.json',
  parse(body, now) {
    const { at, row } = usable(timedRows(body, now), { flux: isFlux }).at(-1) as TimedRow
    return { at, fluxSfu: Number(row['flux']), mean90DaySfu: null, readings: [] }
  },
})

/** The flux at 10.7 cm as measured at Penticton: three readings a day, of which that of noon is the day's. */
export const radioFlux = measured<RadioFlux>({
  ...common,
  id: 'swpc-flux',
  label: '10.7 cm radio flux',
  target: () => '/json/f107_cm_flux.json',
  seriesId: 'flux',
  parse(body, now, onHistory) {
    const rows = timedRows(body, now)
    const noons = usable(rows, { ...FIELDS, reporting_schedule: (value) => value === 'Noon' }).map(toReading)
    const newest = noons.at(-1) as FluxReading
    onHistory?.(
      noons.map(({ at, fluxSfu, mean90DaySfu }) => ({
        at,
        values: { flux_sfu: fluxSfu, mean_90_day_sfu: mean90DaySfu },
        instrument: null,
      })),
    )
    const dayMs = Math.floor(newest.at / days(1)) * days(1)
    const readings = usable(rows, FIELDS).map(toReading)
    return { ...newest, readings: readings.filter(({ at }) => at >= dayMs) }
  },
  fallback: summary,
})

const FIELDS: RequiredFields = {
  frequency: (value) => value === 2_800,
  flux: isFlux,
  reporting_schedule: (value) => String(value) in SCHEDULES,
  ninety_day_mean: (value) => value === null || isFlux(value),
}

function isFlux(value: unknown): boolean {
  return parseNumber(value, ...POSSIBLE.flux_sfu) !== null
}

/** Returns the rows that pass all tests; throws a ShapeError if there are none. */
function usable(rows: readonly TimedRow[], required: RequiredFields): TimedRow[] {
  const tests = Object.entries(required)
  const found = rows.filter(({ row }) => tests.every(([name, isUsable]) => isUsable(row[name])))
  if (found.length > 0) return found
  throw schemaMismatch(
    rows.map(({ row }) => row),
    required,
  )
}

function toReading({ at, row }: TimedRow): FluxReading {
  const { flux, reporting_schedule, ninety_day_mean: mean } = row
  return {
    at,
    fluxSfu: Number(flux),
    schedule: SCHEDULES[reporting_schedule as keyof typeof SCHEDULES],
    mean90DaySfu: mean === null ? null : Number(mean),
  }
}
