import * as v from 'valibot'
import { referenceTable } from '#kernel/endpoint/reference-table'
import { count, text } from '#kernel/endpoint/schemas'

/** Serves the list of all endpoints. */
export const referenceEndpoints = referenceTable({
  path: '/ref/endpoints',
  operationId: 'listEndpoints',
  summary: 'All endpoints of this API',
  name: 'endpoints',
  rowName: 'Endpoint',
  row: {
    method: text('HTTP method', 'GET'),
    path: text('Path template', '/v1/space-weather/kp'),
    summary: text('Short description', 'Latest planetary K index'),
    key_needed: v.pipe(v.boolean(), v.description('Whether an API key is required'), v.examples([true])),
    ttl_seconds: v.nullable(count('How long a response is valid, seconds; null if it is never cached', 900)),
  },
  rows: ({ table }) =>
    table.offered.map(({ method, path, summary, access, ttlMs }) => ({
      method,
      path,
      summary,
      key_needed: access === 'key',
      ttl_seconds: ttlMs === undefined ? null : ttlMs / 1_000,
    })),
})
