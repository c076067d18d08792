import { sampleFetch } from '@space-data/sample'
import { describe, expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'
import { endpoints, examplePath } from '../support/table.ts'

/** What is computed of elements, for as long as these are held, is another response each time. */
const isComputed = ({ path, isMirrored }: (typeof endpoints)[number]) =>
  isMirrored === true && /^\/v1\/(objects\/.*\/(position|passes)|passes|above)/.test(path)
const fromUpstream = endpoints.filter((each) => each.upstreams.length > 0 || isComputed(each))
const cases = fromUpstream.map((endpoint) => [endpoint.path, examplePath(endpoint), endpoint] as const)

/** Paths of groups of CelesTrak, which is asked for one again only after its update cycle. */
const OF_GROUPS = /^\/v1\/(tle|above|passes|objects($|\/.*\/(position|passes)))/
const CYCLE_SECONDS = 7_200

describe.each(cases)('%s', (_, path) => {
  test.each([
    ['unreachable', async () => Promise.reject(new TypeError('fetch failed')), 503, 'upstream_unavailable'],
    [
      'an error of the server',
      async () => new Response('<h1>Server Error (500)</h1>', { status: 500 }),
      503,
      'upstream_unavailable',
    ],
    ['too many requests', async () => new Response('', { status: 429 }), 503, 'upstream_unavailable'],
    ['HTML with 200', async () => new Response('<!doctype html><p>maintenance'), 502, 'upstream_invalid'],
    ['null', async () => new Response('null'), 502, 'upstream_invalid'],
    [
      'a cut document',
      async () => new Response('[{"time_tag":"2026-11-21T12:00:00","kp'),
      502,
      'upstream_invalid',
    ],
  ] as const)('%s', async (what, fetch, status, error) => {
    const { get } = await testService({ fetch })
    const answer = await get(path)
    expect(answer.json).toEqual({ error, message: expect.any(String) })
    expect(answer.status).toBe(status)
    const retryAfter = Number(answer.headers.get('retry-after'))
    const isRefunded = ['unreachable', 'an error of the server'].includes(what)
    if (OF_GROUPS.test(path) && !isRefunded) expect([2_700, CYCLE_SECONDS]).toContain(retryAfter)
    else {
      expect(retryAfter).toBeGreaterThanOrEqual(30)
      expect(retryAfter).toBeLessThanOrEqual(60)
    }
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('a failing upstream is queried once for many callers and not for the next 5 seconds', async () => {
    let asked = 0
    const { get } = await testService({
      fetch: async () => {
        asked += 1
        throw new TypeError('fetch failed')
      },
    })
    await Promise.all(Array.from({ length: 100 }, () => get(path)))
    const once = asked
    expect(once).toBeLessThanOrEqual(4)
    await get(path)
    expect(asked).toBe(once)
  })
})

test.each(cases.filter(([, , endpoint]) => isComputed(endpoint)))(
  '%s is computed as long as elements are held, then 503',
  async (_, path, { maxTtlMs = 0 }) => {
    const clock = stoppedClock()
    const good = sampleFetch(clock.now)
    let fails = false
    const fetch: typeof globalThis.fetch = (...request) =>
      fails ? Promise.reject(new TypeError('fetch failed')) : good(...request)
    const { get } = await testService({ staleIfErrorMs: 0, fetch }, clock)
    expect((await get(path)).status).toBe(200)
    fails = true
    clock.advance(30 * 60_000)
    expect((await get(path)).status).toBe(200)
    clock.advance(maxTtlMs)
    expect((await get(path)).status).toBe(503)
  },
)

const repeated = cases.filter(([, , endpoint]) => !isComputed(endpoint))

describe.each(repeated)('%s, after a success', (_, path, endpoint) => {
  async function failingAfterTheFirst(staleIfErrorMs: number) {
    const clock = stoppedClock()
    const good = sampleFetch(clock.now)
    let fails = false
    const service = await testService(
      {
        staleIfErrorMs,
        fetch: (...request) => (fails ? Promise.reject(new TypeError('fetch failed')) : good(...request)),
      },
      clock,
    )
    const first = await service.get(path)
    fails = true
    return { ...service, first }
  }

  test('past valid_until it is 503, as specified', async () => {
    const { get, clock } = await failingAfterTheFirst(0)
    clock.advance(endpoint.ttlMs ?? 0)
    expect((await get(path)).status).toBe(503)
  })

  test('within staleIfError the last response is served unchanged and marked stale', async () => {
    const { get, clock, first } = await failingAfterTheFirst(3_600_000)
    clock.advance((endpoint.ttlMs ?? 0) + 60_000)
    const stale = await get(path)
    expect(stale.status).toBe(200)
    expect(stale.text).toBe(first.text)
    expect(stale.headers.get('cache-control')).toBe('no-store')
    expect(stale.headers.get('cache-status')).toBe('space-data; hit; ttl=-60')
    clock.advance(3_600_000)
    expect((await get(path)).status).toBe(503)
  })
})
