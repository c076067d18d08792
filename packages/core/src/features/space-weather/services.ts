import { type ForecastIssue, forecastKind } from '#features/space-weather/forecast/kept-forecasts'
import { KeptIssues } from '#features/space-weather/forecast/kept-issues'
import { type OutlookIssue, outlookKind } from '#features/space-weather/forecast/kept-outlooks'
import { Series } from '#features/space-weather/series/series'
import type { SeriesCopies } from '#features/space-weather/series/series-span'
import { SeriesTails } from '#features/space-weather/series/series-tail'
import type { SpaceWeatherSettings } from '#features/space-weather/settings'
import type { Environment } from '#kernel/kit/environment'

/** Recorded space weather data. */
export interface SpaceWeatherServices {
  readonly series: Series
  readonly tails: SeriesTails
  readonly keptForecasts: KeptIssues<ForecastIssue>
  readonly keptOutlooks: KeptIssues<OutlookIssue>
}

export function createSpaceWeatherServices({
  store,
  settings: { originsId, keepSeries },
  now,
  onError,
}: Environment<SpaceWeatherSettings>): SpaceWeatherServices {
  const series = new Series({ store, originsId, now, keepDays: keepSeries, onError })
  return {
    series,
    tails: new SeriesTails(series),
    keptForecasts: new KeptIssues(forecastKind, store, originsId, now),
    keptOutlooks: new KeptIssues(outlookKind, store, originsId, now),
  }
}

/** Returns the services of a mirror, which read copies of the central instance's series. */
export function withCopies(services: SpaceWeatherServices, copies: SeriesCopies): SpaceWeatherServices {
  const series = services.series.fromCopies(copies)
  return { ...services, series, tails: new SeriesTails(series) }
}
