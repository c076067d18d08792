import * as v from 'valibot'
import type { Endpoint } from '#declare/endpoint'
import { count, named, oneOf, text } from '#declare/schemas'
import { negotiatedEndpoint } from '#endpoints/negotiated'
import { INFO } from '#openapi/info'
import { homePage } from '#pages/home-page'
import { hours } from '#time'

const entry = v.strictObject({
  method: text('HTTP method', 'GET'),
  path: text('Path template', '/v1/space-weather/kp'),
  summary: text('In words', 'Latest planetary K index'),
  access: oneOf('What is needed: a key, or nothing; open paths may be limited per network', ['key', 'open']),
  ttl_seconds: v.nullable(count('Seconds for which an answer is valid; null when it is never cached', 900)),
})

const data = v.strictObject({
  name: text('Name of the service', 'Space-Data'),
  version: text('Version of the API', INFO.version),
  links: v.pipe(
    v.strictObject({
      openapi: text('OpenAPI document', '/openapi.json'),
      status: text('Status of the upstream feeds', '/status'),
      reference: text('Reference tables', '/ref'),
      tiers: text('Tiers and their daily limits', '/ref/tiers'),
      keys: text('POST here to issue a free key', '/v1/keys'),
    }),
    v.title('IndexLinks'),
    v.description('Further paths, from the root of the host'),
  ),
  endpoints: v.pipe(v.array(named('IndexEntry', entry)), v.description('All endpoints of this API')),
})

/** Serves the entry point: an index of endpoints as JSON, or the home page as HTML. */
export function front(table: () => readonly Endpoint[]): Endpoint {
  return negotiatedEndpoint({
    path: '/',
    operationId: 'getIndex',
    summary: 'Index of this API',
    description: 'All endpoints as JSON, or the home page as HTML for clients that prefer it.',
    ttlMs: hours(1),
    data: named('Index', data),
    toData: ({ context }) => toIndexData(table(), context.settings.base),
    toPage: ({ context: { settings } }) => homePage(table(), settings),
  })
}

function toIndexData(table: readonly Endpoint[], base: string): v.InferOutput<typeof data> {
  return {
    name: INFO.title,
    version: INFO.version,
    links: {
      openapi: `${base}/openapi.json`,
      status: `${base}/status`,
      reference: `${base}/ref`,
      tiers: `${base}/ref/tiers`,
      keys: `${base}/v1/keys`,
    },
    endpoints: table.map(({ method, path, summary, access, ttlMs }) => ({
      method,
      path,
      summary,
      access: access === 'key' ? 'key' : 'open',
      ttl_seconds: ttlMs === undefined ? null : ttlMs / 1_000,
    })),
  }
}
