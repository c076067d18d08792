/** A reading in the state of a detector: its instant in epoch milliseconds, and its value. */
export type RecentReading = readonly [at: number, value: number]

/**
 * Returns the last `count` readings with a new one at the end; only the new one if the gap before it is
 * longer than `maxGapMs`.
 */
export function withReading(
  readings: readonly RecentReading[],
  reading: RecentReading,
  { count, maxGapMs }: { readonly count: number; readonly maxGapMs: number },
): readonly RecentReading[] {
  const previous = readings.at(-1)
  const isGap = previous !== undefined && reading[0] - previous[0] > maxGapMs
  return isGap ? [reading] : [...readings, reading].slice(-count)
}

/** Returns how many of some ascending thresholds a value has reached. */
export function stepsReached(thresholds: readonly number[], value: number): number {
  return thresholds.filter((threshold) => value >= threshold).length
}

/** Returns the steps that each of the last `count` readings has reached; 0 if there are fewer readings. */
export function stepsSustained(
  thresholds: readonly number[],
  readings: readonly RecentReading[],
  count: number,
): number {
  if (readings.length < count) return 0
  return stepsReached(thresholds, Math.min(...readings.slice(-count).map(([, value]) => value)))
}
