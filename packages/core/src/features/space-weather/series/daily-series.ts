import { column, seriesEndpoint, wholeSeries } from '#features/space-weather/series/series-endpoint'

const instrument = 'instrument, which is always null'

/** Serves the recorded radio flux at 10.7 cm. */
export const fluxSeries = seriesEndpoint({
  path: '/v1/space-weather/flux/series',
  operationId: 'getRadioFluxSeries',
  summary: 'History of the solar radio flux at 10.7 cm (F10.7)',
  description: 'The reading at noon on each UTC day, kept permanently.',
  title: 'RadioFluxSeries',
  parts: [wholeSeries('flux')],
  combine: 'mean',
  columns: {
    flux_sfu: column('Observed flux, sfu', 203),
    mean_90_day_sfu: column('Mean of the 90 days that end with this day, sfu', 128),
  },
  instrument,
})

/** Serves the recorded sunspot numbers and flares. */
export const sunspotsSeries = seriesEndpoint({
  path: '/v1/space-weather/sunspots/series',
  operationId: 'getSunspotsSeries',
  summary: 'History of sunspot number, regions and flares',
  description: 'Daily counts by NOAA for each UTC day, kept permanently.',
  title: 'SunspotsSeries',
  parts: [wholeSeries('sunspots')],
  combine: 'mean',
  columns: {
    sunspot_number: column('NOAA’s (SESC) sunspot number', 116),
    sunspot_area_millionths: column('Area of sunspots, millionths of the visible hemisphere', 670),
    new_regions: column('Number of new active regions', 2),
    flares_c: column('X-ray flares of class C', 7),
    flares_m: column('X-ray flares of class M', 0),
    flares_x: column('X-ray flares of class X', 0),
    flux_sfu: column('Radio flux at 10.7 cm in whole sfu', 147),
  },
  instrument,
})

/** Serves the recorded planetary A index. */
export const aIndexSeries = seriesEndpoint({
  path: '/v1/space-weather/a-index/series',
  operationId: 'getAIndexSeries',
  summary: 'History of the planetary A index',
  description: 'NOAA’s estimate for each UTC day, kept permanently.',
  title: 'AIndexSeries',
  parts: [wholeSeries('a_index')],
  combine: 'mean',
  columns: { a_index: column('Estimated planetary A index', 20) },
  instrument,
})
