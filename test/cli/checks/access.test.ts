import { data } from '../../../packages/cli/src/doctor/groups/data.ts'
import { keys } from '../../../packages/cli/src/doctor/groups/keys.ts'
import type { CacheResult } from '../stand-in.ts'
import { at, drop, error, expectFaultsFound, KP, patch, put, server, status, text } from './faults.ts'

const LAUNCHES = '/v1/launches/upcoming'
const WEBHOOKS = '/v1/webhooks'
const SHELLS = '/v1/shells'
const hasKey = ({ asked }: CacheResult) => asked['x-api-key'] !== undefined
const inHeader = ({ asked }: CacheResult) => asked['x-api-key'] === server.key
const asBearer = ({ asked }: CacheResult) => asked.authorization === `Bearer ${server.key}`
const refused = (path: string) => (it: CacheResult) => at(path)(it) && it.status === 401
const served = (path: string) => (it: CacheResult) => at(path)(it) && it.status === 200
const below = (path: string) => (it: CacheResult) => hasKey(it) && it.path.startsWith(path)
const isPreflight = ({ method }: CacheResult) => method === 'OPTIONS'

expectFaultsFound({
  'keys.missing: a data path that is open': status(200, refused(LAUNCHES)),
  'keys.missing: a data path that is forbidden': status(403, refused(LAUNCHES)),
  'keys.missing: webhooks that are open': status(200, refused(WEBHOOKS)),
  'keys.missing: custom shells that are open': status(200, refused(SHELLS)),
  'keys.unknown: unknown keys that are let in': error(404, 'not_found', (it) => {
    return it.body.includes('invalid_key') && !String(it.asked['x-api-key']).includes(',')
  }),
  'keys.query: keys in the query': error(401, 'invalid_key', (it) => it.path.includes('key=')),
  'keys.ticket: a ticket for every path': status(200, (it) => it.path.startsWith(`${KP}?ticket=`)),
  'keys.ticket: a ticket that opens a second stream': status(200, (it) => it.body.includes('invalid_ticket')),
  'keys.ticket: a ticket that opens no stream': error(
    401,
    'invalid_ticket',
    (it) => it.path.includes('?ticket=') && it.status === 200,
  ),
  'keys.ticket: tickets that are cached': put('cache-control', 'private', at('/v1/stream-tickets')),
  'keys.repeated: the first of two keys': error(404, 'not_found', (it) =>
    String(it.asked['x-api-key']).includes(','),
  ),
  'keys.public: a public path behind a key': error(401, 'missing_key', at('/v1/speedtest/info')),
  'keys.either-header: x-api-key forgotten': error(
    401,
    'missing_key',
    (it) => inHeader(it) && !it.asked.authorization,
  ),
  'keys.either-header: Bearer forgotten': error(401, 'missing_key', (it) => asBearer(it) && !hasKey(it)),
  'keys.both-headers: both headers refused': error(401, 'invalid_key', (it) => inHeader(it) && asBearer(it)),
  'keys.foreign-bearer: a gateway’s token refused': error(
    401,
    'invalid_key',
    (it) => it.asked.authorization === 'Bearer a.b.c',
  ),
  'openapi.headers: webhooks that are cached': put('cache-control', 'private, max-age=60', served(WEBHOOKS)),
  'openapi.headers: custom shells that are cached': put(
    'cache-control',
    'private, max-age=60',
    served(SHELLS),
  ),
  'openapi.bodies: a tier that may not see its webhooks': error(403, 'tier_required', served(WEBHOOKS)),
  'openapi.bodies: a tier that may not see a webhook': error(403, 'tier_required', below(`${WEBHOOKS}/wh_8`)),
  'openapi.bodies: an unknown webhook that is no path': error(404, 'not_found', below(`${WEBHOOKS}/wh_8`)),
  'openapi.bodies: a tier that may not see its custom shells': error(403, 'tier_required', served(SHELLS)),
  'openapi.headers + openapi.bodies: an unknown custom shell that is not computed': error(
    404,
    'shell_not_populated',
    below(`${SHELLS}/shl_4`),
  ),
  'order.route: a key asked for before the route': error(401, 'missing_key', (it) =>
    it.body.includes('"not_found"'),
  ),
  'order.route: a failure that is a 200': status(200, (it) => it.body.includes('"not_found"')),
  'order.method: a method that is not found': error(404, 'not_found', (it) => it.status === 405),
  'methods.allow: no Allow': drop('allow', (it) => it.status === 405),
  'methods.allow: another Allow': put('allow', 'GET', (it) => it.status === 405),
  'methods.preflight: a preflight with a body': (it) =>
    isPreflight(it) && Object.assign(it, { status: 200, body: 'OK' }),
  'methods.preflight: a preflight without x-api-key': put(
    'access-control-allow-headers',
    'authorization, content-type, if-none-match',
    isPreflight,
  ),
  'methods.preflight: a preflight without PATCH': put(
    'access-control-allow-methods',
    'GET, HEAD, POST, OPTIONS',
    isPreflight,
  ),
  'methods.preflight: CORS for the one who asks': ({ asked, headers }) =>
    asked.origin && headers.set('access-control-allow-origin', asked.origin),
  'order.key: parameters before the key': error(400, 'invalid_parameter', (it) =>
    it.path.startsWith('/v1/objects/doctor'),
  ),
  'openapi.headers: RateLimit of an old draft': patch('ratelimit', /.+/, 'limit=10, remaining=9, reset=50'),
  'quota.fields: RateLimit without its policy': drop('ratelimit-policy'),
  'quota.fields + quota.counts: more left than the quota': patch('ratelimit', /r=\d+/, 'r=1000000000'),
  'quota.midnight: a day that ends elsewhere': patch('ratelimit', /t=\d+/, 't=1'),
  'quota.counts: hits that do not count': patch('ratelimit', /r=\d+/, 'r=7'),
})

expectFaultsFound(
  {
    'answer.secrets: secrets in the list of webhooks': text(at(WEBHOOKS), (body) =>
      body.replace('"count"', '"secret":"whsec_AA==","count"'),
    ),
    'answer.secrets: a key in its own response': text(served('/status'), (body) => `${body} ${server.key}`),
  },
  data,
)

expectFaultsFound(
  {
    'openapi.headers: 401 that counts': put('ratelimit', '"day";r=1;t=1', refused(KP)),
  },
  keys,
)
