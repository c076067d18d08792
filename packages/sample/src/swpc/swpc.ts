import { json, notFound, plainText } from '#response'
import { type StormClock, stormClock } from '#storm'
import { alertRows } from '#swpc/alerts'
import { dailySolarData } from '#swpc/daily-solar'
import { discussion } from '#swpc/discussion'
import { drap } from '#swpc/drap'
import { electronRows, flareList, protonRows, xrayRows } from '#swpc/goes'
import { kpByBin, kpByMinute } from '#swpc/kp'
import { kpForecastRows, threeDayForecast } from '#swpc/kp-forecast'
import { outlook } from '#swpc/outlook'
import { ovation } from '#swpc/ovation'
import { probabilityRows } from '#swpc/probabilities'
import { latestField, latestSpeed, propagatedWind } from '#swpc/products'
import { fluxRows, latestFlux } from '#swpc/radio-flux'
import { regionRows } from '#swpc/regions'
import { magRows, windRows } from '#swpc/rtsw'
import { noaaScales } from '#swpc/scales'
import { wwv } from '#swpc/wwv'

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
  '/json/goes/primary/integral-electrons-6-hour.json': (clock) => electronRows(clock, PRIMARY),
  '/json/goes/primary/integral-electrons-7-day.json': (clock) => electronRows(clock, PRIMARY, 7 * 288 - 1),
  '/json/goes/secondary/integral-electrons-6-hour.json': (clock) => electronRows(clock, SECONDARY),
  '/json/f107_cm_flux.json': fluxRows,
  '/products/summary/10cm-flux.json': latestFlux,
  '/json/ovation_aurora_latest.json': ovation,
  '/products/alerts.json': alertRows,
  '/json/goes/primary/xray-flares-7-day.json': (clock) => flareList(clock, PRIMARY),
  '/json/solar_regions.json': regionRows,
}

const texts: Readonly<Record<string, (clock: StormClock) => string>> = {
  '/text/drap_global_frequencies.txt': drap,
  '/text/daily-solar-indices.txt': dailySolarData,
  '/text/wwv.txt': wwv,
}

/** Feeds of the current day, which do not restart with the replay. */
const forecasts: Readonly<Record<string, (now: number, present?: number) => Response>> = {
  '/text/discussion.txt': (now) => plainText(discussion(now)),
  '/text/3-day-forecast.txt': (now, present) => plainText(threeDayForecast(now, present)),
  '/products/noaa-planetary-k-index-forecast.json': (now, present) => json(kpForecastRows(now, present)),
  '/products/noaa-scales.json': (now, present) => json(noaaScales(now, present)),
  '/json/solar_probabilities.json': (now) => json(probabilityRows(now)),
  '/text/27-day-outlook.txt': (now) => plainText(outlook(now)),
}

/** Responds as services.swpc.noaa.gov. */
export function respondAsSwpc(url: URL, now: number, present?: number, hours?: number): Response {
  const text = texts[url.pathname]
  if (text) return plainText(text(stormClock(now, present)))
  const feed = feeds[url.pathname]
  if (feed) return json(feed(stormClock(now, present, hours)))
  return (
    forecasts[url.pathname]?.(now, present) ??
    notFound('text/html', '<html><body><h1>404 Not Found</h1></body></html>')
  )
}
