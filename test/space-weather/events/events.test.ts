import { memory } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import {
  coronalMassEjections,
  flares,
  solarEnergeticParticles,
} from '../../../packages/core/src/features/space-weather/events/feeds.ts'
import { goesFlares } from '../../../packages/core/src/features/space-weather/events/goes-flares.ts'
import {
  recent,
  toRecentEventsData,
} from '../../../packages/core/src/features/space-weather/events/recent.ts'
import { json } from '../../fixtures/bodies.ts'
import { analysis, cme, enlil, flare, sep } from '../../fixtures/donki.ts'
import { published } from '../../fixtures/payload.ts'
import { flareRow } from '../../fixtures/swpc.ts'
import { MINUTE, settled } from '../../storage/cache/cache.ts'
import { stoppedClock, testService } from '../../support/service.ts'

const NOW = Date.parse('2026-11-21T12:34:00Z')
const facts = { source: 'label', fetchedAt: NOW, unavailable: [] }
const serve = (cmes: object[] = [], flrs: object[] = [], seps: object[] = []) =>
  published(
    recent,
    toRecentEventsData(
      [
        ...coronalMassEjections.parse(json(cmes), NOW),
        ...flares.parse(json(flrs), NOW),
        ...solarEnergeticParticles.parse(json(seps), NOW),
      ],
      facts,
    ),
  )

test('an event list has its fields in order', () => {
  const data = serve([cme({ cmeAnalyses: [analysis({ enlilList: [enlil()] })] })])
  expect([recent.path, recent.ttlMs]).toEqual(['/v1/events/recent', 15 * 60_000])
  expect(Object.keys(data)).toEqual([
    'count',
    'window_start',
    'window_end',
    'events',
    'unavailable_kinds',
    'as_of',
    'source',
  ])
  expect(data).toMatchObject({
    count: 1,
    window_start: '2026-11-14T12:34:00.000Z',
    window_end: '2026-11-21T12:34:00.000Z',
    as_of: '2026-11-21T12:34:00.000Z',
    source: 'label',
  })
  expect(Object.keys(data.events[0] ?? {}).join(' ')).toBe(
    'id kind start_time peak_time end_time flare_class source_location active_region speed_km_s half_angle_deg ' +
      'latitude_deg longitude_deg earth_impact linked_event_ids instruments url',
  )
  expect(Object.keys(data.events[0]?.earth_impact ?? {})).toEqual([
    'arrival_time',
    'glancing',
    'kp_max',
    'awaits_run',
  ])
})

test('events of all kinds are listed together, newest first', () => {
  expect(serve([cme()], [flare()], [sep(['GOES-P: SEISS'])]).events.map(({ kind }) => kind)).toEqual([
    'sep',
    'cme',
    'flare',
  ])
})

test('only events of the last seven days are listed', () => {
  const flares = [
    '2026-11-14T12:33Z',
    '2026-11-14T12:34Z',
    '2026-11-21T12:34Z',
    '2026-11-21T12:35Z',
    '2099-01-01T00:00Z',
  ].map((beginTime, i) => flare({ flrID: `FLR-${i}`, beginTime }))
  expect(serve([], flares).events.map(({ id }) => id)).toEqual(['FLR-2', 'FLR-1'])
})

test('every event id is listed once', () => {
  expect(serve([cme(), cme({ versionId: 2 })]).count).toBe(1)
  expect(serve([cme({ activityID: 'X' })], [flare({ flrID: 'X' })]).count).toBe(1)
})

test('an empty event list is valid', () => {
  expect(serve()).toMatchObject({ count: 0, events: [] })
})

test('GOES flares have the shape of events', () => {
  const events = goesFlares.parse(
    json([flareRow(), flareRow({ begin_time: '2026-11-20T01:00:00Z', max_time: 'Unk' })]),
    NOW,
  )
  expect(published(recent, toRecentEventsData(events, facts)).count).toBe(2)
})

test('model runs are not listed as events', () => {
  expect(serve([], [], [sep(['MODEL: REleASE:SOHO/EPHIN'])]).count).toBe(0)
})

