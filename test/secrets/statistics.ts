/** Pearson's chi-square of counts against an even distribution over `cells`, empty ones included. */
export function chiSquare(counts: Iterable<number>, cells: number): number {
  const seen = [...counts]
  const expected = seen.reduce((sum, count) => sum + count, 0) / cells
  const empty = (cells - seen.length) * expected
  return seen.reduce((sum, count) => sum + (count - expected) ** 2 / expected, empty)
}

/**
 * The probability of a chi-square at least this large by chance, after Wilson and Hilferty: good for many
 * degrees.
 */
export function pValue(chi: number, degrees: number): number {
  const spread = 2 / (9 * degrees)
  return upperTail((Math.cbrt(chi / degrees) - (1 - spread)) / Math.sqrt(spread))
}

/** Upper tail of the normal distribution (Abramowitz and Stegun 26.2.17, error below 7.5e-8). */
function upperTail(z: number): number {
  if (z < 0) return 1 - upperTail(-z)
  const t = 1 / (1 + 0.2316419 * z)
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial
}

/** Welch's t of two samples; the tenth of each that took longest is left out, being the machine's. */
export function welchT(a: readonly number[], b: readonly number[]): number {
  const [one, other] = [moments(a), moments(b)]
  return (one.mean - other.mean) / Math.sqrt(one.variance / one.count + other.variance / other.count)
}

function moments(sample: readonly number[]) {
  const kept = [...sample].sort((a, b) => a - b).slice(0, Math.ceil(sample.length * 0.9))
  const mean = kept.reduce((sum, x) => sum + x, 0) / kept.length
  const variance = kept.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (kept.length - 1)
  return { count: kept.length, mean, variance }
}
