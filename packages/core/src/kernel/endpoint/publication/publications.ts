import { declareEndpoint } from '#kernel/endpoint/declare-endpoint'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import type { Publication, Publications } from '#kernel/endpoint/publication/publication'
import { Problem } from '#kernel/kit/problem'

/** The first release, which introduces every operation without a row. */
export const FIRST: Publication = { since: { version: '0.1.0', date: null } }

/**
 * Operations that a later release introduced, and operations that are deprecated or removed; docs/versioning.md
 * has the rules. The row of a removed operation stays, so that its path responds with 410.
 */
export const published: Publications = {}

/** Endpoints with their rows of the table. */
export function withPublications(
  endpoints: readonly Endpoint[],
  table: Publications = published,
): readonly Endpoint[] {
  return endpoints.map((endpoint) => {
    const publication = table[`${endpoint.method} ${endpoint.path}` as keyof Publications] ?? FIRST
    // Endpoints of the host describe themselves, and are not published by this service.
    return endpoint.describe ? endpoint : { ...endpoint, publication }
  })
}

/** Endpoints for the rows of operations that were removed, so that their paths are 410 instead of 404. */
export function retiredEndpoints(
  endpoints: readonly Endpoint[],
  table: Publications = published,
): readonly Endpoint[] {
  const served = new Set(endpoints.map(({ method, path }) => `${method} ${path}`))
  return Object.entries(table)
    .filter(([operation, { deprecation }]) => deprecation?.sunset !== undefined && !served.has(operation))
    .map(([operation, publication]) => retired(operation, publication))
}

function retired(operation: string, publication: Publication): Endpoint {
  const [method, path] = operation.split(' ') as [Endpoint['method'], string]
  return declareEndpoint({
    method,
    path,
    operationId: '',
    summary: 'Removed',
    tag: 'Service',
    access: 'public',
    success: { status: 204, description: 'None', content: {} },
    problems: ['gone'],
    publication,
    respond: () => {
      throw new Problem('gone')
    },
  })
}
