import * as v from 'valibot'
import { documentEndpoint } from '#features/shared/page/document-endpoint'
import { renderJson } from '#kernel/endpoint/representation'
import { hours } from '#kernel/kit/time'

/** Serves the OpenAPI document of all endpoints, this one included. */
export const openapi = documentEndpoint({
  path: '/openapi.json',
  operationId: 'getOpenApi',
  summary: 'OpenAPI 3.1 document of this API',
  ttlMs: hours(1),
  success: {
    description: 'The OpenAPI 3.1 document',
    content: { 'application/json': v.pipe(v.looseObject({}), v.description('An OpenAPI 3.1 document')) },
  },
  async render({ context }) {
    const { createOpenApiInTurns } = await import('#features/reference/openapi/document')
    return renderJson(await createOpenApiInTurns(context.table.offered, context.settings.base))
  },
})
