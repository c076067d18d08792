import { radioFluxAt } from '#model/sun'
import type { StormClock } from '#storm'
import { DAY, floorTo, HOUR, MINUTE, withoutZone } from '#time'

/** Times of the readings of a day, in hours UTC. */
const READINGS = [
  [22, 'Afternoon'],
  [20, 'Noon'],
  [17, 'Morning'],
] as const
/** How long after a reading it is published. */
const LATENCY = 30 * MINUTE

/** `f107_cm_flux`: three readings of each of 41 days, newest first; the mean is given at noon. */
export function fluxRows({ at, shiftMs }: StormClock): Record<string, unknown>[] {
  const today = floorTo(DAY, at)
  return Array.from({ length: 41 }, (_, i) => today - i * DAY).flatMap((day) =>
    READINGS.flatMap(([hour, schedule]) => {
      const time = day + hour * HOUR
      const isNoon = schedule === 'Noon'
      const { flux, mean } = radioFluxAt(time)
      const row = {
        time_tag: withoutZone(time + shiftMs),
        frequency: 2800,
        flux,
        reporting_schedule: schedule,
        avg_begin_date: isNoon ? withoutZone(time + shiftMs - 89 * DAY) : null,
        ninety_day_mean: isNoon ? mean : null,
        rec_count: isNoon ? 90 : null,
      }
      return time + LATENCY <= at ? [row] : []
    }),
  )
}

/** `summary/10cm-flux`: the newest reading. */
export function latestFlux(clock: StormClock): unknown[] {
  const newest = fluxRows(clock)[0]
  return [{ flux: newest?.['flux'], time_tag: newest?.['time_tag'] }]
}
