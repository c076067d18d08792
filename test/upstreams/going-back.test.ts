import { memory } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { groupElementSets } from '../../packages/core/src/features/objects/celestrak/element-sets.ts'
import { feedCases, LONG, onlyFeed } from '../faults/upstream-feeds.ts'
import { launch, page } from '../fixtures/launches.ts'
import { kpRow, threeHourRow, xrayRow } from '../fixtures/swpc.ts'
import { settled } from '../storage/cache/cache.ts'
import { testContext } from '../support/context.ts'
import { stoppedClock, testService } from '../support/service.ts'

const MINUTE = 60_000
const NOON = Date.parse('2026-11-21T12:00:00Z')
const caseOf = (id: string) => feedCases.find((feed) => feed.id === id)!

/** A service where one feed answers what a test gives it. */
async function serviceOf(id: string, path: string) {
  const clock = stoppedClock(NOON)
  const upstream = { body: '' }
  const service = await testService({ fetch: onlyFeed(caseOf(id), () => new Response(upstream.body)) }, clock)
  return {
    ...service,
    upstream,
    ask: async (body: string) => {
      upstream.body = body
      const answer = await service.get(path)
      expect(answer.status).toBe(200)
      return answer
    },
  }
}

const measured = feedCases.filter(({ id }) => /^swpc-(kp-\d|wind|mag|xray|proton)/.test(id))
const asked = measured.filter(({ id }) => /-1m$|-primary$/.test(id))
const standIns = measured.filter((feed) => !asked.includes(feed))
const named = (feeds: typeof measured) => feeds.map((feed) => [feed.id, feed] as const)
const ttlOf = ({ valid_until, fetched_at }: { valid_until: string; fetched_at: string }) =>
  Date.parse(valid_until) - Date.parse(fetched_at)

describe.each(named(asked))('%s, when it returns older data', (id, feed) => {
  test('by an hour: the cached value is served until it expires, then the provider’s', async () => {
    const { ask, clock, errors, get } = await serviceOf(id, feed.path!)
    const first = await ask(feed.body(NOON))
    errors.length = 0
    const ttl = ttlOf(first.json)
    clock.advance(0.95 * ttl)
    const older = feed.body(NOON - 60 * MINUTE)
    await ask(older)
    await settled()
    for (const passed of [0, 0.03 * ttl]) {
      clock.advance(passed)
      const held = await ask(older)
      expect(held.text).toBe(first.text)
      expect(held.headers.get('cache-control')).toMatch(/max-age=\d/)
    }
    expect(errors.map((error) => String((error as Error).cause))).toContain(
      'Error: received older data than before; the newer value is served until it expires',
    )
    const { upstreams } = (await get('/status')).json.data
    expect(upstreams.find((row: { id: string }) => row.id === id)).toMatchObject({
      consecutive_failures: 0,
      error: 'received older data than before; the newer value is served until it expires',
    })
    clock.goTo(NOON + ttl)
    const { fetched_at, data } = (await ask(older)).json
    expect(Date.parse(fetched_at)).toBe(NOON + ttl)
    expect(Date.parse(data.as_of)).toBeLessThanOrEqual(NOON - 60 * MINUTE)
  })

  test('by ten minutes: the older value is served under its own times, ahead of expiry too', async () => {
    const { ask, clock, errors } = await serviceOf(id, feed.path!)
    const first = await ask(feed.body(NOON))
    errors.length = 0
    clock.advance(0.95 * ttlOf(first.json))
    const older = feed.body(NOON - 10 * MINUTE)
    await ask(older)
    await settled()
    const { json } = await ask(older)
    expect(Date.parse(json.fetched_at)).toBe(clock.now().getTime())
    expect(Date.parse(first.json.data.as_of) - Date.parse(json.data.as_of)).toBe(10 * MINUTE)
    expect(errors.filter((error) => String(error).includes(id))).toEqual([])
  })

  test('and then fails: the cached value keeps its times', async () => {
    const { ask, clock, get, upstream } = await serviceOf(id, feed.path!)
    const first = await ask(feed.body(NOON))
    clock.advance(0.95 * ttlOf(first.json))
    await ask(feed.body(NOON - 60 * MINUTE))
    await settled()
    upstream.body = ''
    clock.goTo(Date.parse(first.json.valid_until))
    expect((await get(feed.path!)).status).toBe(502)
  })
})

