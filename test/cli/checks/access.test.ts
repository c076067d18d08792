import type { CacheResult } from '../stand-in.ts'
import { at, drop, error, expectFailedChecks, KP, put, server, status } from './faults.ts'

const WEBHOOKS = '/v1/webhooks'
const SHELLS = '/v1/shells'

const hasKey = ({ asked }: CacheResult) => asked['x-api-key'] !== undefined

expectFailedChecks([
  // Keys.
  [
    'a data path that is open',
    status(200, (it) => at('/v1/launches/upcoming')(it) && it.status === 401),
    ['keys.missing'],
  ],
  [
    'a data path that is forbidden',
    status(403, (it) => at('/v1/launches/upcoming')(it) && it.status === 401),
    ['keys.missing'],
  ],
  [
    'unknown keys that are let in',
    error(
      404,
      'not_found',
      (it) =>
        it.status === 401 && it.body.includes('invalid_key') && !String(it.asked['x-api-key']).includes(','),
    ),
    ['keys.unknown'],
  ],
  ['keys in the query', error(401, 'invalid_key', (it) => it.path.includes('key=')), ['keys.query']],
  [
    'the first of two keys',
    error(404, 'not_found', (it) => String(it.asked['x-api-key']).includes(',')),
    ['keys.repeated'],
  ],
  ['a public path behind a key', error(401, 'missing_key', at('/v1/speedtest/info')), ['keys.public']],
  [
    'x-api-key forgotten',
    error(401, 'missing_key', (it) => it.asked['x-api-key'] === server.key && !it.asked.authorization),
    ['keys.either-header'],
  ],
  [
    'Bearer forgotten',
    error(
      401,
      'missing_key',
      (it) => it.asked.authorization === `Bearer ${server.key}` && !it.asked['x-api-key'],
    ),
    ['keys.either-header'],
  ],
  [
    'both headers refused',
    error(
      401,
      'invalid_key',
      (it) => it.asked['x-api-key'] === server.key && it.asked.authorization === `Bearer ${server.key}`,
    ),
    ['keys.both-headers'],
  ],
  [
    'a gateway’s token refused',
    error(401, 'invalid_key', (it) => it.asked.authorization === 'Bearer a.b.c'),
    ['keys.foreign-bearer'],
  ],
  // Webhooks.
  ['webhooks that are open', status(200, (it) => at(WEBHOOKS)(it) && it.status === 401), ['keys.missing']],
  [
    'secrets in the list of webhooks',
    (it) =>
      at(WEBHOOKS)(it) &&
      Object.assign(it, { body: it.body.replace('"count"', '"secret":"whsec_AA==","count"') }),
    ['webhooks.list'],
  ],
  [
    'webhooks that are cached',
    put('cache-control', 'private, max-age=60', (it) => at(WEBHOOKS)(it) && it.status === 200),
    ['webhooks.list'],
  ],
  [
    'a tier that may not see its webhooks',
    error(403, 'tier_required', (it) => at(WEBHOOKS)(it) && it.status === 200),
    ['webhooks.list'],
  ],
  [
    'a tier that may not see a webhook',
    error(403, 'tier_required', (it) => hasKey(it) && it.path.startsWith(`${WEBHOOKS}/wh_8`)),
    ['webhooks.unknown'],
  ],
  [
    'an unknown webhook that is no path',
    error(404, 'not_found', (it) => hasKey(it) && it.path.startsWith(`${WEBHOOKS}/wh_8`)),
    ['webhooks.unknown'],
  ],
  // Custom shells.
  ['custom shells that are open', status(200, (it) => at(SHELLS)(it) && it.status === 401), ['keys.missing']],
  [
    'custom shells that are cached',
    put('cache-control', 'private, max-age=60', (it) => at(SHELLS)(it) && it.status === 200),
    ['shells.list'],
  ],
  [
    'a tier that may not see its custom shells',
    error(403, 'tier_required', (it) => at(SHELLS)(it) && it.status === 200),
    ['shells.list'],
  ],
  [
    'an unknown custom shell that is not computed',
    error(404, 'shell_not_populated', (it) => hasKey(it) && it.path.startsWith(`${SHELLS}/shl_4`)),
    ['shells.unknown', 'openapi.headers'],
  ],
  // Methods and order of checks.
  [
    'a key asked for before the route',
    error(401, 'missing_key', (it) => it.status === 404 && it.body.includes('"not_found"')),
    ['order.route'],
  ],
  [
    'a failure that is a 200',
    status(200, (it) => it.status === 404 && it.body.includes('"not_found"')),
    ['order.route'],
  ],
  ['a method that is not found', error(404, 'not_found', (it) => it.status === 405), ['order.method']],
  ['no Allow', drop('allow', (it) => it.status === 405), ['methods.allow']],
  ['another Allow', put('allow', 'GET', (it) => it.status === 405), ['methods.allow']],
  [
    'a preflight with a body',
    (it) => it.method === 'OPTIONS' && Object.assign(it, { status: 200, body: 'OK' }),
    ['methods.preflight'],
  ],
  [
    'a preflight without x-api-key',
    put(
      'access-control-allow-headers',
      'authorization, content-type, if-none-match',
      (it) => it.method === 'OPTIONS',
    ),
    ['methods.preflight'],
  ],
  [
    'parameters before the key',
    error(400, 'invalid_parameter', (it) => it.path.startsWith('/v1/objects/doctor')),
    ['order.key'],
  ],
  [
    'a bad parameter that is not found',
    error(404, 'object_not_found', (it) => it.path.startsWith('/v1/objects/doctor') && it.status === 400),
    ['order.parameters'],
  ],
  [
    'a preflight without PATCH',
    put('access-control-allow-methods', 'GET, HEAD, POST, OPTIONS', (it) => it.method === 'OPTIONS'),
    ['methods.preflight'],
  ],
  // Quota.
  [
    'RateLimit of an old draft',
    (it) => it.headers.has('ratelimit') && it.headers.set('ratelimit', 'limit=10, remaining=9, reset=50'),
    ['quota.fields'],
  ],
  ['RateLimit without its policy', drop('ratelimit-policy'), ['quota.fields']],
  [
    'a day that ends elsewhere',
    (it) =>
      it.headers.has('ratelimit') &&
      it.headers.set('ratelimit', String(it.headers.get('ratelimit')).replace(/t=\d+/, 't=1')),
    ['quota.midnight'],
  ],
  [
    'hits that do not count',
    (it) =>
      it.headers.has('ratelimit') &&
      it.headers.set('ratelimit', String(it.headers.get('ratelimit')).replace(/r=\d+/, 'r=7')),
    ['quota.counts'],
  ],
  [
    '401 that counts',
    put('ratelimit', '"day";r=1;t=1', (it) => at(KP)(it) && it.status === 401),
    ['quota.unkeyed'],
  ],
])
