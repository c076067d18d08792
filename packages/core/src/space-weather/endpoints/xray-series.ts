import { column, seriesEndpoint } from '#space-weather/series/series-endpoint'

/** Serves the recorded solar X-ray flux. */
export const xraySeries = seriesEndpoint({
  path: '/v1/space-weather/xray/series',
  operationId: 'getXrayFluxSeries',
  summary: 'History of the long-band X-ray flux',
  description: 'Flux of 0.1 to 0.8 nm by minute. Satellites in eclipse leave gaps of up to 70 minutes.',
  title: 'XrayFluxSeries',
  parts: [{ id: 'xray', names: { flux_w_m2: 'flux_w_m2' } }],
  combine: 'maximum',
  columns: { flux_w_m2: column('X-ray flux in the long band, W/m²', 4.697e-7) },
  instrument: 'satellite',
})
