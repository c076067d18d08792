import { describe, expect, test } from 'vitest'
import { asked, type FeedCase, feedCases, LONG, onlyFeed } from '../faults/upstream-feeds.ts'
import { json } from '../fixtures/bodies.ts'
import { launch, page } from '../fixtures/launches.ts'
import { dailySolar, notice } from '../fixtures/swpc.ts'
import { testContext } from '../support/context.ts'
import { stoppedClock, testService } from '../support/service.ts'
import { turns } from '../support/turns.ts'

const [MINUTE, HOUR] = [60_000, 3_600_000]

/** Feeds of one record, one message or one grid: there is no other row that could be served. */
const SINGLE = new Set(['swpc-wwv', 'swpc-ovation', 'swpc-drap', 'launch-library-launch'])

/** How one row of a body is spoilt or a bad one added, where that is not done alike for all. */
const SPOILT: Readonly<Record<string, (body: string) => string>> = {
  'swpc-kp-forecast': (body) => body.replace(/(00-03UT +)2\.33/, '$1n/a '),
  'swpc-27-day-outlook': (body) => body.replace(/^(\d{4} \w{3} \d\d +)100 /m, '$1n/a '),
  'swpc-discussion': (body) => body.replace('Solar Wind', '1.'),
  'swpc-scales': (body) => JSON.stringify({ ...JSON.parse(body), 2: 'none' }),
  'swpc-sunspots': (body) =>
    body.replace(/^(?=\d{4} \d\d \d\d)/m, '2026 11 01 -1 116 670 2 -999 * 7 1 0 4 0 0 0\n'),
  'gfz-kp': (body) => {
    const { datetime, Kp, status, ...rest } = JSON.parse(body)
    return JSON.stringify({
      ...rest,
      datetime: ['soon', ...datetime],
      Kp: [1, ...Kp],
      status: ['def', ...status],
    })
  },
  'celestrak-object': (body) => JSON.stringify([...JSON.parse(body), { NORAD_CAT_ID: 5 }]),
}

