/** Replaces the hyphen of a negative number by a minus sign. */
export function withMinusSign(digits: string): string {
  return digits.replace('-', '−')
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
