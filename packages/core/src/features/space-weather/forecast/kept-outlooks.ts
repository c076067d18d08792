import * as v from 'valibot'
import { issueKind } from '#features/space-weather/forecast/kept-issues'
import { whole } from '#kernel/storage/records/schemas'

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
