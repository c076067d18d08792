// @ts-check
import {
  dataEndpoint,
  days,
  fromMeasurement,
  hours,
  instant,
  iso,
  measured,
  named,
  orNull,
  parseUtc,
  quantity,
  ShapeError,
  sourceLabel,
} from '@space-data/core/endpoint'
import * as v from 'valibot'

const rows = v.array(
  v.object({
    time_tag: v.string(),
    reporting_schedule: v.string(),
    flux: v.number(),
    ninety_day_mean: v.nullish(v.number(), null),
  }),
)

/** The feed: where it is, how it is read, and how long its newest value counts as current. */
const solarRadioFlux = measured({
  id: 'swpc-f107',
  provider: 'swpc',
  label: '10.7 cm solar radio flux',
  target: () => '/json/f107_cm_flux.json',
  probeParams: undefined,
  parse: newestAtNoon,
  newestAt: ({ at }) => at,
  cadenceMs: days(1),
  maxAgeMs: days(3),
})

/** The endpoint: what clients ask for and get. */
export const radioFlux = dataEndpoint({
  path: '/v1/solar/radio-flux',
  operationId: 'getNoonFlux',
  summary: 'Solar radio flux at 10.7 cm',
  tag: 'Sun',
  access: 'key',
  ttlMs: hours(1),
  data: named(
    'NoonFlux',
    v.strictObject({
      flux_sfu: quantity('Flux at local noon in Penticton, solar flux units', 142, 0, 5_000),
      mean_90_days_sfu: orNull(quantity('Mean of the last 90 days, solar flux units', 150, 0, 5_000)),
      as_of: instant('Time of the measurement'),
      source: sourceLabel('NOAA SWPC 10.7 cm solar radio flux'),
    }),
  ),
  source: fromMeasurement(solarRadioFlux, ({ at, flux, mean }, source) => {
    return { flux_sfu: flux, mean_90_days_sfu: mean, as_of: iso(at), source }
  }),
})

/**
 * Returns the newest measurement of local noon, the one that is quoted for a day.
 * @param {string} body
 */
function newestAtNoon(body) {
  const [newest] = v
    .parse(rows, JSON.parse(body))
    .filter(({ reporting_schedule }) => reporting_schedule === 'Noon')
    .map(({ time_tag, flux, ninety_day_mean: mean }) => ({ at: parseUtc(time_tag) ?? 0, flux, mean }))
    .sort((a, b) => b.at - a.at)
  if (!newest) throw new ShapeError('there is no measurement of noon')
  return newest
}
