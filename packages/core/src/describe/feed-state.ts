import type { UpstreamState } from '#store/upstream-states'

export const FEED_STATES = ['operational', 'degraded', 'down', 'unknown'] as const
export type FeedState = (typeof FEED_STATES)[number]

/** Down after three failures in a row; degraded after one, or when its newest value is later than three cadences. */
export function feedStateOf(
  { ok, consecutive_failures, data_as_of }: UpstreamState,
  cadenceMs: number,
  now: number,
): FeedState {
  if (consecutive_failures >= 3) return 'down'
  return ok && !isLate(data_as_of, cadenceMs, now) ? 'operational' : 'degraded'
}

/** Whether the newest value of a feed, in epoch milliseconds, is older than three cadences; what carries none is never late. */
export function isLate(newest: number | null, cadenceMs: number, now: number): boolean {
  return newest !== null && now - newest > 3 * cadenceMs
}
