/** Replaces the hyphen of a negative number by a minus sign. */
export function withMinusSign(digits: string): string {
  return digits.replace('-', '−')
}

/** Formats a field strength in nT with one decimal. */
export function formatNt(value: number): string {
  return withMinusSign(value.toFixed(1))
}

/** Formats a proton flux: two decimals below 10 pfu. */
export function formatPfu(value: number): string {
  return value < 10 ? value.toFixed(2) : String(Math.round(value))
}

const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** Formats a number in scientific notation: `5.82×10⁻⁴`. */
export function formatScientific(value: number): string {
  const [mantissa = '0', exponent = '0'] = value.toExponential(2).split('e')
  const power = Number(exponent)
  const digits = [...String(Math.abs(power))].map((digit) => SUPERSCRIPT[Number(digit)]).join('')
  return `${mantissa}×10${power < 0 ? '⁻' : ''}${digits}`
}

/** Formats a power of ten as an axis label: `0.1`, `10`, `1k`, `10M`. */
export function formatPowerOfTen(value: number): string {
  if (value >= 1e6) return `${value / 1e6}M`
  return value >= 1_000 ? `${value / 1_000}k` : String(value)
}
