import type { CacheResult } from '../stand-in.ts'
import {
  at,
  drop,
  error,
  expectFaultsFound,
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

expectFaultsFound({
  'compression.vary: a compressed form without Vary': drop('vary', inCoding),
  'compression.etag + compression.not-modified: one tag for all forms': patch('etag', /-(br|gzip)"$/, '"'),
  'compression.not-modified: a compressed form that is never confirmed': status(
    200,
    (it) => inCoding(it) && isConfirmed(it),
  ),
  'openapi.headers: a public answer to a key': put('cache-control', 'public, max-age=10', isServed),
  'openapi.headers: s-maxage': put('cache-control', 'private, max-age=10, s-maxage=10', isServed),
  'openapi.headers: no Vary': drop('vary', keyed),
  'caching.public: a private table': put('cache-control', 'private, max-age=10', at('/ref/scales')),
  'openapi.headers: weak tags': patch('etag', /^/, 'W/'),
  'openapi.headers: no tags': drop('etag'),
  'openapi.headers: no Cache-Status': drop('cache-status'),
  'caching.not-modified + compression.not-modified: a 304 that is a 200': status(200, isConfirmed),
  'caching.not-modified: a 304 of no length': put('x-late-length', '0', isConfirmed),
  'caching.not-modified: a 304 without Cache-Control': drop('cache-control', isConfirmed),
  'methods.head: HEAD that is not found': error(404, 'not_found', (it) => it.method === 'HEAD'),
  'methods.head: HEAD of another type': put('content-type', 'text/html+xml', (it) => it.method === 'HEAD'),
  'parameters.unknown: a query that busts the cache': ({ path, headers }) =>
    path === `${TLE}?doctor=1` &&
    headers.set('x-fetched-at', later(String(headers.get('x-fetched-at')), 1_000)),
  'signatures.verify: a signed body that was changed': text(at(TLE), (body) => body.replace('ISS', 'XSS')),
  'signatures.verify: a key that is not published': text(
    at('/.well-known/http-message-signatures-directory'),
    (body) => body.replaceAll('"x":"', '"x":"A'),
  ),
  'signatures.verify: the signature of another path': patch('content-location', /.*/, '/v1/tle/weather'),
})
