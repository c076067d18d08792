import { auroraGrid as auroraGridEndpoint } from '#features/space-weather/aurora/aurora-grid'
import { notices as noticesEndpoint } from '#features/space-weather/notices/notices'
import { fluxFile, fluxSummary } from '#features/swpc-files/flux-files'
import { integralElectrons, integralProtons, xrays } from '#features/swpc-files/goes-files'
import { kpByMinute, kpByThreeHours, kpForecastFile } from '#features/swpc-files/kp-files'
import { noaaScalesFile } from '#features/swpc-files/scales-file'
import { servedFile } from '#features/swpc-files/served-file'
import type { SwpcFile } from '#features/swpc-files/swpc-file'
import {
  absorptionFile,
  dailySolarFile,
  discussionFile,
  outlookFile,
  threeDayForecastFile,
  wwvFile,
} from '#features/swpc-files/text-files'
import {
  fieldSummary,
  magTable,
  plasmaTable,
  realTimeMag,
  realTimeWind,
  speedSummary,
} from '#features/swpc-files/wind-files'
import { days, hours, minutes } from '#kernel/kit/time'

/** NOAA's notices of about a month, newest first, with the original line endings. */
const alertsFile = servedFile(noticesEndpoint, ({ notices }) =>
  notices.map(({ product_id, issued_at, text }) => ({
    product_id,
    issue_datetime: issued_at.slice(0, -1).replace('T', ' '),
    message: text.replaceAll('\n', '\r\n'),
  })),
)

/** The OVATION model: triples, meridian by meridian from Greenwich eastwards, each from south to north. */
const auroraFile = servedFile(
  auroraGridEndpoint,
  ({ observed_at, forecast_at, latitude_deg, longitude_deg, probability_percent }) => ({
    'Observation Time': observed_at.replace('.000Z', 'Z'),
    'Forecast Time': forecast_at.replace('.000Z', 'Z'),
    'Data Format': '[Longitude, Latitude, Aurora]',
    coordinates: longitude_deg.flatMap((longitude, column) =>
      latitude_deg.map((latitude, row) => [longitude, latitude, probability_percent[row]?.[column]]),
    ),
    type: 'MultiPoint',
  }),
)

const GOES_SPANS = { '6-hour': hours(6), '1-day': days(1), '3-day': days(3), '7-day': days(7) }
const WIND_SPANS = { '5-minute': minutes(5), '2-hour': hours(2), ...GOES_SPANS }

/** Contents of the files by folder and name. Their endpoints list the same names. */
export const swpcFiles: Readonly<Record<string, Readonly<Record<string, SwpcFile>>>> = {
  '/json/': {
    'planetary_k_index_1m.json': kpByMinute,
    'ovation_aurora_latest.json': auroraFile,
    'f107_cm_flux.json': fluxFile,
  },
  '/json/goes/primary/': {
    ...ofSpans(GOES_SPANS, 'xrays', xrays),
    ...ofSpans(GOES_SPANS, 'integral-protons', integralProtons),
    ...ofSpans(GOES_SPANS, 'integral-electrons', integralElectrons),
  },
  '/json/rtsw/': { 'rtsw_mag_1m.json': realTimeMag, 'rtsw_wind_1m.json': realTimeWind },
  '/products/': {
    'noaa-planetary-k-index.json': kpByThreeHours,
    'noaa-planetary-k-index-forecast.json': kpForecastFile,
    'noaa-scales.json': noaaScalesFile,
    'alerts.json': alertsFile,
  },
  '/products/summary/': {
    'solar-wind-speed.json': speedSummary,
    'solar-wind-mag-field.json': fieldSummary,
    '10cm-flux.json': fluxSummary,
  },
  '/products/solar-wind/': {
    ...ofSpans(WIND_SPANS, 'mag', magTable),
    ...ofSpans(WIND_SPANS, 'plasma', plasmaTable),
  },
  '/text/': {
    '3-day-forecast.txt': threeDayForecastFile,
    '27-day-outlook.txt': outlookFile,
    'discussion.txt': discussionFile,
    'daily-solar-indices.txt': dailySolarFile,
    'drap_global_frequencies.txt': absorptionFile,
    'wwv.txt': wwvFile,
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
