import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSpaceData } from '@space-data/core'
import { toNodeListener } from '@space-data/core/node'
import { sampleFetch } from '@space-data/sample'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { snapshotKey } from '../../packages/core/src/kernel/endpoint/cached.ts'
import { parseParameters } from '../../packages/core/src/kernel/http/parameters.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { stoppedClock, testService } from '../support/service.ts'
import { shortSample } from '../support/short-sample.ts'
import { signing } from '../support/signing-keys.ts'
import { cachedEndpoints, endpoints, examplePath } from '../support/table.ts'
import { orInSoak, runs } from '../support/tier.ts'

vi.setConfig({ testTimeout: 60_000 })

/** Query strings of a path. */
const QUERIES = orInSoak(200, 5_000)
/** Headers of a request: each of its own tells which one it was. `test` has every fifth of them. */
const AT_ONCE = orInSoak(5, 1)
/** Values of each parameter, each in four spellings. */
const VALUES = orInSoak(500, 10_000)

const clock = stoppedClock()
const sample = shortSample(clock.now)

/** A service over the sample whose calls are counted and may be held up. */
function counted() {
  const upstream = { calls: 0, answer: sample as typeof fetch }
  const fetched: typeof fetch = (...request) => {
    upstream.calls += 1
    return upstream.answer(...request)
  }
  return {
    upstream,
    options: {
      fetch: fetched,
      limits: { referencePerMinute: 1_000_000, publicPerMinute: 1_000_000, hapiPerMinute: 1_000_000 },
    },
  }
}

describe('the cache key ignores', () => {
  test('thousands of query strings: one upstream call, one body', async () => {
    const { upstream, options } = counted()
    const { get } = await testService(options, clock)
    const paths = ['/v1/space-weather/kp', '/v1/tle/stations']
    const odd = [
      '',
      '&',
      '?x',
      '=',
      'a[]=1',
      '%zz',
      '__proto__=1',
      'kp=9',
      'valid_until=0',
      'group=active',
      '😀',
    ]
    for (const path of paths) {
      upstream.calls = 0
      const texts = new Set<string>()
      for (let i = 0; i < QUERIES; i += 1) {
        const query = i < odd.length ? odd[i] : `x=${i}&y${i}=${'z'.repeat(i % 50)}`
        texts.add((await get(`${path}?${query}`)).text)
      }
      expect(upstream.calls).toBe(1)
      expect(texts.size).toBe(1)
    }
  })

  test('headers: they change no byte of a response and are not echoed', async () => {
    const { upstream, options } = counted()
    const { get } = await testService({ ...options, signing }, clock)
    const marker = 'm4rker'
    const notYet = /^\/(shell|globe|v1\/reports|pub)\/|\/history$/
    const paths = cachedEndpoints.map(examplePath).filter((path) => !notYet.test(path))
    const tried = HEADERS.filter((_, i) => i % orInSoak(5, 1) === 0)
    for (const path of paths) {
      await get(path)
      const plain = await get(path)
      expect(plain.status).toBe(200)
      const calls = upstream.calls
      for (let i = 0; i < tried.length; i += AT_ONCE) {
        const names = tried.slice(i, i + AT_ONCE)
        const marked = await get(path, Object.fromEntries(names.map((name) => [name, `${marker}.test`])))
        expect(marked.text).toBe(plain.text)
        expect(withoutId(marked.headers)).toEqual(withoutId(plain.headers))
      }
      expect(upstream.calls).toBe(calls)
    }
    expect(new Set(HEADERS).size).toBe(100)
  })
})

describe('the cache key distinguishes', () => {
  const withParameters = endpoints.filter(({ pathParameters }) => Object.keys(pathParameters).length > 0)

  test('routes and parameters', () => {
    const value = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.constantFrom('"', '",', '"]', '{}', '\\', '\\"', 'null', '1', '__proto__', '\u2028', ':'),
    )
    const params = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('a', 'b', '__proto__', '"')), value, {
      maxKeys: 3,
      noNullPrototype: true,
    })
    const call = fc.tuple(fc.oneof(fc.string(), fc.constantFrom('/a', '/a",{"b":"', '/a/{b}')), params)
    const renamed = fc.tuple(call, fc.constantFrom('a', 'b', 'c')).map(([[path, given], name]) => {
      const [first, ...rest] = Object.entries(given)
      return [
        [path, given] as const,
        [path, Object.fromEntries(first ? [[name, first[1]], ...rest] : [])] as const,
      ] as const
    })
    const parameters = runs(300, 500_000)
    fc.assert(
      fc.property(fc.oneof(fc.tuple(call, call), renamed), ([[path, given], [otherPath, other]]) => {
        const isSame = path === otherPath && isEqual(given, other)
        expect(snapshotKey(path, given) === snapshotKey(otherPath, other)).toBe(isSame)
      }),
      parameters,
    )
  })

  test('each value of an id, a group and an altitude', () => {
    // Most values are refused, and the stack of each refusal takes most of the time.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    onTestFinished(() => {
      Error.stackTraceLimit = stackTraceLimit
    })
    const keys = new Map<string, string>()
    const collisions: string[] = []
    for (const endpoint of withParameters) {
      const name = Object.keys(endpoint.pathParameters)[0] as string
      for (let i = 1; i <= VALUES; i += 1) {
        for (const raw of [String(i), `g${i}`, `G-${i}`, `%67${i}`]) {
          const match = { ...ROUTE, rawParams: { [name]: raw }, query: `x=${i}` }
          const params = attempt(() => parseParameters(endpoint, match))
          if (params === undefined) continue
          const key = snapshotKey(endpoint.path, params)
          const spelling = `${endpoint.path} ${JSON.stringify(params[name])}`
          if ((keys.get(key) ?? spelling) !== spelling) collisions.push(key)
          keys.set(key, spelling)
        }
      }
    }
    expect(collisions).toEqual([])
    expect(keys.size).toBeGreaterThan(3 * VALUES)
  })
})

