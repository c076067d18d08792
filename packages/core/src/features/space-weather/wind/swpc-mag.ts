import { rtswFeeds } from '#features/space-weather/wind/swpc-rtsw'

/**
 * The interplanetary magnetic field at L1 in GSM, and its last 7 days for the history. The summary product
 * has only magnitude and Bz, in whole nT.
 */
export const { newest: interplanetaryMagneticField, week: magneticField7Days } = rtswFeeds({
  seriesId: 'mag',
  label: 'interplanetary magnetic field',
  file: 'rtsw_mag_1m.json',
  observed: { bt_nt: 'bt', bx_gsm_nt: 'bx_gsm', by_gsm_nt: 'by_gsm', bz_gsm_nt: 'bz_gsm' },
  propagated: { bt_nt: 'bt', bx_gsm_nt: 'bx', by_gsm_nt: 'by', bz_gsm_nt: 'bz' },
  summaryLabel: 'interplanetary magnetic field',
  summaryFile: 'solar-wind-mag-field.json',
})
