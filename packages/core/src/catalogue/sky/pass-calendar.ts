import { compassPoint } from '@space-data/charts/text'
import ical from 'ical-generator'
import type { ListedPass } from '#catalogue/sky/pass-schemas'
import { hours, minutes } from '#kit/time'

/** Writes passes as iCalendar. `fetchedAt` (epoch milliseconds) is that of the elements. */
export function passCalendar(passes: readonly ListedPass[], fetchedAt: number): string {
  const calendar = ical({
    name: 'Passes of satellites',
    prodId: { company: 'Space-Data', product: 'Passes' },
    ttl: hours(1) / 1_000,
  })
  for (const pass of passes) {
    const { norad_id: noradId, name, rise, highest, set, visible } = pass
    if (!rise || !set) continue
    const top = `${Math.round(highest.elevation_deg)}° ${compassPoint(highest.azimuth_deg)}`
    calendar.createEvent({
      // Newer elements move a pass by seconds, not by half an hour.
      id: `${noradId}-${Math.round(Date.parse(highest.at) / minutes(30))}@passes.space-data`,
      stamp: new Date(fetchedAt),
      start: new Date(rise.at),
      end: new Date(set.at),
      timezone: null,
      summary: `${name} ${top}${visible.length > 0 ? ', visible' : ''}`,
      description: describe(pass),
    })
  }
  return calendar.toString()
}

function describe({ rise, highest, set, visible, error_s: error }: ListedPass): string {
  const point = (name: string, sight: ListedPass['rise']) =>
    sight ? [`${name}: ${sight.at.slice(11, 19)} UTC ${compassPoint(sight.azimuth_deg)}`] : []
  return [
    ...point('Rises', rise),
    ...point('Highest', highest),
    ...point('Sets', set),
    ...visible.map(({ start, end }) => `Visible: ${start.at.slice(11, 19)} to ${end.at.slice(11, 19)} UTC`),
    `Estimated error: ${error} s`,
  ].join('\n')
}
