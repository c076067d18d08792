import { data } from '../../../packages/cli/src/doctor/groups/data.ts'
import { keys } from '../../../packages/cli/src/doctor/groups/keys.ts'
import { methods } from '../../../packages/cli/src/doctor/groups/methods.ts'
import type { CacheResult } from '../stand-in.ts'
import { at, drop, error, expectFaultsFound, failing, json, put, set, text, unset } from './faults.ts'

const isRefused = (it: CacheResult) => it.status === 405
const isPage = ({ headers }: CacheResult) => headers.get('content-type')?.startsWith('text/html') === true

expectFaultsFound({
  'openapi.bodies: a status of no such state': set('/status', 'data.status', 'fine'),
  'openapi.bodies: an upstream without its error': unset('/status', 'data.upstreams.0.error'),
  'openapi.bodies: a stack in an error': text(
    (it) => it.status === 404,
    (body) => body.replace('}', ',"stack":"at x"}'),
  ),
  'status.report + status.page: a status of 503': error(503, 'store_unavailable', at('/status')),
  'status.report: a status without feeds': set('/status', 'data.upstreams', []),
  'status.page: JSON for browsers': put(
    'content-type',
    'application/json',
    (it) => at('/status')(it) && isPage(it),
  ),
  'openapi.headers: a status that does not vary': drop('vary', at('/status')),
  'reference.tables: a table that is not listed': json('/ref', ({ data }) => data.tables.pop()),
  'answer.own-id: ids of the clients': ({ asked, headers }) =>
    asked['x-service-request-id'] &&
    headers.set('x-service-request-id', String(asked['x-service-request-id'])),
  'order.method + openapi.bodies: an error in plain text': text(isRefused, () => 'Method not allowed'),
  'order.method + openapi.bodies: a code of no list': text(isRefused, (body) =>
    body.replace('method_not_allowed', 'E_METHOD'),
  ),
})

expectFaultsFound(
  {
    'answer.policy: an unsafe policy': put('content-security-policy', "script-src 'unsafe-inline'", isPage),
    'answer.policy: a page without a policy': drop('content-security-policy', isPage),
    'openapi.headers: no Retry-After': drop('retry-after'),
  },
  data,
)

expectFaultsFound(
  {
    'answer.request-id: no request id on errors': drop('x-service-request-id', failing),
    'answer.request-id: one id for all': put('x-service-request-id', 'the-one-and-only'),
    'answer.exposed: headers that scripts cannot read': put('access-control-expose-headers', 'etag'),
    'openapi.headers: no CORS': drop('access-control-allow-origin'),
    'openapi.headers: sniffing': drop('x-content-type-options', failing),
    'openapi.headers: errors that are kept': put('cache-control', 'public, max-age=60', failing),
    'openapi.headers: no challenge': drop('www-authenticate'),
    'openapi.bodies: errors as text/plain': put('content-type', 'text/plain', failing),
  },
  keys,
)

expectFaultsFound(
  {
    'openapi.headers: keys for other sites': put('access-control-allow-origin', '*', at('/v1/keys')),
    'errors.silent: an echo': (it) =>
      it.status === 404 &&
      it.path.includes('doctor') &&
      Object.assign(it, { body: `${it.body.slice(0, -3)} ${it.path}"}` }),
  },
  methods,
)
