/** Formats a density in objects per km³ as objects per billion km³: `1,234`, or two digits below 10. */
export function formatPerBillionKm3(density: number): string {
  const count = density * 1e9
  const rounded = count >= 10 ? Math.round(count) : Number(count.toPrecision(2))
  return rounded.toLocaleString('en-US', { maximumSignificantDigits: 21 })
}
