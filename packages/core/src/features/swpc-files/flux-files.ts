import { flux as fluxEndpoint } from '#features/space-weather/solar/flux'
import { servedFile } from '#features/swpc-files/served-file'
import { type SeriesFile, valueIn } from '#features/swpc-files/swpc-file'
import { asOf2025, withoutZone, withZone } from '#features/swpc-files/swpc-times'
import { days, hours } from '#kernel/kit/time'

/** Time of noon at Penticton, where the flux is measured. */
const NOON_MS = hours(20)

/** F10.7 of the last 90 days, newest first: the noon readings, which are the values of the days. */
export const fluxFile: SeriesFile = {
  id: 'flux',
  spanMs: days(90),
  isOfWholeDays: true,
  write: ({ rows }) =>
    rows.toReversed().map((row) => ({
      time_tag: withoutZone(row.at + NOON_MS),
      frequency: 2_800,
      flux: valueIn(row, 'flux_sfu'),
      reporting_schedule: 'Noon',
      avg_begin_date: null,
      ninety_day_mean: valueIn(row, 'mean_90_day_sfu'),
      rec_count: null,
    })),
}

/** The newest F10.7. */
export const fluxSummary = servedFile(
  fluxEndpoint,
  ({ flux_sfu, as_of }) => [{ flux: Math.round(flux_sfu), time_tag: withZone(Date.parse(as_of)) }],
  ({ flux_sfu, as_of }) => ({
    Flux: String(Math.round(flux_sfu)),
    TimeStamp: asOf2025(Date.parse(as_of)),
  }),
)
