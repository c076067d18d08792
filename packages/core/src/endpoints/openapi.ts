import * as v from 'valibot'
import { alertMessages } from '#alerts/alert-message'
import { representationKind, representationReader } from '#declare/data-endpoint'
import type { Endpoint } from '#declare/endpoint'
import { renderJson } from '#declare/representation'
import type { Json } from '#openapi/components'
import { createOpenApi } from '#openapi/document'
import { hours } from '#time'

/** Serves the OpenAPI document of all endpoints, this one included. */
export function openapi(table: () => readonly Endpoint[]): Endpoint {
  const path = '/openapi.json'
  const ttlMs = hours(1)
  return {
    method: 'GET',
    path,
    operationId: 'getOpenApi',
    summary: 'OpenAPI 3.1 document of this API',
    tag: 'Service',
    access: 'public',
    ttlMs,
    upstreams: [],
    pathParameters: {},
    queryParameters: {},
    success: {
      status: 200,
      description: 'The OpenAPI 3.1 document',
      content: { 'application/json': v.pipe(v.looseObject({}), v.description('An OpenAPI 3.1 document')) },
    },
    problems: [],
    respond: representationReader(path, ({ context }) =>
      representationKind({ ttlMs, stored: false }, async () => ({
        value: renderJson(describeApi(table(), context.settings.base)),
        fetchedAt: context.now(),
      })),
    ),
  }
}

/** Creates the OpenAPI document of a table, with the messages that its webhooks send. */
export function describeApi(table: readonly Endpoint[], base = ''): Json {
  const hasWebhooks = table.some(({ path }) => path === '/v1/webhooks')
  return createOpenApi(table, base, hasWebhooks ? alertMessages : [])
}
