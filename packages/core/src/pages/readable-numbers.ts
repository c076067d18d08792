/** With a true minus sign. */
export function signed(digits: string): string {
  return digits.replace('-', '−')
}

/** A whole number by its thousands: `33,710`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** `5.82×10⁻⁴`. */
export function scientific(value: number): string {
  const [mantissa = '0', exponent = '0'] = value.toExponential(2).split('e')
  const power = Number(exponent)
  const digits = [...String(Math.abs(power))].map((digit) => SUPERSCRIPT[Number(digit)]).join('')
  return `${mantissa}×10${power < 0 ? '⁻' : ''}${digits}`
}

/** `0.1`, `10`, `1k`, `10M`: a power of ten for an axis. */
export function powerOfTen(value: number): string {
  if (value >= 1e6) return `${value / 1e6}M`
  return value >= 1_000 ? `${value / 1_000}k` : String(value)
}
