import { alertMessages } from '#alerts/alert-message'
import type { Endpoint } from '#endpoint/endpoint'
import type { Json } from '#endpoint/openapi/components'
import { createOpenApi } from '#endpoint/openapi/document'

/** Creates the OpenAPI document of a table, with the messages that its webhooks send. */
export function describeApi(table: readonly Endpoint[], base = ''): Json {
  const hasWebhooks = table.some(({ path }) => path === '/v1/webhooks')
  return createOpenApi(table, base, hasWebhooks ? alertMessages : [])
}
