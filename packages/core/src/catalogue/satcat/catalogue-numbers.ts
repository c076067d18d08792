/**
 * Returns whether a catalogue number is of the sequence in which objects are numbered: up to 69,999, and from
 * 100,000 on since July 2026. Analysts use those between, and those from 270,000 on (`T0000` in Alpha-5), for
 * one object after another.
 */
export function isSequential(noradId: number): boolean {
  return noradId < 70_000 || (noradId >= 100_000 && noradId < 270_000)
}

/** Returns the highest sequential number of some objects, and `known` if none is above it. */
export function highestNumber(noradIds: Iterable<number>, known = 0): number {
  let highest = known
  for (const noradId of noradIds) if (noradId > highest && isSequential(noradId)) highest = noradId
  return highest
}
