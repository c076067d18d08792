import { referenceTable } from '#kernel/endpoint/reference-table'
import { text } from '#kernel/endpoint/schemas'

/** Serves the list of reference tables. */
export const referenceIndex = referenceTable({
  path: '/ref',
  operationId: 'listReferenceTables',
  summary: 'Reference tables',
  name: 'tables',
  rowName: 'ReferenceTable',
  row: {
    path: text('Path of the table', '/ref/tiers'),
    summary: text('Short description', 'Tiers and their daily limits'),
  },
  rows: ({ table }) =>
    table.offered
      .filter(({ path }) => path.startsWith('/ref/'))
      .map(({ path, summary }) => ({ path, summary })),
})
