import * as v from 'valibot'
import { alertMessages } from '#alerts/alert-message'
import type { Endpoint } from '#endpoint/endpoint'
import type { Json } from '#endpoint/openapi/components'
import { createOpenApi } from '#endpoint/openapi/document'
import { renderJson } from '#endpoint/representation'
import { hours } from '#kit/time'
import { documentEndpoint } from '#site/document-endpoint'

/** Serves the OpenAPI document of all endpoints, this one included. */
export function openapi(table: () => readonly Endpoint[]): Endpoint {
  return documentEndpoint({
    path: '/openapi.json',
    operationId: 'getOpenApi',
    summary: 'OpenAPI 3.1 document of this API',
    ttlMs: hours(1),
    success: {
      description: 'The OpenAPI 3.1 document',
      content: { 'application/json': v.pipe(v.looseObject({}), v.description('An OpenAPI 3.1 document')) },
    },
    render: ({ context }) => renderJson(describeApi(table(), context.settings.base)),
  })
}

/** Creates the OpenAPI document of a table, with the messages that its webhooks send. */
export function describeApi(table: readonly Endpoint[], base = ''): Json {
  const hasWebhooks = table.some(({ path }) => path === '/v1/webhooks')
  return createOpenApi(table, base, hasWebhooks ? alertMessages : [])
}
