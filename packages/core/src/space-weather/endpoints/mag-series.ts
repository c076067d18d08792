import { column, seriesEndpoint } from '#space-weather/series/series-endpoint'

/** Serves the recorded interplanetary magnetic field. */
export const magSeries = seriesEndpoint({
  path: '/v1/space-weather/mag/series',
  operationId: 'getMagneticFieldSeries',
  summary: 'History of the interplanetary magnetic field at L1',
  description: 'Magnitude and components (GSM) by minute.',
  title: 'MagneticFieldSeries',
  parts: [
    {
      id: 'mag',
      names: {
        bt_nt: 'bt_nt',
        bx_gsm_nt: 'bx_gsm_nt',
        by_gsm_nt: 'by_gsm_nt',
        bz_gsm_nt: 'bz_gsm_nt',
      },
    },
  ],
  combine: 'mean',
  columns: {
    bt_nt: column('Magnitude, nT', 2.58),
    bx_gsm_nt: column('Component towards the Sun (GSM X), nT', -0.84),
    by_gsm_nt: column('Component towards dusk (GSM Y), nT', -0.67),
    bz_gsm_nt: column('Northward component (GSM Z), nT', -2.31),
  },
  instrument: 'spacecraft',
})
