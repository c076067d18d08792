import { caching } from '../../../packages/cli/src/doctor/groups/caching.ts'
import { compression } from '../../../packages/cli/src/doctor/groups/compression.ts'
import { document } from '../../../packages/cli/src/doctor/groups/document.ts'
import { methods } from '../../../packages/cli/src/doctor/groups/methods.ts'
import { parameters } from '../../../packages/cli/src/doctor/groups/parameters.ts'
import { signatures } from '../../../packages/cli/src/doctor/groups/signatures.ts'
import type { CacheResult } from '../stand-in.ts'
import {
  at,
  drop,
  error,
  expectFailedChecks,
  failing,
  keyed,
  later,
  patch,
  put,
  status,
  TLE,
  text,
} from './faults.ts'

const inCoding = ({ asked, headers }: CacheResult) =>
  asked['accept-encoding'] === 'br' && headers.get('vary')?.includes('Accept-Encoding') === true
const isServed = (it: CacheResult) => keyed(it) && !failing(it)
const isConfirmed = (it: CacheResult) => it.status === 304

expectFailedChecks([compression], ['compression.vary'], {
  'a compressed form without Vary': drop('vary', inCoding),
})
expectFailedChecks([compression], ['compression.etag', 'compression.not-modified'], {
  'one tag for all forms': patch('etag', /-(br|gzip)"$/, '"'),
})
expectFailedChecks([compression], ['compression.not-modified'], {
  'a compressed form that is never confirmed': status(200, (it) => inCoding(it) && isConfirmed(it)),
})

expectFailedChecks([document], ['openapi.headers'], {
  'a public answer to a key': put('cache-control', 'public, max-age=10', isServed),
  's-maxage': put('cache-control', 'private, max-age=10, s-maxage=10', isServed),
})
expectFailedChecks([document], ['openapi.headers'], {
  'no Vary': drop('vary', keyed),
})
expectFailedChecks([caching], ['caching.public'], {
  'a private table': put('cache-control', 'private, max-age=10', at('/ref/scales')),
})
expectFailedChecks([document], ['openapi.headers'], {
  'weak tags': patch('etag', /^/, 'W/'),
  'no tags': drop('etag'),
  'no Cache-Status': drop('cache-status'),
})
expectFailedChecks([caching, compression], ['caching.not-modified', 'compression.not-modified'], {
  'a 304 that is a 200': status(200, isConfirmed),
})
expectFailedChecks([caching], ['caching.not-modified'], {
  'a 304 of no length': put('x-late-length', '0', isConfirmed),
  'a 304 without Cache-Control': drop('cache-control', isConfirmed),
})
expectFailedChecks([methods], ['methods.head'], {
  'HEAD that is not found': error(404, 'not_found', (it) => it.method === 'HEAD'),
  'HEAD of another type': put('content-type', 'text/html+xml', (it) => it.method === 'HEAD'),
})
expectFailedChecks([parameters], ['parameters.unknown'], {
  'a query that busts the cache': ({ path, headers }) =>
    path === `${TLE}?doctor=1` &&
    headers.set('x-fetched-at', later(String(headers.get('x-fetched-at')), 1_000)),
})
expectFailedChecks([signatures], ['signatures.verify'], {
  'a signed body that was changed': text(at(TLE), (body) => body.replace('ISS', 'XSS')),
  'a key that is not published': text(at('/.well-known/http-message-signatures-directory'), (body) =>
    body.replaceAll('"x":"', '"x":"A'),
  ),
  'the signature of another path': patch('content-location', /.*/, '/v1/tle/weather'),
})
