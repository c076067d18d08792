import { at, drop, error, expectFailedChecks, failing, json, put } from './faults.ts'

expectFailedChecks([
  // Status and reference.
  [
    'a status of no such state',
    json('/status', (body) => {
      body.data.status = 'fine'
    }),
    ['status.report'],
  ],
  [
    'an upstream without its error',
    json('/status', (body) => {
      delete body.data.upstreams[0].error
    }),
    ['status.report'],
  ],
  [
    'a status of 503',
    error(503, 'store_unavailable', (it) => at('/status')(it) && it.status === 200),
    ['status.report', 'status.page'],
  ],
  [
    'JSON for browsers',
    (it) =>
      at('/status')(it) &&
      it.headers.get('content-type')?.startsWith('text/html') &&
      it.headers.set('content-type', 'application/json'),
    ['status.page'],
  ],
  ['a status that does not vary', drop('vary', at('/status')), ['status.vary']],
  [
    'an unsafe policy',
    put('content-security-policy', "default-src 'none'; script-src 'unsafe-inline'", (it) =>
      it.headers.has('content-security-policy'),
    ),
    ['status.policy'],
  ],
  ['a table that is not there', error(404, 'not_found', at('/ref/units')), ['reference.tables']],
  [
    'a table that is not listed',
    json('/ref', (body) => {
      body.data.tables.pop()
    }),
    ['reference.tables'],
  ],
  // Every response.
  ['no request id on errors', drop('x-service-request-id', failing), ['answer.request-id']],
  ['one id for all', put('x-service-request-id', 'the-one-and-only'), ['answer.request-id']],
  [
    'ids of the clients',
    (it) =>
      it.asked['x-service-request-id'] &&
      it.headers.set('x-service-request-id', String(it.asked['x-service-request-id'])),
    ['answer.own-id'],
  ],
  ['sniffing', drop('x-content-type-options', failing), ['answer.nosniff']],
  [
    'CORS for the one who asks',
    (it) => it.asked.origin && it.headers.set('access-control-allow-origin', it.asked.origin),
    ['answer.cors'],
  ],
  ['headers that scripts cannot read', put('access-control-expose-headers', 'etag'), ['answer.exposed']],
  // Errors.
  [
    'a stack in an error',
    (it) => it.status === 404 && Object.assign(it, { body: it.body.replace('}', ',"stack":"at x"}') }),
    ['errors.shape'],
  ],
  [
    'an error in plain text',
    (it) => it.status === 405 && Object.assign(it, { body: 'Method not allowed' }),
    ['errors.shape'],
  ],
  [
    'a code of no list',
    (it) =>
      it.status === 405 && Object.assign(it, { body: it.body.replace('method_not_allowed', 'E_METHOD') }),
    ['errors.codes'],
  ],
  ['errors as text/plain', put('content-type', 'text/plain', failing), ['errors.media-type']],
  ['errors that are kept', put('cache-control', 'public, max-age=60', failing), ['errors.no-store']],
  ['no challenge', drop('www-authenticate'), ['errors.challenge']],
  [
    'an echo',
    (it) =>
      it.status === 404 &&
      it.path.includes('doctor') &&
      Object.assign(it, { body: `${it.body.slice(0, -3)} ${it.path}"}` }),
    ['errors.silent'],
  ],
  ['no Retry-After', drop('retry-after'), ['errors.retry-after']],
])
