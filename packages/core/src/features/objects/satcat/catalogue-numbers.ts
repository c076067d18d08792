/**
 * Returns whether a catalogue number belongs to the sequence in which objects are numbered: up to 69,999, and
 * from 100,000 since July 2026. Analysts reuse the numbers in between, and numbers from 270,000 (`T0000` in
 * Alpha-5), for different objects.
 */
export function isSequential(noradId: number): boolean {
  return noradId < 70_000 || (noradId >= 100_000 && noradId < 270_000)
}

/** Returns the highest sequential number of some objects, or `known` if none is higher. */
export function highestNumber(noradIds: Iterable<number>, known = 0): number {
  let highest = known
  for (const noradId of noradIds) if (noradId > highest && isSequential(noradId)) highest = noradId
  return highest
}
