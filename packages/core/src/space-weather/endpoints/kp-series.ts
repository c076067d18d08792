import { KP_NOTE } from '#space-weather/reference/kp-index'
import { column, seriesEndpoint } from '#space-weather/series/series-endpoint'

/** Serves the recorded planetary K index. */
export const kpSeries = seriesEndpoint({
  path: '/v1/space-weather/kp/series',
  operationId: 'getKpSeries',
  summary: 'History of the planetary K index',
  description:
    'The running estimate and the index of three hours, by minute. The estimate is as NOAA publishes it: it ' +
    'falls to 0 when a window of three hours begins (00, 03, … UTC) and rises for about 30 minutes. ' +
    KP_NOTE,
  title: 'KpSeries',
  parts: [
    { id: 'kp', names: { kp: 'kp' } },
    { id: 'kp_3h', names: { kp: 'kp_three_hour' } },
  ],
  combine: 'maximum',
  columns: {
    kp: column('Running estimate, 0 to 9', 2.67),
    kp_three_hour: column(
      'Index of the three-hour window that the row is in, null until NOAA publishes it',
      3,
    ),
  },
  instrument: 'instrument, which is always null',
})
