import { formatMoment } from '#kit/times'

/** Units by the suffix of a field, longest first. */
const UNITS: readonly (readonly [suffix: string, unit: string])[] = [
  ['rev_per_day2', 'rev/day²'],
  ['rev_per_day3', 'rev/day³'],
  ['rev_per_day', 'rev/day'],
  ['per_earth_radius', 'per Earth radius'],
  ['per_cm3', '/cm³'],
  ['km_s', 'km/s'],
  ['w_m2', 'W/m²'],
  ['m2', 'm²'],
  ['mev', 'MeV'],
  ['npa', 'nPa'],
  ['millionths', 'millionths'],
  ['pfu', 'pfu'],
  ['sfu', 'sfu'],
  ['deg', '°'],
  ['min', 'min'],
  ['km', 'km'],
  ['nm', 'nm'],
  ['nt', 'nT'],
  ['k', 'K'],
]

/** Fields that begin with a symbol, which stays as it is. */
const SYMBOLS: Readonly<Record<string, string>> = {
  kp: 'Kp',
  kp_three_hour: 'Kp (3 hours)',
  a_index: 'A index',
  bt: 'Bt',
  bx_gsm: 'Bx (GSM)',
  by_gsm: 'By (GSM)',
  bz_gsm: 'Bz (GSM)',
  r_scale: 'R scale',
  s_scale: 'S scale',
  raan: 'RAAN',
  bstar: 'B*',
  norad_id: 'NORAD id',
  rcs: 'RCS',
  tle_line1: 'TLE line 1',
  tle_line2: 'TLE line 2',
}

/** Returns the fields of a payload as readable names and values, without fields that are `null`. */
export function describeFields(data: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => value !== null && typeof value !== 'object')
      .map(([field, value]) => describeField(field, value)),
  )
}

function describeField(field: string, value: unknown): [name: string, text: string] {
  if (field.endsWith('_as_of') || field === 'as_of' || field === 'epoch')
    return [field === 'epoch' ? 'epoch' : 'as of', formatMoment(String(value), '–')]
  const [suffix, unit] = UNITS.find(([each]) => field.endsWith(`_${each}`)) ?? ['', '']
  const quantity = suffix ? field.slice(0, -suffix.length - 1) : field
  const name = SYMBOLS[quantity] ?? quantity.replaceAll('_', ' ')
  const text = DIGITS[suffix || quantity]?.(Number(value)) ?? String(value)
  return [name, unit ? `${text}${unit === '°' ? '' : ' '}${unit}` : text]
}

/** Formats with the measured digits, by the suffix of a field: two decimals of Kp, three digits of a flux. */
const DIGITS: Readonly<Record<string, (value: number) => string>> = {
  kp: (index) => index.toFixed(2),
  kp_three_hour: (index) => index.toFixed(2),
  w_m2: (flux) => flux.toExponential(2),
  pfu: (flux) => String(Number(flux.toPrecision(3))),
}
