import { rtswFeeds } from '#features/space-weather/wind/swpc-rtsw'

/**
 * The protons of the solar wind at L1, and their last 7 days for the history. The summary product has only
 * the speed, in whole km/s.
 */
export const { newest: solarWind, week: solarWind7Days } = rtswFeeds({
  seriesId: 'wind',
  label: 'solar wind',
  file: 'rtsw_wind_1m.json',
  observed: {
    speed_km_s: 'proton_speed',
    density_per_cm3: 'proton_density',
    temperature_k: 'proton_temperature',
  },
  propagated: { speed_km_s: 'speed', density_per_cm3: 'density', temperature_k: 'temperature' },
  summaryLabel: 'solar wind speed',
  summaryFile: 'solar-wind-speed.json',
})
