import { compassPoint } from '@space-data/charts/text'
import ical from 'ical-generator'
import type { ListedPass } from '#features/passes/pass-schemas'
import { seenHeightOf } from '#features/passes/seen-height'
import { slicesOf } from '#kernel/kit/slices'
import { hours, minutes } from '#kernel/kit/time'

/** Passes per piece: 5 ms of CPU time. */
const PASSES_PER_PIECE = 25

/**
 * Writes passes as iCalendar, piece by piece. `fetchedAt` (epoch milliseconds) is the fetch time of the
 * elements.
 */
export function* passCalendar(passes: readonly ListedPass[], fetchedAt: number): Generator<string> {
  const empty = calendarOf([], fetchedAt)
  const end = empty.lastIndexOf('END:VCALENDAR')
  yield empty.slice(0, end)
  for (const slice of slicesOf(passes, PASSES_PER_PIECE)) {
    const events = calendarOf(slice, fetchedAt)
    yield events.slice(end, events.lastIndexOf('END:VCALENDAR'))
  }
  yield empty.slice(end)
}

function calendarOf(passes: readonly ListedPass[], fetchedAt: number): string {
  const calendar = ical({
    name: 'Passes of satellites',
    prodId: { company: 'Space-Data', product: 'Passes' },
    ttl: hours(1) / 1_000,
  })
  for (const pass of passes) {
    const { norad_id: noradId, name, rise, highest, set, visible } = pass
    // An object that is always above the horizon has events for its visible spans.
    const events: readonly PassEvent[] = rise && set ? [{ start: rise, end: set, top: highest }] : visible
    for (const { start, end, top = start } of events)
      calendar.createEvent({
        // Newer elements change the time of a pass by seconds, not by half an hour.
        id: `${noradId}-${Math.round(Date.parse(top.at) / minutes(30))}@passes.space-data`,
        stamp: new Date(fetchedAt),
        start: new Date(start.at),
        end: new Date(end.at),
        timezone: null,
        summary: `${name} ${heightOf(pass)}${visible.length > 0 ? ', visible' : ''}`,
        description: describe(pass),
      })
  }
  return calendar.toString()
}

/** A part of a pass that is a calendar event; `top` identifies it. */
interface PassEvent {
  readonly start: ListedPass['highest']
  readonly end: ListedPass['highest']
  readonly top?: ListedPass['highest']
}

function heightOf(pass: ListedPass): string {
  const { elevationDeg, azimuthDeg } = seenHeightOf(pass)
  return `${Math.round(elevationDeg)}°${azimuthDeg === null ? '' : ` ${compassPoint(azimuthDeg)}`}`
}

function describe({ rise, highest, set, visible, error_s: error }: ListedPass): string {
  const point = (name: string, sight: ListedPass['rise']) =>
    sight
      ? [`${name}: ${sight.at.slice(11, 19)} UTC ${compassPoint(sight.azimuth_deg)}${shiftOf(sight)}`]
      : []
  return [
    ...point('Rises', rise),
    ...point('Highest', highest),
    ...point('Sets', set),
    ...visible.map(({ start, end }) => `Visible: ${start.at.slice(11, 19)} to ${end.at.slice(11, 19)} UTC`),
    `Estimated error: ${error} s`,
  ].join('\n')
}

function shiftOf({ doppler_hz: shift }: ListedPass['highest']): string {
  return shift === undefined ? '' : `, Doppler ${shift > 0 ? '+' : ''}${shift} Hz`
}
