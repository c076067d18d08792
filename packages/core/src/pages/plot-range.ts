/** The next of 1, 2, 3, 4, 5, 6, 8 or 10 times a power of ten. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 3, 4, 5, 6, 8, 10].map((times) => times * power).find((step) => step >= value) ?? 10 * power
}

/** The power of ten below a flux; a flux of 0 has no logarithm, and lies at the foot of whatever is drawn. */
export function decadeBelow(value: number): number {
  return value > 0 && Number.isFinite(value) ? Math.max(1e-9, 10 ** Math.floor(Math.log10(value))) : 1
}

/** The power of ten above a flux; 0 for none. */
export function decadeAbove(value: number): number {
  return value > 0 && Number.isFinite(value) ? 10 ** Math.ceil(Math.log10(value)) : 0
}

/** The powers of ten from one to another, every other one where they are many. */
export function decades(low: number, high: number): number[] {
  const [from, to] = [Math.round(Math.log10(low)), Math.round(Math.log10(high))]
  const powers = Array.from({ length: to - from + 1 }, (_, i) => from + i)
  return powers
    .filter((power) => (power - from) % 2 === 0 || to - from < 4)
    .map((power) => Number(`1e${power}`))
}
