import { type Json, OpenApiComponents } from '#features/reference/openapi/components'
import { INFO, SECURITY_SCHEMES, TAGS } from '#features/reference/openapi/info'
import { createOperation } from '#features/reference/openapi/operation'
import { createWebhookItems } from '#features/reference/openapi/webhooks'
import { problemsOf } from '#features/reference/problems-of'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { atOnce, inTurns } from '#kernel/kit/end-of-turn'

/**
 * Creates the OpenAPI 3.1 document of a table of endpoints, with every parameter, status, header and error
 * code, and with the messages sent to receivers of webhooks.
 * @param base Path prefix of all endpoints, such as `/space`.
 */
export function createOpenApi(endpoints: readonly Endpoint[], base = ''): Json {
  return atOnce(describing(endpoints, base))
}

/** Creates the same document while other requests are served. */
export function createOpenApiInTurns(endpoints: readonly Endpoint[], base: string): Promise<Json> {
  return inTurns(describing(endpoints, base))
}

/** Creates the same document, operation by operation. */
function* describing(endpoints: readonly Endpoint[], base: string): Generator<unknown, Json> {
  const components = new OpenApiComponents(problemsOf(endpoints))
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const { path, method } = endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: createOperation(endpoint, components) }
    yield
  }
  const tags = [...new Set(endpoints.map(({ tag }) => tag))]
  const messages = endpoints.flatMap((endpoint) => endpoint.messages?.() ?? [])
  const webhooks = createWebhookItems(messages, components)
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: base || '/', description: 'The instance that serves this document' }],
    tags: tags.map((name) => ({ name, description: TAGS[name] ?? name })),
    paths,
    ...(messages.length > 0 && { webhooks }),
    components: { securitySchemes: SECURITY_SCHEMES, ...components.toJson() },
  }
}