describe('source names the feeds that were read', () => {
  const DONKI = 'NASA DONKI space weather events'
  const GOES = 'NOAA SWPC GOES X-ray flares (7 days)'
  const bodies: Readonly<Record<string, string>> = {
    CME: json([cme({ cmeAnalyses: [analysis({ enlilList: [enlil()] })] })]),
    FLR: json([flare()]),
    SEP: json([]),
    GOES: json([flareRow()]),
  }
  async function sourcesWithout(...away: string[]) {
    const fetch: typeof globalThis.fetch = async (input) => {
      const [, kind = 'GOES'] = /get\/(\w+)/.exec(String(input)) ?? []
      return new Response(bodies[kind], { status: away.includes(kind) ? 500 : 200 })
    }
    const { get } = await testService({ fetch }, stoppedClock(NOW))
    return async (path: string) => {
      const { json: answer } = await get(path)
      if (answer.data) expect(answer.source).toBe(answer.data.source)
      return answer.source
    }
  }

  test.each<[string, string[], string]>([
    ['of DONKI alone', [], DONKI],
    ['of DONKI, and of NOAA whose flares stand in', ['FLR'], `${DONKI}; ${GOES}`],
    ['of NOAA alone, where DONKI has nothing', ['CME', 'FLR', 'SEP'], GOES],
  ])('%s', async (_, away, expected) => {
    const sourceOf = await sourcesWithout(...away)
    expect(await sourceOf('/v1/events/recent')).toBe(expected)
  })

  test('and a selection those of its kinds', async () => {
    const sourceOf = await sourcesWithout('FLR')
    for (const [query, expected] of [
      ['kind=flare', GOES],
      ['kind=cme', DONKI],
      ['kind=sep,cme&limit=1', DONKI],
      ['kind=flare,cme', `${DONKI}; ${GOES}`],
      ['min_class=M1', `${DONKI}; ${GOES}`],
    ])
      expect([query, await sourceOf(`/v1/events/recent?${query}`)]).toEqual([query, expected])
    expect(await sourceOf('/v1/space-weather/arrivals')).toBe(DONKI)
  })
})

describe('when the feed of a kind is unavailable', () => {
  const TTL = 15 * MINUTE
  const PATH = '/v1/events/recent'
  const bodies: Record<string, () => string> = {
    CME: () => json([cme()]),
    FLR: () => json([flare()]),
    SEP: () => json([sep(['GOES-P: SEISS'])]),
  }

  function setUp(clock = stoppedClock(NOW)) {
    const away = new Set<string>()
    const asked: string[] = []
    const store = memory()
    const fetch: typeof globalThis.fetch = async (input) => {
      const [, kind = 'GOES'] = /get\/(\w+)/.exec(String(input)) ?? []
      asked.push(kind)
      if (away.has(kind) || kind === 'GOES') throw new TypeError('fetch failed')
      return new Response(bodies[kind]?.())
    }
    return { clock, away, asked, start: () => testService({ store, fetch }, clock) }
  }
  const kindsIn = ({ json: { data } }: { json: { data: { events: { kind: string }[] } } }) =>
    data.events.map(({ kind }) => kind).sort()

  test('the other kinds are served, and unavailable_kinds lists it', async () => {
    const { away, start } = setUp()
    away.add('SEP')
    const { get } = await start()
    const partial = await get(PATH)
    expect(kindsIn(partial)).toEqual(['cme', 'flare'])
    expect(partial.json.data).toMatchObject({ count: 2, unavailable_kinds: ['sep'] })
    expect(Date.parse(partial.json.valid_until) - Date.parse(partial.json.fetched_at)).toBe(TTL)
  })

  test('unavailable_kinds is empty if all feeds work, and the request fails if none does', async () => {
    const { away, start, clock } = setUp()
    const { get } = await start()
    expect((await get(PATH)).json.data.unavailable_kinds).toEqual([])
    for (const kind of ['CME', 'FLR', 'SEP']) away.add(kind)
    clock.advance(TTL)
    expect((await get(PATH)).status).toBe(503)
  })

  test('an empty list of ejections counts as unavailable', async () => {
    const fetch = async (input: unknown) => new Response(String(input).includes('/CME') ? '' : '[]')
    const { get } = await testService({ fetch: fetch as typeof globalThis.fetch }, stoppedClock(NOW))
    expect((await get(PATH)).json.data).toMatchObject({ count: 0, unavailable_kinds: ['cme'] })
  })

  test('the cached complete response is served while valid, and replaced once expired', async () => {
    const { away, start, clock } = setUp()
    const { get } = await start()
    const whole = await get(PATH)
    away.add('CME')
    clock.advance(0.95 * TTL)
    await get(PATH)
    await settled()
    expect((await get(PATH)).text).toBe(whole.text)
    clock.goTo(NOW + TTL)
    expect((await get(PATH)).json.data.unavailable_kinds).toEqual(['cme'])
  })

  test('the feed is retried within a minute, by another process too, and the response is then complete', async () => {
    const { away, asked, start, clock } = setUp()
    away.add('SEP')
    const one = await start()
    await one.get(PATH)
    const other = await start()
    const questions = asked.length
    clock.advance(MINUTE - 1)
    await one.get(PATH)
    expect(asked).toHaveLength(questions)
    expect((await other.get(PATH)).json.data.unavailable_kinds).toEqual(['sep'])
    away.clear()
    clock.advance(MINUTE)
    await other.get(PATH)
    await settled()
    const whole = await other.get(PATH)
    expect(kindsIn(whole)).toEqual(['cme', 'flare', 'sep'])
    expect(Date.parse(whole.json.fetched_at)).toBe(clock.now().getTime())
  })

  test('if one kind returns and another fails, events of the valid response are kept', async () => {
    const { away, start, clock } = setUp()
    away.add('SEP')
    const { get } = await start()
    const first = await get(PATH)
    away.clear()
    away.add('FLR')
    clock.advance(MINUTE)
    await get(PATH)
    await settled()
    expect((await get(PATH)).text).toBe(first.text)
  })
})
