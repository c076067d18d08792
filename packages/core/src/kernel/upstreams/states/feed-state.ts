import { isLate } from '#kernel/upstreams/client/staleness'
import type { UpstreamState } from '#kernel/upstreams/states/upstream-states'

/** States of a feed, best first. */
export const FEED_STATES = ['operational', 'degraded', 'down', 'unknown'] as const
export type FeedState = (typeof FEED_STATES)[number]

/** Times for the evaluation of a feed, in milliseconds. */
export interface FeedTimes {
  /** Update interval of its provider. */
  readonly cadenceMs: number
  /** Time after its last success for which its values are still served. */
  readonly usableMs: number
}

/**
 * Returns the state of a feed: `down` after three consecutive failures or when none of its values may be
 * served, `degraded` after fewer failures or when its newest value was late at the last request.
 *
 * @param now Epoch milliseconds.
 */
export function feedState(state: UpstreamState, { cadenceMs, usableMs }: FeedTimes, now: number): FeedState {
  const { ok, consecutiveFailures, lastOkAt, dataAsOf, checkedAt } = state
  if (ok) return isLate(dataAsOf, cadenceMs, checkedAt) ? 'degraded' : 'operational'
  const isOver = lastOkAt === null || now >= lastOkAt + usableMs
  return isOver || consecutiveFailures >= 3 ? 'down' : 'degraded'
}

/** A feed's state with the paths whose data come from the feed. */
interface FeedRow {
  readonly status: FeedState
  readonly endpoints: readonly string[]
}

/**
 * Returns the overall state: `down` when more than half of the requested paths have only feeds that are down,
 * `degraded` when any feed is not operational. Feeds without a path supply the nightly job, which counts as
 * one path.
 */
export function overallState(rows: readonly FeedRow[]): FeedState {
  const known = rows.filter(({ status }) => status !== 'unknown')
  if (known.length === 0) return 'unknown'
  const paths = new Map<string, FeedState[]>()
  for (const { status, endpoints } of known)
    for (const path of endpoints.length > 0 ? endpoints : [''])
      paths.set(path, [...(paths.get(path) ?? []), status])
  const lost = [...paths.values()].filter((states) => states.every((state) => state === 'down'))
  if (2 * lost.length > paths.size) return 'down'
  return known.every(({ status }) => status === 'operational') ? 'operational' : 'degraded'
}
