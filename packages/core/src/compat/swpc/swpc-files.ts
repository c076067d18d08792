import { integralProtons, xrays } from '#compat/swpc/goes-files'
import { kpByMinute, kpByThreeHours, kpForecastFile } from '#compat/swpc/kp-files'
import type { SwpcFile } from '#compat/swpc/swpc-file'
import {
  fieldSummary,
  magTable,
  plasmaTable,
  realTimeMag,
  realTimeWind,
  speedSummary,
} from '#compat/swpc/wind-files'
import { days, hours, minutes } from '#kit/time'

const GOES_SPANS = { '6-hour': hours(6), '1-day': days(1), '3-day': days(3), '7-day': days(7) }
const WIND_SPANS = { '5-minute': minutes(5), '2-hour': hours(2), ...GOES_SPANS }

/** The files by folder and name. */
export const SWPC_FILES: Readonly<Record<string, Readonly<Record<string, SwpcFile>>>> = {
  '/json/': { 'planetary_k_index_1m.json': kpByMinute },
  '/json/goes/primary/': {
    ...ofSpans(GOES_SPANS, 'xrays', xrays),
    ...ofSpans(GOES_SPANS, 'integral-protons', integralProtons),
  },
  '/json/rtsw/': { 'rtsw_mag_1m.json': realTimeMag, 'rtsw_wind_1m.json': realTimeWind },
  '/products/': {
    'noaa-planetary-k-index.json': kpByThreeHours,
    'noaa-planetary-k-index-forecast.json': kpForecastFile,
  },
  '/products/summary/': {
    'solar-wind-speed.json': speedSummary,
    'solar-wind-mag-field.json': fieldSummary,
  },
  '/products/solar-wind/': {
    ...ofSpans(WIND_SPANS, 'mag', magTable),
    ...ofSpans(WIND_SPANS, 'plasma', plasmaTable),
  },
}

function ofSpans(
  spans: Readonly<Record<string, number>>,
  name: string,
  fileOf: (spanMs: number) => SwpcFile,
) {
  return Object.fromEntries(
    Object.entries(spans).map(([span, spanMs]) => [`${name}-${span}.json`, fileOf(spanMs)]),
  )
}