function spoilt({ id }: FeedCase, body: string): string {
  const own = SPOILT[id]
  if (own) return own(body)
  if (!/^\s*[[{]/.test(body)) {
    const [header = '', ...rows] = body.split('\r\n')
    return [header, header.replace(/[^,]+/g, '?'), ...rows].join('\r\n')
  }
  const document = JSON.parse(body)
  if (!Array.isArray(document)) return JSON.stringify({ ...document, ...page(...document.results, 'none') })
  const [first, ...rest] = document
  return JSON.stringify(Array.isArray(first) ? [first, ['none'], ...rest] : ['none', ...document])
}

const rowFeeds = feedCases
  .filter(({ id }) => !SINGLE.has(id))
  .map((feed): [string, FeedCase] => [feed.id, feed])

describe.each(rowFeeds)('one unusable row of %s', (id, feed) => {
  function feedOf() {
    const base = testContext()
    const upstream = { body: (body: string) => body }
    const fetch = onlyFeed(feed, () => new Response(upstream.body(feed.body(base.time.at))))
    const context = { ...base, fetch }
    const stateOf = () => context.upstreams.states.get(id)
    return { context, upstream, stateOf }
  }
  const REASON = /^1 of \d+ rows is unusable: (row|line|object|member) -?\d+: [^;]+$/

  test('hides no other after a cold start, and is named with the reason', async () => {
    const { context, upstream, stateOf } = feedOf()
    upstream.body = (body) => spoilt(feed, body)
    expect(spoilt(feed, feed.body(context.now()))).not.toBe(feed.body(context.now()))
    expect((await asked(feed, context)).status).toBe(200)
    expect(await stateOf()).toMatchObject({
      ...{ ok: true, schemaOk: true, consecutiveFailures: 0 },
      ...{ reason: 'unusable_rows', error: expect.stringMatching(REASON) },
    })
    // Said once, and again when it is news.
    const ofFeed = () => context.errors.filter((error) => (error as Error).message === id)
    expect(ofFeed().map((error) => String((error as Error).cause))).toEqual([
      expect.stringMatching(/^Error: 1 of \d+ rows is unusable: /),
    ])
    context.time.at += LONG
    await asked(feed, context)
    expect(ofFeed()).toHaveLength(1)
  })

  test('hides no other once the copy that is held has expired', async () => {
    const { context, upstream, stateOf } = feedOf()
    expect((await asked(feed, context)).status).toBe(200)
    expect((await stateOf())?.error).toBeNull()
    upstream.body = (body) => spoilt(feed, body)
    context.time.at += LONG
    expect((await asked(feed, context)).status).toBe(200)
    expect((await stateOf())?.reason).toBe('unusable_rows')
    upstream.body = (body) => body
    context.time.at += LONG
    await asked(feed, context)
    expect((await stateOf())?.error).toBeNull()
  })
})

/** A service of one feed, whose body a test changes. */
async function serviceOf(part: string, body: string) {
  const clock = stoppedClock()
  const upstream = { body, asked: 0 }
  const fetch: typeof globalThis.fetch = async (input) => {
    if (!String(input).includes(part)) return new Response('', { status: 500 })
    upstream.asked += 1
    return new Response(upstream.body)
  }
  return { ...(await testService({ fetch }, clock)), clock, upstream }
}

const NOW = Date.parse('2026-11-21T12:00:00Z')
const ROWS = Array.from(
  { length: 30 },
  () => '  203    116      670      2    -999      *   7  1  0  4  0  0  0',
)
const warning = (serial: number) =>
  notice(`WARK05-${serial}`, NOW - serial * HOUR, ['WARNING: Geomagnetic K-index of 5 expected'])
const launches = (count: number) =>
  Array.from({ length: count }, (_, i) => launch({ id: `launch-${i}`, net: '2026-11-23T00:14:00Z' }))

describe('a body of which more than 2 % of the rows are unusable', () => {
  test.each([
    [
      '/v1/space-weather/sunspots',
      'daily-solar',
      dailySolar(NOW, ROWS),
      dailySolar(NOW, ROWS.with(0, ' -1')),
      30,
    ],
    [
      '/v1/space-weather/notices',
      'alerts.json',
      json([1, 2, 3].map(warning)),
      json([...[1, 2, 3].map(warning), 'none']),
      1,
    ],
    [
      '/v1/launches/upcoming',
      'launches/upcoming',
      json(page(...launches(3))),
      json(page(...launches(3), 'x')),
      60,
    ],
  ])(
    'replaces no copy of %s that is valid, and is served once that has expired',
    async (path, part, good, bad, ttl) => {
      const { get, clock, upstream } = await serviceOf(part, good)
      const first = await get(path)
      upstream.body = bad
      clock.advance(0.95 * ttl * MINUTE)
      await get(path)
      await turns()
      expect(upstream.asked).toBe(2)
      expect((await get(path)).text).toBe(first.text)
      clock.advance(0.1 * ttl * MINUTE)
      const { status, json: later } = await get(path)
      expect([status, later.fetched_at > first.json.fetched_at]).toEqual([200, true])
      // What is held now is no better, so that the next one replaces it ahead of its end.
      clock.advance(0.95 * ttl * MINUTE)
      await get(path)
      await turns()
      expect((await get(path)).json.fetched_at > later.fetched_at).toBe(true)
    },
  )

  test('of 2 % or less replaces it', async () => {
    const { get, clock, upstream } = await serviceOf('launches/upcoming', json(page(...launches(50))))
    await get('/v1/launches/upcoming')
    upstream.body = json(page(...launches(49), 'x'))
    clock.advance(57 * MINUTE)
    await get('/v1/launches/upcoming')
    await turns()
    expect((await get('/v1/launches/upcoming')).json.data.count).toBe(49)
  })

  test('with newer measurements replaces it at once', async () => {
    const rows = (minutes: readonly number[]) =>
      minutes.map((minute) => ({
        time_tag: new Date(NOW + minute * MINUTE).toISOString(),
        ...{ energy: '0.1-0.8nm', satellite: 18, flux: 1e-6 },
      }))
    const { get, clock, upstream } = await serviceOf('primary/xrays-6-hour', json(rows([-2, -1])))
    await get('/v1/space-weather/xray')
    upstream.body = json([...rows([-2, -1, 0]), { time_tag: 'soon' }])
    clock.advance(57_000)
    await get('/v1/space-weather/xray')
    await turns()
    expect((await get('/v1/space-weather/xray')).json.data.as_of).toBe('2026-11-21T12:00:00.000Z')
  })
})
