import { KP_NOTE } from '#features/space-weather/kp/kp-index'
import { column, seriesEndpoint, wholeSeries } from '#features/space-weather/series/series-endpoint'

/** Serves the recorded planetary K index. */
export const kpSeries = seriesEndpoint({
  path: '/v1/space-weather/kp/series',
  operationId: 'getKpSeries',
  summary: 'History of the planetary K index',
  description:
    'The running estimate and the three-hour index, by minute. The estimate is as NOAA publishes it: it ' +
    'falls to 0 when a three-hour window begins (00, 03, … UTC) and rises for about 30 minutes. ' +
    KP_NOTE,
  title: 'KpSeries',
  parts: [wholeSeries('kp'), { id: 'kp_3h', names: { kp: 'kp_three_hour' } }],
  combine: 'maximum',
  columns: {
    kp: column('Running estimate, 0 to 9', 2.67),
    kp_three_hour: column(
      'Index of the three-hour window that contains the row; null until NOAA publishes it',
      3,
    ),
  },
  instrument: 'instrument, which is always null',
})

/** Serves the recorded solar wind. */
export const windSeries = seriesEndpoint({
  path: '/v1/space-weather/wind/series',
  operationId: 'getSolarWindSeries',
  summary: 'History of the solar wind at L1',
  description: 'Measurements of the protons in the solar wind, by minute.',
  title: 'SolarWindSeries',
  parts: [wholeSeries('wind')],
  combine: 'mean',
  columns: {
    speed_km_s: column('Bulk speed, km/s', 436.1),
    density_per_cm3: column('Density, per cm³', 2.28),
    temperature_k: column('Temperature, K', 105_643),
  },
  instrument: 'spacecraft',
})

/** Serves the recorded interplanetary magnetic field. */
export const magSeries = seriesEndpoint({
  path: '/v1/space-weather/mag/series',
  operationId: 'getMagneticFieldSeries',
  summary: 'History of the interplanetary magnetic field at L1',
  description: 'Magnitude and components (GSM), by minute.',
  title: 'MagneticFieldSeries',
  parts: [wholeSeries('mag')],
  combine: 'mean',
  columns: {
    bt_nt: column('Magnitude, nT', 2.58),
    bx_gsm_nt: column('Component towards the Sun (GSM X), nT', -0.84),
    by_gsm_nt: column('Component towards dusk (GSM Y), nT', -0.67),
    bz_gsm_nt: column('Northward component (GSM Z), nT', -2.31),
  },
  instrument: 'spacecraft',
})

/** Serves the recorded solar X-ray flux. */
export const xraySeries = seriesEndpoint({
  path: '/v1/space-weather/xray/series',
  operationId: 'getXrayFluxSeries',
  summary: 'History of the long-band X-ray flux',
  description: 'Flux at 0.1 to 0.8 nm, by minute. Satellites in eclipse leave gaps of up to 70 minutes.',
  title: 'XrayFluxSeries',
  parts: [wholeSeries('xray')],
  combine: 'maximum',
  columns: { flux_w_m2: column('X-ray flux in the long band, W/m²', 4.697e-7) },
  instrument: 'satellite',
})

/** Serves the recorded flux of energetic protons. */
export const protonSeries = seriesEndpoint({
  path: '/v1/space-weather/proton/series',
  operationId: 'getProtonFluxSeries',
  summary: 'History of the proton flux, 10 MeV and above',
  description: 'Integral flux at five-minute intervals.',
  title: 'ProtonFluxSeries',
  parts: [wholeSeries('proton')],
  combine: 'maximum',
  columns: { flux_pfu: column('Integral proton flux, pfu', 0.2286) },
  instrument: 'satellite',
})

/** Serves the recorded flux of relativistic electrons. */
export const electronSeries = seriesEndpoint({
  path: '/v1/space-weather/electrons/series',
  operationId: 'getElectronFluxSeries',
  summary: 'History of the electron flux, 2 MeV and above',
  description: 'Integral flux at five-minute intervals.',
  title: 'ElectronFluxSeries',
  parts: [wholeSeries('electrons')],
  combine: 'maximum',
  columns: { flux_pfu: column('Integral electron flux, pfu', 634.5) },
  instrument: 'satellite',
})
