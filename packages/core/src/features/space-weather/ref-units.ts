import { referenceTable } from '#kernel/endpoint/reference-table'
import { text } from '#kernel/endpoint/schemas'

/** Units by suffix of the field name, with their symbols. The longest matching suffix applies. */
const UNITS: readonly (readonly [suffix: string, unit: string, symbol: string])[] = [
  ['_deg', 'degrees', '°'],
  ['_km', 'kilometres', 'km'],
  ['_km3', 'cubic kilometres', 'km³'],
  ['_km_s', 'kilometres per second', 'km/s'],
  ['_k', 'kelvin', 'K'],
  ['_nt', 'nanotesla', 'nT'],
  ['_npa', 'nanopascals', 'nPa'],
  ['_nm', 'nanometres', 'nm'],
  ['_m2', 'square metres', 'm²'],
  ['_w_m2', 'watts per square metre', 'W/m²'],
  ['_pfu', 'particle flux units: particles per (cm² s sr)', 'pfu'],
  ['_sfu', 'solar flux units: 1 sfu = 10⁻²² W/(m² Hz)', 'sfu'],
  ['_millionths', 'millionths of the visible hemisphere of the Sun', '10⁻⁶'],
  ['_mev', 'megaelectronvolts', 'MeV'],
  ['_mhz', 'megahertz', 'MHz'],
  ['_min', 'minutes', 'min'],
  ['_ms', 'milliseconds', 'ms'],
  ['_seconds', 'seconds', 's'],
  ['_hours', 'hours', 'h'],
  ['_percent', 'per cent', '%'],
  ['_rev_per_day', 'revolutions per day', 'rev/day'],
  ['_rev_per_day2', 'revolutions per day squared', 'rev/day²'],
  ['_rev_per_day3', 'revolutions per day cubed', 'rev/day³'],
  ['_per_earth_radius', 'per Earth radius', '1/Earth radius'],
  ['_per_km3', 'per cubic kilometre', '1/km³'],
  ['_per_cm3', 'per cubic centimetre', '1/cm³'],
  ['_bytes', 'bytes', 'B'],
]

/** Returns the symbol of the unit of a field by its name; empty if it has none. */
export function unitOf(name: string): string {
  const found = UNITS.filter(([suffix]) => name.endsWith(suffix))
  return found.sort(([a], [b]) => b.length - a.length)[0]?.[2] ?? ''
}

/** Serves the units that the suffixes of field names denote. */
export const referenceUnits = referenceTable({
  path: '/ref/units',
  operationId: 'listUnits',
  summary: 'Units by suffix of the field name',
  name: 'units',
  rowName: 'Unit',
  row: { suffix: text('Suffix of the field name', '_km_s'), unit: text('Unit', 'kilometres per second') },
  rows: () => UNITS.map(([suffix, unit]) => ({ suffix, unit })),
})
