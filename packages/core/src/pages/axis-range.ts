/** Rounds up to 1, 2, 3, 4, 5, 6, 8 or 10 times a power of ten. */
export function roundUpToNice(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 3, 4, 5, 6, 8, 10].map((times) => times * power).find((step) => step >= value) ?? 10 * power
}

/** Rounds a flux down to a power of ten, at least 1e-9; returns 1 for 0, which does not widen a range. */
export function decadeBelow(value: number): number {
  return value > 0 && Number.isFinite(value) ? Math.max(1e-9, 10 ** Math.floor(Math.log10(value))) : 1
}

/** Rounds a flux up to a power of ten; returns 0 for 0. */
export function decadeAbove(value: number): number {
  return value > 0 && Number.isFinite(value) ? 10 ** Math.ceil(Math.log10(value)) : 0
}

/** Lists the powers of ten from `low` to `high`, every other one if there are more than four. */
export function decades(low: number, high: number): number[] {
  const [from, to] = [Math.round(Math.log10(low)), Math.round(Math.log10(high))]
  const powers = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return powers
    .filter((power) => (power - from) % 2 === 0 || to - from < 4)
    .map((power) => Number(`1e${power}`))
}
