import { data } from '../../../packages/cli/src/doctor/groups/data.ts'
import { document } from '../../../packages/cli/src/doctor/groups/document.ts'
import { keys } from '../../../packages/cli/src/doctor/groups/keys.ts'
import { methods } from '../../../packages/cli/src/doctor/groups/methods.ts'
import { responses } from '../../../packages/cli/src/doctor/groups/responses.ts'
import { service } from '../../../packages/cli/src/doctor/groups/service.ts'
import type { CacheResult } from '../stand-in.ts'
import { at, drop, error, expectFailedChecks, failing, json, put, text } from './faults.ts'

const isRefused = (it: CacheResult) => it.status === 405
const isPage = ({ headers }: CacheResult) => headers.get('content-type')?.startsWith('text/html') === true

expectFailedChecks([document], ['openapi.bodies'], {
  'a status of no such state': json('/status', ({ data }) => {
    data.status = 'fine'
  }),
  'an upstream without its error': json('/status', ({ data }) => {
    delete data.upstreams[0].error
  }),
  'a stack in an error': text(
    (it) => it.status === 404,
    (body) => body.replace('}', ',"stack":"at x"}'),
  ),
})
expectFailedChecks([service], ['status.report', 'status.page'], {
  'a status of 503': error(503, 'store_unavailable', at('/status')),
})
expectFailedChecks([service], ['status.report'], {
  'a status without feeds': json('/status', ({ data }) => {
    data.upstreams = []
  }),
})
expectFailedChecks([service], ['status.page'], {
  'JSON for browsers': put('content-type', 'application/json', (it) => at('/status')(it) && isPage(it)),
})
expectFailedChecks([document], ['openapi.headers'], {
  'a status that does not vary': drop('vary', at('/status')),
})
expectFailedChecks([service], ['reference.tables'], {
  'a table that is not listed': json('/ref', ({ data }) => data.tables.pop()),
})

expectFailedChecks([data, responses], ['answer.policy'], {
  'an unsafe policy': put('content-security-policy', "script-src 'unsafe-inline'", isPage),
  'a page without a policy': drop('content-security-policy', isPage),
})
expectFailedChecks([keys, responses], ['answer.request-id'], {
  'no request id on errors': drop('x-service-request-id', failing),
  'one id for all': put('x-service-request-id', 'the-one-and-only'),
})
expectFailedChecks([responses], ['answer.own-id'], {
  'ids of the clients': ({ asked, headers }) =>
    asked['x-service-request-id'] &&
    headers.set('x-service-request-id', String(asked['x-service-request-id'])),
})
expectFailedChecks([keys, responses], ['answer.exposed'], {
  'headers that scripts cannot read': put('access-control-expose-headers', 'etag'),
})
expectFailedChecks([keys, document], ['openapi.headers'], {
  'no CORS': drop('access-control-allow-origin'),
})
expectFailedChecks([methods, document], ['openapi.headers'], {
  'keys for other sites': put('access-control-allow-origin', '*', at('/v1/keys')),
})

expectFailedChecks([keys, document], ['openapi.headers'], {
  sniffing: drop('x-content-type-options', failing),
  'errors that are kept': put('cache-control', 'public, max-age=60', failing),
  'no challenge': drop('www-authenticate'),
})
expectFailedChecks([keys, document], ['openapi.bodies'], {
  'errors as text/plain': put('content-type', 'text/plain', failing),
})
expectFailedChecks([methods, document], ['order.method', 'openapi.bodies'], {
  'an error in plain text': text(isRefused, () => 'Method not allowed'),
})
expectFailedChecks([methods, document], ['order.method', 'openapi.bodies'], {
  'a code of no list': text(isRefused, (body) => body.replace('method_not_allowed', 'E_METHOD')),
})
expectFailedChecks([methods, responses], ['errors.silent'], {
  'an echo': (it) =>
    it.status === 404 &&
    it.path.includes('doctor') &&
    Object.assign(it, { body: `${it.body.slice(0, -3)} ${it.path}"}` }),
})
expectFailedChecks([data, document], ['openapi.headers'], { 'no Retry-After': drop('retry-after') })
