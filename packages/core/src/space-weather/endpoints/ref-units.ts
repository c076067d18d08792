import { referenceTable } from '#endpoint/reference-table'
import { text } from '#endpoint/schemas'

/** Units by suffix of the field name. The longest matching suffix applies. */
const units = [
  { suffix: '_deg', unit: 'degrees' },
  { suffix: '_km', unit: 'kilometres' },
  { suffix: '_km3', unit: 'cubic kilometres' },
  { suffix: '_km_s', unit: 'kilometres per second' },
  { suffix: '_k', unit: 'kelvin' },
  { suffix: '_nt', unit: 'nanotesla' },
  { suffix: '_npa', unit: 'nanopascals' },
  { suffix: '_nm', unit: 'nanometres' },
  { suffix: '_w_m2', unit: 'watts per square metre' },
  { suffix: '_pfu', unit: 'particle flux units: particles per (cm² s sr)' },
  { suffix: '_sfu', unit: 'solar flux units: 1 sfu = 10⁻²² W/(m² Hz)' },
  { suffix: '_millionths', unit: 'millionths of the visible hemisphere of the Sun' },
  { suffix: '_mev', unit: 'megaelectronvolts' },
  { suffix: '_mhz', unit: 'megahertz' },
  { suffix: '_min', unit: 'minutes' },
  { suffix: '_ms', unit: 'milliseconds' },
  { suffix: '_seconds', unit: 'seconds' },
  { suffix: '_hours', unit: 'hours' },
  { suffix: '_percent', unit: 'per cent' },
  { suffix: '_rev_per_day', unit: 'revolutions per day' },
  { suffix: '_rev_per_day2', unit: 'revolutions per day squared' },
  { suffix: '_rev_per_day3', unit: 'revolutions per day cubed' },
  { suffix: '_per_earth_radius', unit: 'per Earth radius' },
  { suffix: '_per_km3', unit: 'per cubic kilometre' },
  { suffix: '_per_cm3', unit: 'per cubic centimetre' },
  { suffix: '_bytes', unit: 'bytes' },
]

/** Serves the units that the suffixes of field names denote. */
export const referenceUnits = referenceTable({
  path: '/ref/units',
  operationId: 'listUnits',
  summary: 'Units by suffix of the field name',
  name: 'units',
  rowName: 'Unit',
  row: { suffix: text('Suffix of the field name', '_km_s'), unit: text('Unit', 'kilometres per second') },
  rows: () => units,
})
