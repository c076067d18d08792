import { data } from '../../../packages/cli/src/doctor/groups/data.ts'
import { document } from '../../../packages/cli/src/doctor/groups/document.ts'
import { keys } from '../../../packages/cli/src/doctor/groups/keys.ts'
import { methods } from '../../../packages/cli/src/doctor/groups/methods.ts'
import { parameters } from '../../../packages/cli/src/doctor/groups/parameters.ts'
import { quota } from '../../../packages/cli/src/doctor/groups/quota.ts'
import { responses } from '../../../packages/cli/src/doctor/groups/responses.ts'
import type { CacheResult } from '../stand-in.ts'
import { at, drop, error, expectFailedChecks, KP, patch, put, server, status, text } from './faults.ts'

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

expectFailedChecks([keys], ['keys.missing'], {
  'a data path that is open': status(200, refused(LAUNCHES)),
  'a data path that is forbidden': status(403, refused(LAUNCHES)),
  'webhooks that are open': status(200, refused(WEBHOOKS)),
  'custom shells that are open': status(200, refused(SHELLS)),
})
expectFailedChecks([keys], ['keys.unknown'], {
  'unknown keys that are let in': error(404, 'not_found', (it) => {
    return it.body.includes('invalid_key') && !String(it.asked['x-api-key']).includes(',')
  }),
})
expectFailedChecks([keys], ['keys.query'], {
  'keys in the query': error(401, 'invalid_key', (it) => it.path.includes('key=')),
})
expectFailedChecks([keys], ['keys.repeated'], {
  'the first of two keys': error(404, 'not_found', (it) => String(it.asked['x-api-key']).includes(',')),
})
expectFailedChecks([keys], ['keys.public'], {
  'a public path behind a key': error(401, 'missing_key', at('/v1/speedtest/info')),
})
expectFailedChecks([keys], ['keys.either-header'], {
  'x-api-key forgotten': error(401, 'missing_key', (it) => inHeader(it) && !it.asked.authorization),
  'Bearer forgotten': error(401, 'missing_key', (it) => asBearer(it) && !hasKey(it)),
})
expectFailedChecks([keys], ['keys.both-headers'], {
  'both headers refused': error(401, 'invalid_key', (it) => inHeader(it) && asBearer(it)),
})
expectFailedChecks([keys], ['keys.foreign-bearer'], {
  'a gateway’s token refused': error(401, 'invalid_key', (it) => it.asked.authorization === 'Bearer a.b.c'),
})

expectFailedChecks([data, responses], ['answer.secrets'], {
  'secrets in the list of webhooks': text(at(WEBHOOKS), (body) =>
    body.replace('"count"', '"secret":"whsec_AA==","count"'),
  ),
  'a key in its own response': text(served('/status'), (body) => `${body} ${server.key}`),
})
expectFailedChecks([document], ['openapi.headers'], {
  'webhooks that are cached': put('cache-control', 'private, max-age=60', served(WEBHOOKS)),
  'custom shells that are cached': put('cache-control', 'private, max-age=60', served(SHELLS)),
})
expectFailedChecks([document], ['openapi.bodies'], {
  'a tier that may not see its webhooks': error(403, 'tier_required', served(WEBHOOKS)),
  'a tier that may not see a webhook': error(403, 'tier_required', below(`${WEBHOOKS}/wh_8`)),
  'an unknown webhook that is no path': error(404, 'not_found', below(`${WEBHOOKS}/wh_8`)),
  'a tier that may not see its custom shells': error(403, 'tier_required', served(SHELLS)),
})
expectFailedChecks([document], ['openapi.headers', 'openapi.bodies'], {
  'an unknown custom shell that is not computed': error(404, 'shell_not_populated', below(`${SHELLS}/shl_4`)),
})

expectFailedChecks([methods], ['order.route'], {
  'a key asked for before the route': error(401, 'missing_key', (it) => it.body.includes('"not_found"')),
  'a failure that is a 200': status(200, (it) => it.body.includes('"not_found"')),
})
expectFailedChecks([methods], ['order.method'], {
  'a method that is not found': error(404, 'not_found', (it) => it.status === 405),
})
expectFailedChecks([methods], ['methods.allow'], {
  'no Allow': drop('allow', (it) => it.status === 405),
  'another Allow': put('allow', 'GET', (it) => it.status === 405),
})
expectFailedChecks([methods], ['methods.preflight'], {
  'a preflight with a body': (it) => isPreflight(it) && Object.assign(it, { status: 200, body: 'OK' }),
  'a preflight without x-api-key': put(
    'access-control-allow-headers',
    'authorization, content-type, if-none-match',
    isPreflight,
  ),
  'a preflight without PATCH': put('access-control-allow-methods', 'GET, HEAD, POST, OPTIONS', isPreflight),
  'CORS for the one who asks': ({ asked, headers }) =>
    asked.origin && headers.set('access-control-allow-origin', asked.origin),
})
expectFailedChecks([parameters], ['order.key'], {
  'parameters before the key': error(400, 'invalid_parameter', (it) =>
    it.path.startsWith('/v1/objects/doctor'),
  ),
})

expectFailedChecks([document], ['openapi.headers'], {
  'RateLimit of an old draft': patch('ratelimit', /.+/, 'limit=10, remaining=9, reset=50'),
})
expectFailedChecks([quota], ['quota.fields'], {
  'RateLimit without its policy': drop('ratelimit-policy'),
})
expectFailedChecks([quota], ['quota.fields', 'quota.counts'], {
  'more left than the quota': patch('ratelimit', /r=\d+/, 'r=1000000000'),
})
expectFailedChecks([quota], ['quota.midnight'], {
  'a day that ends elsewhere': patch('ratelimit', /t=\d+/, 't=1'),
})
expectFailedChecks([quota], ['quota.counts'], {
  'hits that do not count': patch('ratelimit', /r=\d+/, 'r=7'),
})
expectFailedChecks([keys, document], ['openapi.headers'], {
  '401 that counts': put('ratelimit', '"day";r=1;t=1', refused(KP)),
})
