import { referenceTable } from '#endpoint/reference-table'
import { text } from '#endpoint/schemas'
import { units } from '#space-weather/reference/units'

/** Serves the units that suffixes of field names stand for. */
export const referenceUnits = referenceTable({
  path: '/ref/units',
  operationId: 'listUnits',
  summary: 'Units by suffix of the field name',
  name: 'units',
  rowName: 'Unit',
  row: { suffix: text('Suffix of the field name', '_km_s'), unit: text('Unit', 'kilometres per second') },
  rows: () => units.map(({ suffix, unit }) => ({ suffix, unit })),
})
