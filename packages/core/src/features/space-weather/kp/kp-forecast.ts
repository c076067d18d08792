import * as v from 'valibot'
import { issuedEndpoint } from '#features/space-weather/forecast/issued-endpoint'
import { keptKpForecast } from '#features/space-weather/forecast/issued-forecasts'
import { KEPT_ISSUE_DAYS } from '#features/space-weather/forecast/kept-issues'
import { KP_NOTE } from '#features/space-weather/kp/kp-index'
import type { ForecastWindow } from '#features/space-weather/kp/swpc-kp-forecast'
import { geomagneticStorms, scaleFor } from '#features/space-weather/scales/noaa-scales'
import { instant, named, orNull, quantity, sourceLabel } from '#kernel/endpoint/schemas'
import { hours, iso, minutes } from '#kernel/kit/time'

const forecastWindow = v.strictObject({
  start: instant('Start of the three-hour window', '2026-11-21T12:00:00.000Z'),
  stop: instant('End of the window', '2026-11-21T15:00:00.000Z'),
  kp: quantity('Planetary K index forecast for the window, 0 to 9, fractional', 4.67, 0, 9),
  g_scale: v.pipe(
    v.picklist(geomagneticStorms.map(({ scale }) => scale)),
    v.description('NOAA geomagnetic storm scale, G0 (none) to G5 (extreme), as NOAA marked the window'),
    v.examples(['G1']),
  ),
})

const data = v.strictObject({
  issued_at: orNull(
    instant(
      'Time NOAA issued the forecast; null from the fallback feed, which does not state it',
      '2026-11-21T12:30:00.000Z',
    ),
  ),
  forecast: v.pipe(
    v.array(named('KpForecastWindow', forecastWindow)),
    v.description('Three-hour windows, ascending; the first windows may have passed'),
  ),
  source: sourceLabel('NOAA SWPC 3-day forecast'),
})

/** Serves NOAA's forecast of Kp, and its earlier issues. */
export const kpForecastEndpoint = issuedEndpoint(
  {
    path: '/v1/space-weather/kp/forecast',
    operationId: 'getKpForecast',
    summary: 'Forecast of the planetary K index for three days',
    description:
      'As NOAA SWPC issues it at 00:30 and 12:30 UTC, from the start of the day of issue. If it is ' +
      'unavailable or late, the values come from the windows that NOAA’s Kp table marks as estimated (the ' +
      `rest of the current day) and predicted. Every forecast is kept for ${KEPT_ISSUE_DAYS} days, so that ` +
      'it can be compared with the observed values: see `issued_before`. A forecast more than 2 d old is ' +
      `not served as the newest: 503 \`upstream_stale\`. ${KP_NOTE}`,
    ttlMs: minutes(30),
    data: named('KpForecast', data),
  },
  keptKpForecast,
  toForecastData,
)

interface ForecastContent {
  readonly issuedAt: number | null
  readonly windows: readonly ForecastWindow[]
}

function toForecastData({ issuedAt, windows }: ForecastContent, source: string): v.InferOutput<typeof data> {
  return {
    issued_at: issuedAt === null ? null : iso(issuedAt),
    forecast: windows.map(({ at, kp, gScale }) => ({
      start: iso(at),
      stop: iso(at + hours(3)),
      kp,
      g_scale:
        geomagneticStorms.find(({ scale }) => scale === gScale)?.scale ?? scaleFor(geomagneticStorms, kp),
    })),
    source,
  }
}
