import * as v from 'valibot'
import { coronalMassEjections, flares, solarEnergeticParticles } from '#features/space-weather/events/feeds'
import { eventParameters, selectEvents } from '#features/space-weather/events/select-events'
import {
  type EventKind,
  eventKind,
  type SolarEvent,
  solarEvent,
} from '#features/space-weather/events/solar-event'
import { dataEndpoint } from '#kernel/endpoint/data-endpoint'
import { count, instant, named, sourceLabel } from '#kernel/endpoint/schemas'
import { withSelection } from '#kernel/endpoint/selection'
import { fromFeeds } from '#kernel/endpoint/source'
import { days, iso, minutes } from '#kernel/kit/time'

const data = v.strictObject({
  count: count('Number of events in the list', 1),
  window_start: instant('Start of the seven-day window', '2026-11-14T12:34:00.000Z'),
  window_end: instant('End of the seven-day window: the time the events were fetched'),
  events: v.pipe(
    v.array(named('SpaceEvent', solarEvent)),
    v.description('Events that started in the window, newest first'),
  ),
  unavailable_kinds: v.pipe(
    v.array(eventKind),
    v.description('Kinds of events missing from the list because their feed is unavailable'),
    v.examples([[]]),
  ),
  as_of: instant('Time the events were fetched'),
  source: sourceLabel('NASA DONKI space weather events'),
})

const endpoint = dataEndpoint({
  path: '/v1/events/recent',
  operationId: 'listRecentEvents',
  summary: 'Coronal mass ejections, flares and solar energetic particle events of the last 7 days',
  description:
    'From a NASA research catalogue, not an official forecast. Events are added hours late and revised for ' +
    'months. If the catalogue’s flares are unavailable, flares that NOAA SWPC detects in GOES data replace ' +
    'them. Other unavailable kinds are listed in unavailable_kinds. The request fails only if all kinds ' +
    'are unavailable. Query parameters select from the list; count is the number of events listed.',
  tag: 'Events',
  access: 'optional_key',
  ttlMs: minutes(15),
  data: named('RecentEvents', data),
  source: fromFeeds(
    { cme: coronalMassEjections, flare: flares, sep: solarEnergeticParticles } satisfies Record<
      EventKind,
      unknown
    >,
    'NASA DONKI space weather events',
    (kinds, facts) => toRecentEventsData(kinds.flat(), facts),
  ),
})

/** Serves the solar events of the last seven days, or a selection of them. */
export const recent = withSelection(endpoint, eventParameters, selectEvents<v.InferOutput<typeof data>>)

interface EventFacts {
  readonly source: string
  readonly fetchedAt: number
  readonly unavailable: readonly EventKind[]
}

/** Converts events to the payload: the last seven days, newest first, each id once. */
export function toRecentEventsData(
  events: readonly SolarEvent[],
  { source, fetchedAt, unavailable }: EventFacts,
): v.InferOutput<typeof data> {
  const window_start = iso(fetchedAt - days(7))
  const window_end = iso(fetchedAt)
  const byId = new Map(events.map((each) => [each.id, each]))
  const recent = [...byId.values()]
    .filter(({ start_time }) => start_time >= window_start && start_time <= window_end)
    .sort((a, b) => Date.parse(b.start_time) - Date.parse(a.start_time))
  return {
    count: recent.length,
    window_start,
    window_end,
    events: recent,
    unavailable_kinds: [...unavailable],
    as_of: window_end,
    source,
  }
}
