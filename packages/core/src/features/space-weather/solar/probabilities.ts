import * as v from 'valibot'
import { eventProbabilities } from '#features/space-weather/solar/event-probabilities'
import { type EventProbabilities, solarProbabilities } from '#features/space-weather/solar/swpc-probabilities'
import { dataEndpoint } from '#kernel/endpoint/data-endpoint'
import { fromMeasurement } from '#kernel/endpoint/measured'
import { count, instant, named, orNull, sourceLabel, text } from '#kernel/endpoint/schemas'
import { hours, iso, utcDay } from '#kernel/kit/time'

const day = v.strictObject({
  day: count('Day of the forecast: 1, 2 or 3', 1),
  ...eventProbabilities,
})

const data = v.strictObject({
  date: text('UTC day of the forecast, as NOAA gives it', '2026-11-21'),
  days: v.pipe(
    v.array(named('DayProbabilities', day)),
    v.description('Three days; a value is null if NOAA gives none'),
  ),
  polar_cap_absorption: orNull(
    text('NOAA’s rating of HF radio absorption over the poles: green, yellow or red', 'green'),
  ),
  as_of: instant('Start of that UTC day', '2026-11-21T00:00:00.000Z'),
  source: sourceLabel('NOAA SWPC probabilities of solar events'),
})

/** Serves NOAA's probabilities of flares and proton events. */
export const probabilities = dataEndpoint({
  path: '/v1/space-weather/probabilities',
  operationId: 'getProbabilities',
  summary: 'Probabilities of flares and proton events for three days',
  description:
    'Forecast by NOAA SWPC for the whole visible disk of the Sun, made once a day. The product has only ' +
    'one date. It does not state whether that is the day of issue or the first day of the forecast.',
  tag: 'Space weather',
  access: 'optional_key',
  ttlMs: hours(1),
  data: named('Probabilities', data),
  source: fromMeasurement(solarProbabilities, toProbabilitiesData),
})

/** Converts the product to the payload. */
function toProbabilitiesData(
  { at, days, polarCapAbsorption }: EventProbabilities,
  source: string,
): v.InferOutput<typeof data> {
  return {
    date: utcDay(at),
    days: days.map(({ cClass, mClass, xClass, protons }, i) => ({
      day: i + 1,
      c_class_percent: cClass,
      m_class_percent: mClass,
      x_class_percent: xClass,
      protons_percent: protons,
    })),
    polar_cap_absorption: polarCapAbsorption,
    as_of: iso(at),
    source,
  }
}
