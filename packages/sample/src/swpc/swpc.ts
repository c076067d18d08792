import { json, notFound, plainText } from '#response'
import { type StormClock, stormClock } from '#storm'
import { drap } from '#swpc/drap'
import { flareList, protonRows, xrayRows } from '#swpc/goes'
import { kpByBin, kpByMinute } from '#swpc/kp'
import { kpForecastRows, threeDayForecast } from '#swpc/kp-forecast'
import { ovation } from '#swpc/ovation'
import { latestField, latestSpeed, propagatedWind } from '#swpc/products'
import { magRows, windRows } from '#swpc/rtsw'

/** GOES satellites in 2026: 18 is primary for X-rays and protons, 19 secondary. */
const [PRIMARY, SECONDARY] = [18, 19]

const feeds: Readonly<Record<string, (clock: StormClock) => unknown>> = {
  '/json/planetary_k_index_1m.json': kpByMinute,
  '/products/noaa-planetary-k-index.json': kpByBin,
  '/json/rtsw/rtsw_wind_1m.json': windRows,
  '/json/rtsw/rtsw_mag_1m.json': magRows,
  '/products/geospace/propagated-solar-wind-1-hour.json': (clock) => propagatedWind(clock),
  '/products/geospace/propagated-solar-wind.json': (clock) => propagatedWind(clock, 7 * 1_440 - 2),
  '/products/summary/solar-wind-speed.json': latestSpeed,
  '/products/summary/solar-wind-mag-field.json': latestField,
  '/json/goes/primary/xrays-6-hour.json': (clock) => xrayRows(clock, PRIMARY),
  '/json/goes/primary/xrays-7-day.json': (clock) => xrayRows(clock, PRIMARY, 7 * 1_440 - 2),
  '/json/goes/secondary/xrays-6-hour.json': (clock) => xrayRows(clock, SECONDARY),
  '/json/goes/primary/integral-protons-6-hour.json': (clock) => protonRows(clock, PRIMARY),
  '/json/goes/primary/integral-protons-7-day.json': (clock) => protonRows(clock, PRIMARY, 7 * 288 - 1),
  '/json/goes/secondary/integral-protons-6-hour.json': (clock) => protonRows(clock, SECONDARY),
  '/json/ovation_aurora_latest.json': ovation,
  '/json/goes/primary/xray-flares-7-day.json': (clock) => flareList(clock, PRIMARY),
}

const DRAP = '/text/drap_global_frequencies.txt'

/** Feeds of the present day, which do not begin anew with the replay. */
const forecasts: Readonly<Record<string, (now: number, present?: number) => Response>> = {
  '/text/3-day-forecast.txt': (now, present) => plainText(threeDayForecast(now, present)),
  '/products/noaa-planetary-k-index-forecast.json': (now, present) => json(kpForecastRows(now, present)),
}

/** Responds as services.swpc.noaa.gov. */
export function respondAsSwpc(url: URL, now: number, present?: number): Response {
  if (url.pathname === DRAP) return plainText(drap(stormClock(now, present)))
  const feed = feeds[url.pathname]
  if (feed) return json(feed(stormClock(now, present)))
  return (
    forecasts[url.pathname]?.(now, present) ??
    notFound('text/html', '<html><body><h1>404 Not Found</h1></body></html>')
  )
}
