/**
 * Returns the first index at which `isBelow` no longer holds, by bisection; `length` if it always holds.
 *
 * @param isBelow Holds for all indices up to some index, and for none after it.
 */
export function bisect(length: number, isBelow: (index: number) => boolean): number {
  let [from, to] = [0, length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (isBelow(middle)) from = middle + 1
    else to = middle
  }
  return from
}
