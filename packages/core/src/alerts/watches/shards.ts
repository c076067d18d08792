/** Detectors that share what is watched, so that no state grows too large. Can never change. */
const SHARDS = 16

/** Returns the shards that have items, by their number. */
export function inShards<T>(
  items: readonly T[],
  numberOf: (item: T) => number,
): (readonly [number, readonly T[]])[] {
  return Array.from(
    { length: SHARDS },
    (_, shard) => [shard, items.filter((item) => numberOf(item) % SHARDS === shard)] as const,
  ).filter(([, members]) => members.length > 0)
}
