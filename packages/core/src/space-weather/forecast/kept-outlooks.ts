import * as v from 'valibot'
import type { Context } from '#kit/context'
import { type IssuedForecast, issueKind, recordIssue } from '#space-weather/forecast/kept-issues'
import { type Outlook, outlook27Days } from '#space-weather/swpc/outlook'
import { whole } from '#storage/records/schemas'
import type { Pulled } from '#upstreams/upstream'

const outlookIssue = v.strictObject({
  /** Epoch milliseconds. */
  issuedAt: whole,
  /** Provenance label. */
  source: v.string(),
  /** Time of the first fetch, in epoch milliseconds; absent in older records. */
  fetchedAt: v.optional(whole),
  /** Ascending. */
  days: v.pipe(
    v.array(v.strictObject({ at: whole, f107: v.number(), ap: v.number(), kp: v.number() })),
    v.readonly(),
  ),
})

/** An outlook as it was issued. */
export type OutlookIssue = Readonly<v.InferOutput<typeof outlookIssue>>

/** Outlooks issued on a UTC day, oldest first. */
export const outlookKind = issueKind<OutlookIssue>('outlook', outlookIssue)

/** The outlook, with the storage of each outlook issued. */
export const keptOutlook: IssuedForecast<Outlook, OutlookIssue> = {
  feed: outlook27Days,
  keptIn: ({ spaceWeather }) => spaceWeather.keptOutlooks,
  toIssue: ({ days }, issue) => ({ ...issue, days }),
}

/** Fetches the outlook and stores it, as `recordIssue` does. */
export function recordOutlook(context: Context): Promise<Pulled<Outlook>> {
  return recordIssue(keptOutlook, context)
}
