import * as v from 'valibot'
import { coronalMassEjections, flares, solarEnergeticParticles } from '#catalogue/events/feeds'
import { eventParameters, selectEvents } from '#catalogue/events/select-events'
import { type EventKind, eventKindNames, type SolarEvent } from '#catalogue/events/solar-event'
import { dataEndpoint } from '#endpoint/data-endpoint'
import { count, instant, named, oneOf, orNull, quantity, sourceLabel, text } from '#endpoint/schemas'
import { withSelection } from '#endpoint/selection'
import { fromFeeds } from '#endpoint/source'
import { days, iso, minutes } from '#kit/time'

const kind = named('EventKind', oneOf('Kind of event: see /ref/event-kinds', eventKindNames))

const earthImpact = v.strictObject({
  arrival_time: instant('Predicted arrival of the shock at Earth'),
  glancing: v.pipe(v.boolean(), v.description('Whether it is a glancing blow'), v.examples([false])),
  kp_max: orNull(
    quantity('Highest predicted planetary K index over all clock angles of the magnetic field', 8, 0, 9),
  ),
})

const event = v.strictObject({
  id: text('Event id of the provider', '2026-11-20T12:36:00-CME-001'),
  kind,
  start_time: instant('Time of the first observation', '2026-11-20T12:36:00.000Z'),
  peak_time: orNull(instant('Peak time of a flare', '2026-11-20T12:44:00.000Z')),
  end_time: orNull(instant('End time of a flare; null while it is in progress', '2026-11-20T12:51:00.000Z')),
  flare_class: orNull(text('Flare class, by peak X-ray flux', 'M1.1')),
  source_location: orNull(text('Heliographic position of the source', 'N30E60')),
  active_region: orNull(count('Active region of the source: NOAA number plus 10000', 14199)),
  speed_km_s: orNull(quantity('Speed of the leading edge of a coronal mass ejection, km/s', 878, 0, 10_000)),
  half_angle_deg: orNull(
    quantity('Half of the angular width of a coronal mass ejection, degrees', 40, 0, 180),
  ),
  latitude_deg: orNull(
    quantity('Direction of a coronal mass ejection: heliographic latitude, degrees', -6, -90, 90),
  ),
  longitude_deg: orNull(
    quantity('Direction of a coronal mass ejection: degrees west of the Sun–Earth line', -32, -180, 180),
  ),
  earth_impact: v.pipe(
    v.nullable(named('EarthImpact', earthImpact)),
    v.description('Prediction of the latest model run that reaches Earth; null if none does'),
  ),
  linked_event_ids: v.pipe(
    v.array(text('Event id', '2026-11-20T12:24:00-FLR-001')),
    v.description('Ids of events that the provider links to this one'),
  ),
  instruments: v.pipe(
    v.array(text('Instrument', 'SOHO: LASCO/C2')),
    v.description('Instruments that observed the event'),
  ),
  url: orNull(
    text('URL of the record at the provider', 'https://webtools.ccmc.gsfc.nasa.gov/DONKI/view/CME/48591/-1'),
  ),
})

const data = v.strictObject({
  count: count('Number of events in the list', 1),
  window_start: instant('Start of the seven-day window', '2026-11-14T12:34:00.000Z'),
  window_end: instant('End of the seven-day window: the time the events were fetched'),
  events: v.pipe(
    v.array(named('SpaceEvent', event)),
    v.description('Events that started in the window, newest first'),
  ),
  unavailable_kinds: v.pipe(
    v.array(kind),
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
    'From a NASA research catalogue, not an official forecast: events are added hours late and revised for ' +
    'months. If its flares are unavailable, flares that NOAA SWPC detects in GOES data replace them. Other ' +
    'unavailable kinds are listed in unavailable_kinds; the request fails only if all kinds are ' +
    'unavailable. Query parameters select from the list; count is the number of events listed.',
  tag: 'Events',
  access: 'key',
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

/** Serves the solar events of the last seven days, or those selected. */
export const recent = withSelection(endpoint, eventParameters, selectEvents<v.InferOutput<typeof data>>)

interface EventFacts {
  readonly source: string
  readonly fetchedAt: number
  readonly unavailable: readonly EventKind[]
}

/** Converts events to the payload: those of the last seven days, newest first, each id once. */
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
