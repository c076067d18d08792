/** Formats a whole number with commas: `34,123`. */
export function whole(value: number): string {
  return fixed(value, 0)
}

/** Formats a change with its sign: `+12`, `−3`, `0`. */
export function signed(value: number, digits = 0): string {
  return `${value > 0 ? '+' : ''}${fixed(value, digits)}`
}

/** Formats a number with the given number of decimals: `1,012.1`. */
export function fixed(value: number, digits: number): string {
  // Avoids "-0" for numbers that round to zero.
  const rounded = Number(value.toFixed(digits)) || 0
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return rounded.toLocaleString('en-US', options).replace('-', '−')
}

/** Formats a density per km³ as objects per billion km³. */
export function perBillion(density: number): string {
  return fixed(density * 1e9, 1)
}

/** Formats a month: `November 2026`. */
export function monthName(month: string): string {
  const date = new Date(`${month}-01T00:00:00Z`)
  return date.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** Formats an instant: `2026-12-01 03:12 UTC`. */
export function minute(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`
}