describe.each(named(standIns))('%s, as a fallback', (id, feed) => {
  test('a minute older than the cached value: that is served until it expires, then the older one', async () => {
    const { ask, clock } = await serviceOf(id, feed.path!)
    const first = await ask(feed.body(NOON))
    const older = feed.body(NOON - MINUTE)
    clock.goTo(Date.parse(first.json.valid_until) - 1)
    expect((await ask(older)).text).toBe(first.text)
    clock.advance(1)
    const { json } = await ask(older)
    expect(Date.parse(json.fetched_at)).toBe(clock.now().getTime())
    expect(Date.parse(json.data.as_of)).toBe(Date.parse(first.json.data.as_of) - MINUTE)
  })
})

describe('during a storm, a feed that briefly returns old data', () => {
  const KP = '/v1/space-weather/kp'
  const store = memory()
  const clock = stoppedClock('2026-11-21T17:40:00Z')
  const upstream = { isAway: false, asked: 0 }
  const fetch: typeof globalThis.fetch = async (input) => {
    upstream.asked += 1
    if (String(input).includes('planetary_k_index_1m'))
      return upstream.isAway
        ? new Response('', { status: 503 })
        : new Response(JSON.stringify([kpRow('2026-11-21T17:35:00', 6)]))
    return new Response(JSON.stringify([threeHourRow('2026-11-21T12:00:00', 0.33)]))
  }
  const start = () => testService({ fetch, store }, clock)

  test('leaves the newer value in place until it expires, and has none then, in other processes too', async () => {
    const one = await start()
    const first = await one.get(KP)
    expect(first.json.data).toMatchObject({ kp: 6, as_of: '2026-11-21T17:35:00.000Z' })
    upstream.isAway = true
    clock.goTo('2026-11-21T17:54:58Z')
    for (const { get } of [one, await start()]) expect((await get(KP)).text).toBe(first.text)
    clock.goTo('2026-11-21T17:56:00Z')
    for (const { get } of [one, await start()]) {
      const { status, json, headers } = await get(KP)
      expect([status, json.error, headers.get('cache-control')]).toEqual([503, 'upstream_stale', 'no-store'])
      expect(json.message).toMatch(
        /^NOAA SWPC has no planetary K index \(1 minute\) newer than 2026-11-21T17:35:00.000Z; that value was valid until 2026-11-21T17:55:00.000Z\. Retry in [3-6]\d s; see \/status\.$/,
      )
    }
  })

  test('serves the newer value with the marks of stale ones where the operator allows it', async () => {
    const { get } = await testService({ fetch, store, staleIfErrorMs: 60 * MINUTE }, clock)
    const kept = await get(KP)
    expect([kept.status, kept.json.data.kp]).toEqual([200, 6])
    expect(kept.headers.get('cache-control')).toBe('no-store')
    expect(kept.headers.get('cache-status')).toBe('space-data; hit; ttl=-60')
  })

  test('is requested once a minute meanwhile', async () => {
    const { get } = await start()
    await get(KP)
    upstream.asked = 0
    for (let second = 0; second < 600; second += 5) {
      clock.advance(5_000)
      await get(KP)
    }
    // Of the two feeds the one that fails is asked less often.
    expect(upstream.asked).toBeGreaterThanOrEqual(10)
    expect(upstream.asked).toBeLessThanOrEqual(20)
  })

  test('is not served once the newer one is six hours old, because it is older', async () => {
    clock.goTo('2026-11-21T23:35:01Z')
    const { status, json } = await (await start()).get(KP)
    expect([status, json.error]).toEqual([503, 'upstream_stale'])
  })
})

test('a feed that is stuck does not replace the newer value of its fallback, by more than ten minutes', async () => {
  const clock = stoppedClock(NOON)
  const stamp = (minutesAgo: number) => new Date(NOON - minutesAgo * MINUTE).toISOString()
  let isSecondaryAway = false
  const { get } = await testService(
    {
      fetch: async (input) => {
        if (String(input).includes('primary')) return new Response(JSON.stringify([xrayRow(stamp(30), 1e-6)]))
        if (isSecondaryAway) throw new TypeError('fetch failed')
        return new Response(JSON.stringify([xrayRow(stamp(2), 5e-5)]))
      },
    },
    clock,
  )
  const first = await get('/v1/space-weather/xray')
  expect(first.json.data.flare_class).toBe('M5.0')
  isSecondaryAway = true
  clock.advance(MINUTE - 1)
  expect((await get('/v1/space-weather/xray')).text).toBe(first.text)
  clock.advance(1)
  const { status, json } = await get('/v1/space-weather/xray')
  expect([status, json.error]).toEqual([503, 'upstream_stale'])
})

test('a value stamped in the future does not block newer values', async () => {
  const { ask, clock } = await serviceOf('swpc-kp-3h', '/v1/space-weather/kp')
  const at = (minute: string, kp: number) => JSON.stringify([threeHourRow(`2026-11-21T${minute}:00`, kp)])
  expect((await ask(at('12:00', 9))).json.data.kp).toBe(9)
  // A clock that was ahead is set back.
  clock.goTo('2026-11-21T11:20:00Z')
  expect((await ask(at('09:00', 2))).json.data.kp).toBe(2)
})

