import type { UpstreamState } from '#store/upstream-states'
import { isLate } from '#upstreams/newest'

export const FEED_STATES = ['operational', 'degraded', 'down', 'unknown'] as const
export type FeedState = (typeof FEED_STATES)[number]

/** What a feed is held against, in milliseconds. */
export interface FeedTimes {
  /** How often its provider renews it. */
  readonly cadenceMs: number
  /** For how long after its last good answer readers are given something of it. */
  readonly servedMs: number
}

/**
 * A feed that fails is down when nothing of it can be served any more, at `now` in epoch milliseconds, or after three
 * failures in a row; until then it is degraded, as is one whose newest value was late when it was last asked.
 */
export function feedStateOf(
  state: UpstreamState,
  { cadenceMs, servedMs }: FeedTimes,
  now: number,
): FeedState {
  const { ok, consecutive_failures, last_ok_at, data_as_of, checked_at } = state
  if (ok) return isLate(data_as_of, cadenceMs, checked_at) ? 'degraded' : 'operational'
  const isOver = last_ok_at === null || now >= last_ok_at + servedMs
  return isOver || consecutive_failures >= 3 ? 'down' : 'degraded'
}

/** What tells the state of the whole: the states of feeds, and the paths whose data come from them. */
interface FeedRow {
  readonly status: FeedState
  readonly endpoints: readonly string[]
}

/**
 * Down when more than half of the paths that were asked for have no feed left that works, degraded when anything is wrong but
 * most is carried. What no path names feeds the nightly job, which counts as one.
 */
export function wholeStateOf(rows: readonly FeedRow[]): FeedState {
  const asked = rows.filter(({ status }) => status !== 'unknown')
  if (asked.length === 0) return 'unknown'
  const paths = new Map<string, FeedState[]>()
  for (const { status, endpoints } of asked)
    for (const path of endpoints.length > 0 ? endpoints : [''])
      paths.set(path, [...(paths.get(path) ?? []), status])
  const lost = [...paths.values()].filter((states) => states.every((state) => state === 'down'))
  if (2 * lost.length > paths.size) return 'down'
  return asked.every(({ status }) => status === 'operational') ? 'operational' : 'degraded'
}
