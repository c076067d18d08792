import * as v from 'valibot'
import { dataEndpoint } from '#declare/data-endpoint'
import { count, instant, oneOf, orNull, quantity, sourceLabel, text } from '#declare/schemas'
import { fromKinds } from '#declare/source'
import { days, iso, minutes } from '#time'
import { coronalMassEjections, flares, solarEnergeticParticles } from '#upstreams/donki'
import { type EventKind, eventKindNames, type SolarEvent } from '#upstreams/solar-event'

const earthImpact = v.strictObject({
  arrival_time: instant('Predicted arrival of the shock at Earth'),
  glancing: v.pipe(v.boolean(), v.description('Whether it only grazes Earth'), v.examples([false])),
  kp_max: orNull(
    quantity('Greatest planetary K index predicted, over all clock angles of the field', 8, 0, 9),
  ),
})

const event = v.strictObject({
  id: text('Identifier of the event, as its provider gives it', '2026-11-20T12:36:00-CME-001'),
  kind: oneOf('Kind of event: see /ref/event-kinds', eventKindNames),
  start_time: instant('First observation of the event', '2026-11-20T12:36:00.000Z'),
  peak_time: orNull(instant('Peak of a flare', '2026-11-20T12:44:00.000Z')),
  end_time: orNull(instant('End of a flare; null while it lasts', '2026-11-20T12:51:00.000Z')),
  flare_class: orNull(text('Class of a flare by its peak X-ray flux', 'M1.1')),
  source_location: orNull(text('Heliographic position of the source', 'N30E60')),
  active_region: orNull(count('Active region of the source: its NOAA number plus 10000', 14199)),
  speed_km_s: orNull(
    quantity('Speed of the leading edge of a coronal mass ejection in km/s', 878, 0, 10_000),
  ),
  half_angle_deg: orNull(
    quantity('Half of the angular width of a coronal mass ejection in degrees', 40, 0, 180),
  ),
  latitude_deg: orNull(
    quantity('Direction of a coronal mass ejection: heliographic latitude in degrees', -6, -90, 90),
  ),
  longitude_deg: orNull(
    quantity(
      'Direction of a coronal mass ejection: degrees west of the line from Sun to Earth',
      -32,
      -180,
      180,
    ),
  ),
  earth_impact: v.pipe(
    v.nullable(earthImpact),
    v.description('What the latest model run that reaches Earth predicts; null when none does'),
  ),
  linked_event_ids: v.pipe(
    v.array(text('Identifier of an event', '2026-11-20T12:24:00-FLR-001')),
    v.description('Events that the provider links to this one'),
  ),
  instruments: v.pipe(
    v.array(text('Name of an instrument', 'SOHO: LASCO/C2')),
    v.description('Instruments that observed it'),
  ),
  url: orNull(
    text('The record at its provider', 'https://webtools.ccmc.gsfc.nasa.gov/DONKI/view/CME/48591/-1'),
  ),
})

const data = v.strictObject({
  count: count('Number of events in the list', 1),
  window_start: instant('Start of the seven days', '2026-11-14T12:34:00.000Z'),
  window_end: instant('End of the seven days: when the events were fetched'),
  events: v.pipe(v.array(event), v.description('Events that started in the seven days, newest first')),
  unavailable_kinds: v.pipe(
    v.array(oneOf('Kind of event', eventKindNames)),
    v.description('Kinds whose feed is away just now, so that none of their events is in the list'),
    v.examples([[]]),
  ),
  as_of: instant('Instant of the list: when the events were fetched'),
  source: sourceLabel('NASA DONKI space weather events'),
})

/** What the Sun did in the last seven days. */
export const recent = dataEndpoint({
  path: '/v1/events/recent',
  summary: 'Coronal mass ejections, flares and solar energetic particle events of the last 7 days',
  description:
    'From a research catalogue of NASA, not an official forecast: events are entered hours late and revised for months. ' +
    'When its flares are away, those that NOAA SWPC sees in GOES data take their place. Other kinds that are away are named in ' +
    'unavailable_kinds; the answer fails when all are.',
  tag: 'Events',
  access: 'key',
  ttlMs: minutes(15),
  data,
  source: fromKinds(
    { cme: coronalMassEjections, flare: flares, sep: solarEnergeticParticles } satisfies Record<
      EventKind,
      unknown
    >,
    'NASA DONKI space weather events',
    (kinds, facts) => toData(kinds.flat(), facts),
  ),
})

interface EventFacts {
  readonly source: string
  readonly fetchedAt: number
  readonly unavailable: readonly EventKind[]
}

export function toData(
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
