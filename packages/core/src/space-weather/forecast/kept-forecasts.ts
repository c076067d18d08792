import * as v from 'valibot'
import type { Context } from '#kit/context'
import { type IssuedForecast, issueKind, recordIssue } from '#space-weather/forecast/kept-issues'
import { type KpForecast, kpForecast } from '#space-weather/swpc/kp-forecast'
import { whole } from '#storage/records/schemas'
import type { Pulled } from '#upstreams/upstream'

const forecastIssue = v.strictObject({
  /** Epoch milliseconds. */
  issuedAt: whole,
  /** Provenance label. */
  source: v.string(),
  /** Time of the first fetch, in epoch milliseconds; absent in older records. */
  fetchedAt: v.optional(whole),
  /** Ascending. */
  windows: v.pipe(
    v.array(v.strictObject({ at: whole, kp: v.number(), gScale: v.nullable(v.string()) })),
    v.readonly(),
  ),
})

/** A Kp forecast as it was issued. */
export type ForecastIssue = Readonly<v.InferOutput<typeof forecastIssue>>

/** Forecasts issued on a UTC day, oldest first. */
export const forecastKind = issueKind<ForecastIssue>('forecast', forecastIssue)

/** The Kp forecast, with the storage of each forecast issued. */
export const keptKpForecast: IssuedForecast<KpForecast, ForecastIssue> = {
  feed: kpForecast,
  keptIn: ({ spaceWeather }) => spaceWeather.keptForecasts,
  toIssue: ({ windows }, issue) => ({ ...issue, windows }),
}

/** Fetches the Kp forecast and stores it, as `recordIssue` does. */
export function recordForecast(context: Context): Promise<Pulled<KpForecast>> {
  return recordIssue(keptKpForecast, context)
}
