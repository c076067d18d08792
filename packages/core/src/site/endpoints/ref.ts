import type { Endpoint } from '#endpoint/endpoint'
import { referenceTable } from '#endpoint/reference-table'
import { text } from '#endpoint/schemas'

/** Serves the list of reference tables. */
export function referenceIndex(table: () => readonly Endpoint[]): Endpoint {
  return referenceTable({
    path: '/ref',
    operationId: 'listReferenceTables',
    summary: 'Reference tables',
    name: 'tables',
    rowName: 'ReferenceTable',
    row: {
      path: text('Path of the table', '/ref/tiers'),
      summary: text('Short description', 'Tiers and their daily limits'),
    },
    rows: () =>
      table()
        .filter(({ path }) => path.startsWith('/ref/'))
        .map(({ path, summary }) => ({ path, summary })),
  })
}
