import * as v from 'valibot'
import { count, instant, named, oneOf, orNull, quantity, text } from '#kernel/endpoint/schemas'

/** Meaning of each kind of event. */
export const eventKinds = {
  cme: 'Coronal mass ejection: a cloud of magnetised plasma that leaves the corona',
  flare: 'Solar flare: a burst of X-rays, classed by its peak flux',
  sep: 'Solar energetic particle event: an observed increase in energetic particles',
} as const

export type EventKind = keyof typeof eventKinds

/** The kinds of events, as `kind` carries them. */
export const eventKindNames = Object.keys(eventKinds) as [EventKind, ...EventKind[]]

/** Schema of the kind of an event. */
export const eventKind = named('EventKind', oneOf('Kind of event: see /ref/event-kinds', eventKindNames))

/** Schema of the flag for a prediction that comes from another analysis than the measurements. */
export const awaitsRun = v.pipe(
  v.boolean(),
  v.description(
    'Whether the analysis with speed and direction has no model run yet, so that the prediction comes from ' +
      'another analysis',
  ),
  v.examples([false]),
)

/** The members of a predicted impact other than its times. */
export const impactMembers = {
  glancing: v.pipe(
    v.boolean(),
    v.description('Whether the ejection only grazes the Earth (a glancing blow)'),
    v.examples([false]),
  ),
  kp_max: orNull(
    quantity('Highest predicted planetary K index over all clock angles of the magnetic field', 8, 0, 9),
  ),
  awaits_run: awaitsRun,
}

const earthImpact = v.strictObject({
  arrival_time: instant('Predicted arrival of the shock at Earth'),
  ...impactMembers,
})

/** Schema of an event. Members that do not apply to its kind, or are unknown, are `null` or empty. */
export const solarEvent = v.strictObject({
  id: text('Event id of the provider', '2026-11-20T12:36:00-CME-001'),
  kind: eventKind,
  start_time: instant('Time of the first observation', '2026-11-20T12:36:00.000Z'),
  peak_time: orNull(instant('Peak time of a flare', '2026-11-20T12:44:00.000Z')),
  end_time: orNull(instant('End time of a flare; null while it is in progress', '2026-11-20T12:51:00.000Z')),
  flare_class: orNull(text('Flare class, by peak X-ray flux', 'M1.1')),
  source_location: orNull(text('Heliographic position of the source', 'N30E60')),
  active_region: orNull(count('Active region of the source: NOAA number plus 10000', 14199)),
  speed_km_s: orNull(
    quantity(
      'Speed of a coronal mass ejection, km/s: of its leading edge, or of its shock if only the shock was ' +
        'measured',
      878,
      0,
      10_000,
    ),
  ),
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
    v.description(
      'Prediction of the latest model run; null if the ejection does not reach Earth or has no model run',
    ),
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
    text('URL of the provider’s record', 'https://webtools.ccmc.gsfc.nasa.gov/DONKI/view/CME/48591/-1'),
  ),
})

/** An event on the Sun. */
export type SolarEvent = v.InferOutput<typeof solarEvent>

/** Arrival of a coronal mass ejection at Earth, as predicted by the latest model run. */
export type EarthImpact = v.InferOutput<typeof earthImpact>

/** Creates an event with all fields in the published order. */
export function createSolarEvent(
  id: string,
  kind: EventKind,
  start_time: string,
  known: Partial<Omit<SolarEvent, 'id' | 'kind' | 'start_time'>>,
): SolarEvent {
  return {
    id,
    kind,
    start_time,
    peak_time: null,
    end_time: null,
    flare_class: null,
    source_location: null,
    active_region: null,
    speed_km_s: null,
    half_angle_deg: null,
    latitude_deg: null,
    longitude_deg: null,
    earth_impact: null,
    linked_event_ids: [],
    instruments: [],
    url: null,
    ...known,
  }
}

/** Returns a flare class such as `M1.1`; `null` for anything else. */
export function parseFlareClass(value: unknown): string | null {
  return typeof value === 'string' && /^[ABCMX]\d+(\.\d+)?$/.test(value) ? value : null
}
