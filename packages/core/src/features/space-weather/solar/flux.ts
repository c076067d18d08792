import * as v from 'valibot'
import { type RadioFlux, radioFlux } from '#features/space-weather/solar/swpc-radio-flux'
import { POSSIBLE } from '#features/space-weather/swpc/measurement'
import { dataEndpoint } from '#kernel/endpoint/data-endpoint'
import { fromMeasurement } from '#kernel/endpoint/measured'
import { instant, named, oneOf, orNull, quantity, sourceLabel } from '#kernel/endpoint/schemas'
import { iso, minutes } from '#kernel/kit/time'

const reading = v.strictObject({
  time: instant('Time of the reading', '2026-11-20T20:00:00.000Z'),
  flux_sfu: quantity('Flux, sfu', 203, ...POSSIBLE.flux_sfu),
  schedule: oneOf('Which of the day’s readings this is, by the position of the Sun over Penticton', [
    'noon',
    'morning',
    'afternoon',
  ]),
})

const data = v.strictObject({
  flux_sfu: quantity(
    'F10.7: observed flux at 10.7 cm (2800 MHz), sfu, not adjusted to the mean distance of the Sun. The ' +
      'noon reading is the value of the day',
    203,
    ...POSSIBLE.flux_sfu,
  ),
  mean_90_day_sfu: orNull(
    quantity(
      'Mean of the 90 days that end with this day, sfu; null from the fallback feed',
      128,
      ...POSSIBLE.mean_90_day_sfu,
    ),
  ),
  readings: v.pipe(
    v.array(named('RadioFluxReading', reading)),
    v.description(
      'Readings from the UTC day of the value and later, ascending; empty from the fallback feed',
    ),
  ),
  as_of: instant('Time of the reading', '2026-11-20T20:00:00.000Z'),
  source: sourceLabel('NOAA SWPC 10.7 cm radio flux'),
})

/** Serves the solar radio flux at 10.7 cm, a measure of solar activity for models of the atmosphere. */
export const flux = dataEndpoint({
  path: '/v1/space-weather/flux',
  operationId: 'getRadioFlux',
  summary: 'Solar radio flux at 10.7 cm (F10.7)',
  description:
    'Newest daily value, the reading at 20:00 UTC. If it is unavailable or late, the value comes from ' +
    'NOAA’s summary, which does not state which of the day’s readings it contains.',
  tag: 'Space weather',
  access: 'optional_key',
  ttlMs: minutes(30),
  data: named('RadioFlux', data),
  source: fromMeasurement(radioFlux, toRadioFluxData),
})

/** Converts the flux of a day to the payload. */
export function toRadioFluxData(
  { at, fluxSfu, mean90DaySfu, readings }: RadioFlux,
  source: string,
): v.InferOutput<typeof data> {
  return {
    flux_sfu: fluxSfu,
    mean_90_day_sfu: mean90DaySfu,
    readings: readings.map((each) => ({
      time: iso(each.at),
      flux_sfu: each.fluxSfu,
      schedule: each.schedule,
    })),
    as_of: iso(at),
    source,
  }
}
