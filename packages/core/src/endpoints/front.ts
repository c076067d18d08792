import * as v from 'valibot'
import type { Endpoint } from '#declare/endpoint'
import { count, oneOf, text } from '#declare/schemas'
import { INFO } from '#describe/openapi-info'
import { negotiated } from '#endpoints/negotiated'
import { frontPage } from '#pages/front-page'
import { hours } from '#time'

const data = v.strictObject({
  name: text('Name of the service', 'Space-Data'),
  version: text('Version of the interface', INFO.version),
  links: v.pipe(
    v.strictObject({
      openapi: text('The OpenAPI document', '/openapi.json'),
      status: text('State of the upstreams', '/status'),
      reference: text('The reference tables', '/ref'),
      tiers: text('Tiers and their daily limits', '/ref/tiers'),
      keys: text('Where POST issues a free key', '/v1/keys'),
    }),
    v.description('Where to go on, from the root of the host'),
  ),
  endpoints: v.pipe(
    v.array(
      v.strictObject({
        method: text('HTTP method', 'GET'),
        path: text('Path template', '/v1/space-weather/kp'),
        summary: text('In words', 'Latest planetary K index'),
        access: oneOf('What is needed: a key, or nothing; open paths may be limited per network', [
          'key',
          'open',
        ]),
        ttl_seconds: v.nullable(
          count('Seconds for which an answer is valid; null when it is never cached', 900),
        ),
      }),
    ),
    v.description('Every path of this interface'),
  ),
})

/** What this is: an index for programs, a front page for people. */
export function front(table: () => readonly Endpoint[]): Endpoint {
  return negotiated({
    path: '/',
    summary: 'What this interface offers',
    description: 'An index of all paths as JSON, or a front page as HTML for a client that prefers it.',
    ttlMs: hours(1),
    data,
    toData: ({ context }) => index(table(), context.settings.base),
    toPage: ({ context: { settings } }) => frontPage(table(), settings),
  })
}

function index(table: readonly Endpoint[], base: string): v.InferOutput<typeof data> {
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
