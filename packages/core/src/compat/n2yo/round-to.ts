/** Rounds to a number of decimals. */
export function roundTo(decimals: number, value: number): number {
  return Number(value.toFixed(decimals)) + 0
}
