/** Parses two multiples of 10 from 100 to 5,000 km, such as `150-2000`; `undefined` if invalid. */
export function parseAltitudes(text: string): { minKm: number; maxKm: number } | undefined {
  const [, low, high] = /^(\d{2,3}0)-(\d{2,3}0)$/.exec(text) ?? []
  const [minKm, maxKm] = [Number(low), Number(high)]
  return minKm >= 100 && minKm <= maxKm && maxKm <= 5_000 ? { minKm, maxKm } : undefined
}

/** Parses a list such as `10.0.0.0/8,2001:db8::1`; `undefined` if invalid. */
export function parseAddressRanges(text: string): string[] | undefined {
  const ranges = text.split(',').map((range) => range.trim())
  return ranges.every(isRange) ? ranges : undefined
}

/** Parses a list of secrets of at least 32 characters each; `undefined` if invalid. */
export function parseSecrets(text: string): [string, ...string[]] | undefined {
  const secrets = text.split(',').map((secret) => secret.trim())
  return secrets.every((secret) => /^[!-~]{32,1000}$/.test(secret)) ? (secrets as [string]) : undefined
}

function isRange(range: string): boolean {
  const [, address = '', bits] = /^([^/%]*)(?:\/(\d{1,3}))?$/.exec(range) ?? []
  const version = process.getBuiltinModule('node:net').isIP(address)
  return version !== 0 && Number(bits ?? 0) <= (version === 4 ? 32 : 128)
}

const UNIT_MS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 }

/** Converts a duration such as `12h` or `0s` to milliseconds; `undefined` if invalid. */
export function durationToMs(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,10})([dhms])$/.exec(text) ?? []
  return unit === undefined ? undefined : Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS]
}