describe('one load shared by concurrent requests', () => {
  test('is not cancelled by a client that disconnects', async () => {
    const { upstream, options } = counted()
    let go: () => void = () => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    upstream.answer = async (input, init) => {
      await gate
      init?.signal?.throwIfAborted()
      return sample(input)
    }
    let asked = 0
    const spaceData = createSpaceData({ ...options, now: clock.now, onError: () => {} })
    const server = createServer(toNodeListener(spaceData)).listen(0, '127.0.0.1')
    server.prependListener('request', () => {
      asked += 1
    })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/v1/tle/stations`

    const first = request(url).on('error', () => {})
    first.end()
    await vi.waitFor(() => expect(upstream.calls).toBe(1), PATIENCE_MS)
    const others = Array.from({ length: 20 }, () => fetch(url))
    const fetchAborted = new AbortController()
    const quitter = fetch(url, { signal: fetchAborted.signal }).catch(() => 'gone')
    await vi.waitFor(() => expect(asked).toBe(22), PATIENCE_MS)
    first.destroy()
    fetchAborted.abort()
    expect(await quitter).toBe('gone')
    go()
    const answers = await Promise.all(others)
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    await Promise.all(answers.map((answer) => answer.arrayBuffer()))
    expect(upstream.calls).toBe(1)
    server.close()
    server.closeAllConnections()
    await spaceData.close()
  })

  test('is not cancelled by a Request that is aborted', async () => {
    const { upstream, options } = counted()
    let go: () => void = () => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    upstream.answer = async (input) => {
      await gate
      return sample(input)
    }
    const spaceData = createSpaceData({ ...options, now: clock.now })
    const abort = new AbortController()
    const ask = (signal?: AbortSignal) =>
      spaceData.handle(new Request('http://space-data.test/v1/tle/stations', signal ? { signal } : {}))
    const first = ask(abort.signal)
    const second = ask()
    abort.abort()
    go()
    expect((await second).status).toBe(200)
    expect([200, 499]).toContain((await first).status)
    expect(upstream.calls).toBe(1)
  })

  test('fails all of them, and is retried after the pause, not before', async () => {
    const own = stoppedClock()
    const { upstream, options } = counted()
    upstream.answer = () => Promise.reject(new TypeError('fetch failed'))
    const { get } = await testService(options, own)
    const path = '/v1/launches/upcoming'
    const waiting = await Promise.all(Array.from({ length: 100 }, () => get(path)))
    expect(new Set(waiting.map(({ status }) => status))).toEqual(new Set([503]))
    expect(upstream.calls).toBe(1)
    upstream.answer = sampleFetch(own.now)
    own.advance(4_999)
    expect((await get(path)).status).toBe(503)
    expect(upstream.calls).toBe(1)
    own.advance(2_501)
    expect((await get(path)).status).toBe(200)
    expect(upstream.calls).toBe(2)
  })
})

/** Names that proxies, frameworks and attackers send; none of them means anything here. */
const HEADERS = `
  accept-charset accept-datetime accept-encoding accept-language access-control-request-headers
  access-control-request-method age base-url cache-control cdn-loop cf-connecting-ip cf-ray cf-visitor
  client-ip cloudfront-viewer-country content-language contact cookie destination device-memory dnt
  early-data expires fastly-client-ip fastly-ssl forwarded from front-end-https host-override http-host
  if-match if-modified-since if-range if-unmodified-since link location max-forwards origin pragma prefer
  priority profile proxy proxy-authorization proxy-host purpose range real-ip redirect referer request-uri
  save-data sec-ch-ua sec-fetch-site sec-gpc service-worker source-ip surrogate-capability tenant
  traceparent tracestate true-client-ip uri url user-agent vary via viewport-width warning
  x-amz-website-redirect-location x-amzn-trace-id x-backend-host x-cache-key x-debug x-arbitrary
  x-att-deviceid x-client-ip x-cluster-client-ip x-correlation-id x-csrf-token x-custom-ip-authorization
  x-forwarded x-forwarded-by x-forwarded-for x-forwarded-host x-forwarded-port x-forwarded-prefix
  x-forwarded-proto x-forwarded-scheme x-forwarded-server x-host x-http-host-override
  x-http-method-override x-original-host x-original-url x-real-ip x-request-id x-requested-with
  x-rewrite-url x-wap-profile
`
  .trim()
  .split(/\s+/)

/** Everything but the request's own id and the quota, which counts. */
function withoutId(headers: Headers): string[][] {
  return [...headers].filter(([name]) => !['x-service-request-id', 'ratelimit'].includes(name))
}

function isEqual(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  return JSON.stringify(Object.entries(a)) === JSON.stringify(Object.entries(b))
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

const ROUTE = { path: '', methods: new Map(), allow: '', isShared: true }
