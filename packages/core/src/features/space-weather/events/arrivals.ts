import * as v from 'valibot'
import { derivedEndpoint } from '#features/space-weather/derived-endpoint'
import { recent } from '#features/space-weather/events/recent'
import { sourceOfKinds } from '#features/space-weather/events/select-events'
import { impactMembers, type SolarEvent, solarEvent } from '#features/space-weather/events/solar-event'
import { count, instant, named, oneOf, orNull, quantity, sourceLabel, text } from '#kernel/endpoint/schemas'
import { Problem } from '#kernel/kit/problem'
import { days, hours, iso, minutes } from '#kernel/kit/time'
import { retryAfter, withRetryHint } from '#kernel/upstreams/client/to-problem'

/** Error of a time of arrival by this model, as stated in NASA's notifications. */
const STATED_ERROR_HOURS = 7

/** Members that an arrival shares with an event. */
const ofEvent = v.omit(solarEvent, [
  ...(['id', 'kind', 'earth_impact', 'peak_time', 'end_time', 'flare_class', 'instruments'] as const),
])

const arrival = v.strictObject({
  event_id: text('Event id of the provider, as in /v1/events/recent', '2026-11-20T12:36:00-CME-001'),
  state: oneOf('Whether arrival_time is after as_of or has passed', ['expected', 'passed']),
  arrival_time: instant('Predicted arrival of the shock at Earth', '2026-11-22T18:00:00.000Z'),
  earliest: instant('arrival_time minus the stated error', '2026-11-22T11:00:00.000Z'),
  latest: instant('arrival_time plus the stated error', '2026-11-23T01:00:00.000Z'),
  ...impactMembers,
  ...ofEvent.entries,
})

const data = v.strictObject({
  next_arrival_time: orNull(
    instant('First arrival after as_of; null if there is none', '2026-11-22T18:00:00.000Z'),
  ),
  count: count('Number of arrivals in the list', 1),
  arrivals: v.pipe(
    v.array(named('Arrival', arrival)),
    v.description('Arrivals in the last 24 hours and later, ascending by arrival_time'),
  ),
  stated_error_hours: quantity(
    'Error of arrival_time in either direction, as NASA’s notifications state it',
    STATED_ERROR_HOURS,
    0,
  ),
  as_of: instant('Time the events were fetched'),
  source: sourceLabel('NASA DONKI space weather events'),
})

/** Serves predicted arrivals of coronal mass ejections at Earth. */
export const arrivals = derivedEndpoint(
  {
    path: '/v1/space-weather/arrivals',
    operationId: 'listArrivals',
    summary: 'Predicted arrivals of coronal mass ejections at Earth',
    description:
      'Coronal mass ejections of /v1/events/recent that reach Earth in their last run of the WSA-Enlil ' +
      'model. This is a research forecast by NASA, not the official forecast. NASA’s notifications state ' +
      'such a time with “plus minus 7 hours”. For 273 arrivals at Earth and the STEREO spacecraft from ' +
      '2010 to 2016, the mean absolute error was 10.4 hours (Wold et al. 2018, arXiv:1801.07818). Several ' +
      'ejections may arrive together.',
    tag: 'Space weather',
    access: 'optional_key',
    ttlMs: minutes(15),
    data: named('Arrivals', data),
  },
  { whole: recent, toData: toArrivalsData },
)

/** Selects the ejections that reach Earth. Fails if the feed of ejections is unavailable. */
function toArrivalsData(whole: v.InferOutput<(typeof recent)['data']>): v.InferOutput<typeof data> {
  const { events, unavailable_kinds, as_of } = whole
  if (unavailable_kinds.includes('cme')) {
    const retryAfterSeconds = retryAfter()
    const message = withRetryHint(
      'NASA DONKI’s coronal mass ejections are unavailable now',
      retryAfterSeconds,
    )
    throw new Problem('upstream_unavailable', { retryAfterSeconds, message })
  }
  const now = Date.parse(as_of)
  const arrivals = events
    .flatMap((event) => arrivalOf(event, now))
    .filter(({ arrival_time }) => Date.parse(arrival_time) > now - days(1))
    .sort((a, b) => Date.parse(a.arrival_time) - Date.parse(b.arrival_time))
  return {
    next_arrival_time: arrivals.find(({ state }) => state === 'expected')?.arrival_time ?? null,
    count: arrivals.length,
    arrivals,
    stated_error_hours: STATED_ERROR_HOURS,
    as_of,
    source: sourceOfKinds(whole.source, ['cme']),
  }
}

function arrivalOf(event: SolarEvent, now: number): v.InferOutput<typeof arrival>[] {
  const { id, kind: _, earth_impact, peak_time: __, end_time: ___, flare_class: ____, ...rest } = event
  if (!earth_impact) return []
  const { instruments: _____, ...ofEvent } = rest
  const at = Date.parse(earth_impact.arrival_time)
  return [
    {
      event_id: id,
      state: at > now ? 'expected' : 'passed',
      ...earth_impact,
      earliest: iso(at - hours(STATED_ERROR_HOURS)),
      latest: iso(at + hours(STATED_ERROR_HOURS)),
      ...ofEvent,
    },
  ]
}
