import { column, seriesEndpoint } from '#space-weather/series/series-endpoint'

/** Serves the recorded solar wind. */
export const windSeries = seriesEndpoint({
  path: '/v1/space-weather/wind/series',
  operationId: 'getSolarWindSeries',
  summary: 'History of the solar wind at L1',
  description: 'Protons of the solar wind by minute.',
  title: 'SolarWindSeries',
  parts: [
    {
      id: 'wind',
      names: {
        speed_km_s: 'speed_km_s',
        density_per_cm3: 'density_per_cm3',
        temperature_k: 'temperature_k',
      },
    },
  ],
  combine: 'mean',
  columns: {
    speed_km_s: column('Bulk speed, km/s', 436.1),
    density_per_cm3: column('Density, per cm³', 2.28),
    temperature_k: column('Temperature, K', 105_643),
  },
  instrument: 'spacecraft',
})
