import type { UpstreamState } from '#store/upstream-states'
import { isLate } from '#upstreams/newest'

export const FEED_STATES = ['operational', 'degraded', 'down', 'unknown'] as const
export type FeedState = (typeof FEED_STATES)[number]

/** Down after three failures in a row; degraded after one, or when its newest value was late when it was last asked. */
export function feedStateOf(
  { ok, consecutive_failures, data_as_of, checked_at }: UpstreamState,
  cadenceMs: number,
): FeedState {
  if (consecutive_failures >= 3) return 'down'
  return ok && !isLate(data_as_of, cadenceMs, checked_at) ? 'operational' : 'degraded'
}
