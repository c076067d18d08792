import { column, seriesEndpoint } from '#space-weather/series/series-endpoint'

/** Serves the recorded flux of energetic protons. */
export const protonSeries = seriesEndpoint({
  path: '/v1/space-weather/proton/series',
  operationId: 'getProtonFluxSeries',
  summary: 'History of the proton flux, 10 MeV and above',
  description: 'Integral flux every five minutes.',
  title: 'ProtonFluxSeries',
  parts: [{ id: 'proton', names: { flux_pfu: 'flux_pfu' } }],
  combine: 'maximum',
  columns: { flux_pfu: column('Integral proton flux, pfu', 0.2286) },
  instrument: 'satellite',
})
