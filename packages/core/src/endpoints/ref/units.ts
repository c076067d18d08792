import { text } from '#declare/schemas'
import { referenceTable } from '#endpoints/ref/reference-table'
import { units } from '#reference/units'

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
