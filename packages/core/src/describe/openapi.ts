import type { Endpoint } from '#declare/endpoint'
import { type Json, OpenApiComponents } from '#describe/openapi-components'
import { INFO, SECURITY_SCHEMES, TAGS } from '#describe/openapi-info'
import { operationOf } from '#describe/openapi-operation'

/** The OpenAPI 3.1 description of a table under a base: every path, parameter, status, header and error code. */
export function openApiOf(endpoints: readonly Endpoint[], base = ''): Json {
  const components = new OpenApiComponents()
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const { path, method } = endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(endpoint, components) }
  }
  const tags = [...new Set(endpoints.map(({ tag }) => tag))]
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: base || '/', description: 'The deployment that serves this document' }],
    tags: tags.map((name) => ({ name, description: TAGS[name] ?? name })),
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, ...components.toJson() },
  }
}
