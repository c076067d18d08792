import * as v from 'valibot'
import { issueKind } from '#features/space-weather/forecast/kept-issues'
import { whole } from '#kernel/storage/records/schemas'

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
