import * as v from 'valibot'
import type { Place } from '#features/objects/orbit/observer'
import type { PagesContext } from '#features/pages/context'
import { negotiatedEndpoint } from '#features/shared/page/negotiated'
import { computed } from '#kernel/endpoint/cost'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import { count, named, oneOf, text } from '#kernel/endpoint/schemas'
import { SERVICE } from '#kernel/kit/service-name'
import { hours, minutes } from '#kernel/kit/time'

const entry = v.strictObject({
  method: text('HTTP method', 'GET'),
  path: text('Path template', '/v1/space-weather/kp'),
  summary: text('Short description', 'Latest planetary K index'),
  access: oneOf('Access: with a key, or open; open paths may be limited per network', ['key', 'open']),
  ttl_seconds: v.nullable(count('Seconds for which a response is valid; null if it is never cached', 900)),
})

const data = v.strictObject({
  name: text('Name of the service', 'Space-Data'),
  version: text('Version of the API', SERVICE.version),
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

/** A location, rounded to a tenth of a degree, so that few distinct texts are cached. */
const placeParameter = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll(/-?[0-9]+\.[0-9]+/g, (number) => String(round1(Number(number))))),
  v.string(),
  v.regex(/^-?[0-9]{1,2}(\.[0-9])?,-?[0-9]{1,3}(\.[0-9])?$/),
  v.maxLength(12),
  v.check((text) => isPlace(parsePlace(text))),
  v.description(
    'Text only: a location as latitude,longitude in degrees, north and east positive, such as 48.1,11.6. ' +
      'Adds the next passes of the ISS there. Rounded to 0.1°',
  ),
  v.examples(['48.1,11.6']),
)

function parsePlace(text: string): Place {
  const [latitudeDeg = 0, longitudeDeg = 0] = text.split(',').map(Number)
  return { latitudeDeg, longitudeDeg }
}

function isPlace({ latitudeDeg, longitudeDeg }: Place): boolean {
  return Math.abs(latitudeDeg) <= 90 && Math.abs(longitudeDeg) <= 180
}

function round1(value: number): number {
  return Math.round(value * 10) / 10
}

/** Serves the entry point: an index of endpoints as JSON, or the home page as HTML. */
export const front = negotiatedEndpoint<PagesContext>({
  path: '/',
  operationId: 'getIndex',
  summary: 'Index of this API',
  description:
    'Returns all endpoints as JSON, or the home page as HTML. Clients without a preference, such as ' +
    'curl, get an overview of the current data as text.',
  ttlMs: hours(1),
  cost: ({ params: { at } }) => (at === undefined ? 'shared' : computed(50)),
  queryParameters: { at: v.optional(placeParameter) },
  data: named('SiteIndex', data),
  toData: ({ context }) => toIndexData(context.table.offered, context.settings.base),
  text: {
    validMs: minutes(1),
    key: ({ at }) => ({ at }),
    async render(call) {
      const { nowText, readNowFacts, readPassFacts } = await import('#features/pages/pages')
      const facts = await readNowFacts(call)
      const at = call.params['at'] as string | undefined
      const passes = at === undefined ? undefined : await readPassFacts(call, parsePlace(at), facts.now)
      return { text: nowText(facts, passes), fetchedAt: facts.now }
    },
  },
  async toPage(call) {
    const { collectHomeFacts, homePage } = await import('#features/pages/pages')
    const { settings, table, upstreams } = call.context
    const facts = await collectHomeFacts(call)
    return homePage(table.offered, { ...settings, sourceNote: upstreams.shownNote.text }, facts)
  },
})

function toIndexData(table: readonly Endpoint[], base: string): v.InferOutput<typeof data> {
  return {
    name: SERVICE.title,
    version: SERVICE.version,
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
