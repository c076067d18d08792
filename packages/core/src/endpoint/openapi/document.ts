import type { Endpoint } from '#endpoint/endpoint'
import { type Json, OpenApiComponents } from '#endpoint/openapi/components'
import { INFO, SECURITY_SCHEMES, TAGS } from '#endpoint/openapi/info'
import { createOperation } from '#endpoint/openapi/operation'
import { createWebhookItems, type WebhookMessage } from '#endpoint/openapi/webhooks'
import { atOnce } from '#kit/end-of-turn'

/**
 * Creates the OpenAPI 3.1 document of a table of endpoints, with every parameter, status, header and error
 * code.
 * @param base Path prefix of all endpoints, such as `/space`.
 * @param messages Messages sent to receivers of webhooks.
 */
export function createOpenApi(
  endpoints: readonly Endpoint[],
  base = '',
  messages: readonly WebhookMessage[] = [],
): Json {
  return atOnce(describing(endpoints, base, messages))
}

/** Creates the same document, operation by operation. */
export function* describing(
  endpoints: readonly Endpoint[],
  base: string,
  messages: readonly WebhookMessage[],
): Generator<unknown, Json> {
  const components = new OpenApiComponents()
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const { path, method } = endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: createOperation(endpoint, components) }
    yield
  }
  const tags = [...new Set(endpoints.map(({ tag }) => tag))]
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
