import { groupThousands } from '#group-thousands'

/** Formats an estimate to two significant digits: `9.2`, `16`, `1,700`. */
export function twoDigits(value: number): string {
  const rounded = Number(value.toPrecision(2))
  if (rounded === 0) return '0'
  const decimals = Math.max(0, 1 - Math.floor(Math.log10(Math.abs(rounded))))
  return decimals > 0 ? rounded.toFixed(decimals) : groupThousands(rounded)
}