test('an older copy of a group is put aside until the cached one expires, which keeps its own times', async () => {
  const [backend, time] = [memory(), { at: NOON }]
  const feed = caseOf('celestrak-group')
  let [sent, calls] = [feed.body(NOON), 0]
  const start = () => ({
    ...testContext({ backend, time }),
    fetch: onlyFeed(feed, () => {
      calls += 1
      return new Response(sent)
    }),
  })
  const contexts = [start(), start()]
  const seen = async (context = contexts[0]!) => {
    const { value, fetchedAt } = await groupElementSets('stations', context)
    await settled()
    return { epoch: value.byNoradId.get(25_544)?.epoch, fetchedAt: fetchedAt - NOON, calls }
  }
  const HOUR = 60 * MINUTE
  const first = await seen()
  expect(first).toMatchObject({ fetchedAt: 0, calls: 1 })
  // Ahead of its expiry after 3 hours it is requested again.
  sent = feed.body(NOON - 2 * HOUR)
  time.at = NOON + 2.8 * HOUR
  await seen()
  for (const at of [2.9, 2.99, 3 - 1e-6]) {
    time.at = NOON + at * HOUR
    for (const context of contexts) expect(await seen(context)).toEqual({ ...first, calls: 2 })
  }
  expect(contexts[0]!.errors.map((error) => String((error as Error).cause))).toEqual([
    'Error: received older data than before; the newer value is served until it expires',
  ])
  time.at = NOON + 3 * HOUR
  for (const context of contexts) {
    const then = await seen(context)
    expect(then).toMatchObject({ fetchedAt: 2.8 * HOUR, calls: 2 })
    expect(then.epoch && first.epoch && then.epoch < first.epoch).toBe(true)
  }
  // The cycle of two hours since the last request is kept.
  time.at = NOON + 4.79 * HOUR
  expect(await seen()).toMatchObject({ fetchedAt: 2.8 * HOUR, calls: 2 })
  sent = feed.body(NOON + 5 * HOUR)
  time.at = NOON + 5.8 * HOUR
  const last = await seen()
  expect(last).toMatchObject({ fetchedAt: 5.8 * HOUR, calls: 3 })
})

test('an older copy that comes after the cached one has expired is used, with the time of its fetch', async () => {
  const { ask, clock, errors } = await serviceOf('celestrak-group', '/v1/tle/stations')
  const { body } = caseOf('celestrak-group')
  const first = await ask(body(NOON))
  errors.length = 0
  clock.advance(LONG)
  const older = await ask(body(NOON - 2 * 60 * MINUTE))
  expect(older.text).not.toBe(first.text)
  expect(Date.parse(older.headers.get('x-fetched-at') ?? '')).toBe(clock.now().getTime())
  expect(errors.map((error) => String((error as Error).cause))).toEqual([
    'Error: received older data than before; the newer value is served until it expires',
  ])
})

test('a group that an object has left is not an older copy, though its newest epoch goes back', async () => {
  const { ask, clock, errors } = await serviceOf('celestrak-group', '/v1/tle/stations')
  const two = caseOf('celestrak-group').body(NOON)
  const [header, first, second] = two.split('\r\n') as [string, string, string]
  // Of a group that loses more than a fifth of its objects the second answer counts.
  const others = [1, 2, 3, 4].map((i) => first.replace(',25544,', `,${i}0001,`))
  const newer = second.replace(/,2026-11-21T10/, ',2026-11-21T11')
  expect(newer).not.toBe(second)
  expect((await ask([header, first, ...others, newer, ''].join('\r\n'))).headers.get('x-tle-count')).toBe('6')
  errors.length = 0
  clock.advance(LONG)
  expect((await ask([header, first, ...others, ''].join('\r\n'))).headers.get('x-tle-count')).toBe('5')
  expect(errors).toEqual([])
})

test('the newest edit of the launch list may go back, because launches leave the list', async () => {
  const { ask, clock } = await serviceOf('launch-library-upcoming', '/v1/launches/upcoming')
  const soon = launch({ id: 'soon', net: '2026-12-23T00:14:00Z', last_updated: '2026-11-21T11:00:00Z' })
  const later = launch({ id: 'later', net: '2026-12-23T00:14:00Z', last_updated: '2026-11-20T11:00:00Z' })
  expect((await ask(JSON.stringify(page(soon, later)))).json.data.count).toBe(2)
  clock.advance(LONG)
  expect((await ask(JSON.stringify(page(later)))).json.data.count).toBe(1)
})
