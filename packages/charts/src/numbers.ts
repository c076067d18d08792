/**
 * Formats a whole number with thousands separators: `33,710`. Without `Intl`, whose first use takes a process
 * 20 ms.
 */
export function groupThousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Formats an estimate to two significant digits: `9.2`, `16`, `1,700`. */
export function twoDigits(value: number): string {
  const rounded = Number(value.toPrecision(2))
  if (rounded === 0) return '0'
  const decimals = Math.max(0, 1 - Math.floor(Math.log10(Math.abs(rounded))))
  return decimals > 0 ? rounded.toFixed(decimals) : groupThousands(rounded)
}

/** Formats a density in objects per km³ as objects per billion km³: `1,234`, or two digits below 10. */
export function formatPerBillionKm3(density: number): string {
  const count = density * 1e9
  const rounded = count >= 10 ? Math.round(count) : Number(count.toPrecision(2))
  return rounded.toLocaleString('en-US', { maximumSignificantDigits: 21 })
}

/** Formats a latitude as `45° N`. */
export function formatLatitude(deg: number): string {
  return formatDegrees(deg, deg < 0 ? 'S' : 'N')
}

/** Formats a longitude as `180° W`. */
export function formatLongitude(deg: number): string {
  return formatDegrees(deg, deg < 0 ? 'W' : 'E')
}

function formatDegrees(deg: number, side: string): string {
  return deg === 0 ? '0°' : `${Math.abs(deg)}° ${side}`
}
