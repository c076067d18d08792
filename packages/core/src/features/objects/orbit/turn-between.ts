/** Precision of the instants found, in milliseconds. */
const PRECISION_MS = 50

/**
 * Finds by bisection when a condition changes between two instants at which it differs; epoch milliseconds.
 */
export function turnBetween(from: number, to: number, holdsAt: (at: number) => boolean): number {
  const held = holdsAt(from)
  let [low, high] = [from, to]
  while (high - low > PRECISION_MS) {
    const middle = (low + high) / 2
    if (holdsAt(middle) === held) low = middle
    else high = middle
  }
  return Math.round(high)
}
