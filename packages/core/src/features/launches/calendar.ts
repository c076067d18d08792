import { launchTime } from '@space-data/charts/text'
import ical, { ICalEventStatus } from 'ical-generator'
import type { Launch } from '#features/launches/launch'
import { days, hours, parseUtc } from '#kernel/kit/time'

/** `SEQUENCE` counts seconds from this date, so that it stays below 2³¹. */
const SEQUENCE_ZERO = Date.UTC(2020, 0, 1)

/**
 * Writes the launches whose date is known at least to the day as iCalendar. `fetchedAt` (epoch milliseconds)
 * dates records without a time of change.
 */
export function launchCalendar(launches: readonly Launch[], fetchedAt: number): string {
  const calendar = ical({
    name: 'Rocket launches',
    prodId: { company: 'Space-Data', product: 'Launches' },
    ttl: hours(1) / 1_000,
  })
  for (const launch of launches) {
    if (launchTime(launch).knownTo !== 'period') calendar.createEvent(toEvent(launch, fetchedAt))
  }
  return calendar.toString()
}

function toEvent(launch: Launch, fetchedAt: number) {
  const { id, name, status, last_updated, url, pad, window_end } = launch
  const changedAt = parseUtc(last_updated) ?? fetchedAt
  const { at: start, knownTo } = launchTime(launch)
  const isAllDay = knownTo === 'day'
  const windowEnd = parseUtc(window_end) ?? 0
  const end = isAllDay ? start + days(1) : windowEnd
  const place = [pad?.name, pad?.location].filter(Boolean).join(', ')
  const position = positionOf(pad)
  return {
    id: `${id}@launches.space-data`,
    sequence: Math.max(0, Math.floor((changedAt - SEQUENCE_ZERO) / 1_000)),
    stamp: new Date(changedAt),
    start: new Date(start),
    ...(end > start && { end: new Date(end) }),
    allDay: isAllDay,
    timezone: null,
    summary: name,
    description: describe(launch),
    status: ['go', 'in_flight'].includes(status) ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
    url,
    ...(place && { location: { title: place, ...(position && { geo: position }) } }),
  }
}

function positionOf(pad: Launch['pad']): { lat: number; lon: number } | undefined {
  if (!pad || pad.latitude_deg === null || pad.longitude_deg === null) return undefined
  return { lat: pad.latitude_deg, lon: pad.longitude_deg }
}

function describe({ status, net_precision, provider, vehicle, mission, orbit }: Launch): string {
  const facts = {
    Provider: provider,
    Vehicle: vehicle,
    Mission: mission,
    Orbit: orbit,
    Status: status,
    'Time known to the': net_precision,
  }
  return Object.entries(facts)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
