import * as v from 'valibot'
import { pageKind, pageReader } from '#declare/data-endpoint'
import type { Endpoint } from '#declare/endpoint'
import { JSON_TYPE, page } from '#declare/page'
import { openApiOf } from '#describe/openapi'
import { hours } from '#time'

/** The description of the table it stands in, as a document in its own format. */
export function openapi(table: () => readonly Endpoint[]): Endpoint {
  const path = '/openapi.json'
  const ttlMs = hours(1)
  return {
    method: 'GET',
    path,
    summary: 'OpenAPI 3.1 description of this interface',
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
    answer: pageReader(path, ({ context }) =>
      pageKind({ ttlMs, stored: false }, async () => ({
        value: page(JSON.stringify(openApiOf(table(), context.settings.base)), JSON_TYPE),
        fetchedAt: context.now(),
      })),
    ),
  }
}
