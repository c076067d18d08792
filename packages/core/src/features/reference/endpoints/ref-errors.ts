import { problemsOf } from '#features/reference/problems-of'
import { referenceTable } from '#kernel/endpoint/reference-table'
import { count, text } from '#kernel/endpoint/schemas'
import { problems } from '#kernel/kit/problem'

/** Serves the error codes. */
export const referenceErrors = referenceTable({
  path: '/ref/errors',
  operationId: 'listErrors',
  summary: 'All error codes',
  name: 'errors',
  rowName: 'ErrorCode',
  row: {
    error: text('Stable error code', 'invalid_key'),
    status: count('HTTP status', 401),
    message: text('Default message', problems.invalid_key.message),
  },
  rows: ({ table }) =>
    problemsOf(table.offered).map(({ code, status, message }) => ({ error: code, status, message })),
})
