import { type Outlook, outlook27Days } from '#features/space-weather/bulletins/swpc-outlook'
import type { SpaceWeatherContext } from '#features/space-weather/context'
import type { ForecastIssue } from '#features/space-weather/forecast/kept-forecasts'
import type { Issue, KeptIssues } from '#features/space-weather/forecast/kept-issues'
import type { OutlookIssue } from '#features/space-weather/forecast/kept-outlooks'
import { type KpForecast, kpForecast } from '#features/space-weather/kp/swpc-kp-forecast'
import { pull } from '#kernel/upstreams/client/pull'
import type { Measured, Pulled } from '#kernel/upstreams/upstream'

/** A forecast as a feed has it. */
export interface Product {
  /** Time of issue, in epoch milliseconds; `null` if the feed does not state it. */
  readonly issuedAt: number | null
  /**
   * Time by which forecasts are compared, in epoch milliseconds: the time of issue or a substitute for it.
   */
  readonly asOf: number
}

/** A forecast whose every version is stored. */
export interface IssuedForecast<Value extends Product, T extends Issue> {
  readonly feed: Measured<Value>
  readonly keptIn: (context: SpaceWeatherContext) => KeptIssues<T>
  /** Returns a value in its stored form. */
  readonly toIssue: (value: Value, issue: Issue) => T
}

/**
 * Fetches a forecast and stores it, if it is new. A failure of the store is reported and loses only the
 * record; each fetch tries again.
 *
 * @throws Problem if both the forecast and its fallback are unavailable.
 */
export async function recordIssue<Value extends Product, T extends Issue>(
  { feed, keptIn, toIssue }: IssuedForecast<Value, T>,
  context: SpaceWeatherContext,
): Promise<Pulled<Value>> {
  const pulled = await pull(feed, undefined, context)
  const { value, source, fetchedAt } = pulled
  const { issuedAt } = value
  if (issuedAt !== null)
    await keptIn(context).keep(toIssue(value, { issuedAt, source, fetchedAt })).catch(context.onError)
  return pulled
}

/** The Kp forecast, with the storage of each forecast issued. */
export const keptKpForecast: IssuedForecast<KpForecast, ForecastIssue> = {
  feed: kpForecast,
  keptIn: ({ spaceWeather }) => spaceWeather.keptForecasts,
  toIssue: ({ windows }, issue) => ({ ...issue, windows }),
}

/** Fetches the Kp forecast and stores it, as `recordIssue` does. */
export function recordForecast(context: SpaceWeatherContext): Promise<Pulled<KpForecast>> {
  return recordIssue(keptKpForecast, context)
}

/** The outlook, with the storage of each outlook issued. */
export const keptOutlook: IssuedForecast<Outlook, OutlookIssue> = {
  feed: outlook27Days,
  keptIn: ({ spaceWeather }) => spaceWeather.keptOutlooks,
  toIssue: ({ days }, issue) => ({ ...issue, days }),
}

/** Fetches the outlook and stores it, as `recordIssue` does. */
export function recordOutlook(context: SpaceWeatherContext): Promise<Pulled<Outlook>> {
  return recordIssue(keptOutlook, context)
}
