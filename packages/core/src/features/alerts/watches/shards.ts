/**
 * Number of detectors over which watched subjects are distributed, so that no state grows too large. It must
 * never change.
 */
const SHARDS = 16

/** Returns the shards that have items, by their number. */
export function inShards<T>(
  items: readonly T[],
  numberOf: (item: T) => number,
): (readonly [number, readonly T[]])[] {
  const shards = Array.from({ length: SHARDS }, (_, shard) => [shard, [] as T[]] as const)
  for (const item of items) shards[numberOf(item) % SHARDS]?.[1].push(item)
  return shards.filter(([, members]) => members.length > 0)
}
