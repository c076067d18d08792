import type { CacheResult } from '../stand-in.ts'
import { at, drop, error, expectFailedChecks, failing, keyed, later, put, status, TLE } from './faults.ts'

const inCoding = ({ asked, headers }: CacheResult) =>
  asked['accept-encoding'] === 'br' && headers.get('vary')?.includes('Accept-Encoding') === true

expectFailedChecks([
  // Compression.
  ['a compressed form without Vary', drop('vary', inCoding), ['compression.vary']],
  [
    'one tag for all forms',
    (it) => it.headers.set('etag', String(it.headers.get('etag')).replace(/-(br|gzip)"$/, '"')),
    ['compression.etag', 'compression.not-modified'],
  ],
  [
    'a compressed form that is never confirmed',
    (it) => inCoding(it) && it.status === 304 && Object.assign(it, { status: 200 }),
    ['compression.not-modified'],
  ],
  // Caching.
  [
    'a public answer to a key',
    put('cache-control', 'public, max-age=10', (it) => keyed(it) && !failing(it)),
    ['caching.keyed'],
  ],
  [
    's-maxage',
    put('cache-control', 'private, max-age=10, s-maxage=10', (it) => keyed(it) && !failing(it)),
    ['caching.keyed'],
  ],
  ['no Vary', drop('vary', keyed), ['caching.vary']],
  ['a private table', put('cache-control', 'private, max-age=10', at('/ref/scales')), ['caching.public']],
  [
    'weak tags',
    (it) => it.headers.has('etag') && it.headers.set('etag', `W/${it.headers.get('etag')}`),
    ['caching.etag'],
  ],
  ['no tags', drop('etag'), ['caching.etag']],
  ['no Cache-Status', drop('cache-status'), ['caching.cache-status']],
  [
    'a 304 that is a 200',
    status(200, (it) => it.status === 304),
    ['caching.not-modified', 'compression.not-modified'],
  ],
  [
    'a 304 of no length',
    put('x-late-length', '0', (it) => it.status === 304),
    ['caching.not-modified-fields'],
  ],
  [
    'a 304 without Cache-Control',
    drop('cache-control', (it) => it.status === 304),
    ['caching.not-modified-fields'],
  ],
  ['HEAD that is not found', error(404, 'not_found', (it) => it.method === 'HEAD'), ['caching.head']],
  ['HEAD of another type', put('content-type', 'text/html', (it) => it.method === 'HEAD'), ['caching.head']],
  [
    'a query that busts the cache',
    (it) =>
      it.path === `${TLE}?doctor=1` &&
      it.headers.set('x-fetched-at', later(String(it.headers.get('x-fetched-at')), 1_000)),
    ['caching.unknown-query'],
  ],
])
