import { describe, expect, test } from 'vitest'
import { memory } from '../../packages/core/src/backends/memory.ts'
import { recent, toData } from '../../packages/core/src/endpoints/v1/events/recent.ts'
import {
  coronalMassEjections,
  flares,
  solarEnergeticParticles,
} from '../../packages/core/src/upstreams/donki.ts'
import { goesFlares } from '../../packages/core/src/upstreams/swpc-flares.ts'
import { json } from '../fixtures/bodies.ts'
import { analysis, cme, enlil, flare, sep } from '../fixtures/donki.ts'
import { published } from '../fixtures/payload.ts'
import { flareRow } from '../fixtures/swpc.ts'
import { MINUTE, settled } from '../store/cache.ts'
import { stoppedClock, testService } from '../support/service.ts'

const NOW = Date.parse('2026-11-21T12:34:00Z')
const facts = { source: 'label', fetchedAt: NOW, unavailable: [] }
const serve = (cmes: object[] = [], flrs: object[] = [], seps: object[] = []) =>
  published(
    recent,
    toData(
      [
        ...coronalMassEjections.parse(json(cmes), NOW),
        ...flares.parse(json(flrs), NOW),
        ...solarEnergeticParticles.parse(json(seps), NOW),
      ],
      facts,
    ),
  )

test('has its fields in order', () => {
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
  expect(Object.keys(data.events[0]?.earth_impact ?? {})).toEqual(['arrival_time', 'glancing', 'kp_max'])
})

test('lists the kinds together, newest first', () => {
  expect(serve([cme()], [flare()], [sep(['GOES-P: SEISS'])]).events.map(({ kind }) => kind)).toEqual([
    'sep',
    'cme',
    'flare',
  ])
})

test('holds seven days, neither older nor future events', () => {
  const flares = [
    '2026-11-14T12:33Z',
    '2026-11-14T12:34Z',
    '2026-11-21T12:34Z',
    '2026-11-21T12:35Z',
    '2099-01-01T00:00Z',
  ].map((beginTime, i) => flare({ flrID: `FLR-${i}`, beginTime }))
  expect(serve([], flares).events.map(({ id }) => id)).toEqual(['FLR-2', 'FLR-1'])
})

test('has every id once', () => {
  expect(serve([cme(), cme({ versionId: 2 })]).count).toBe(1)
  expect(serve([cme({ activityID: 'X' })], [flare({ flrID: 'X' })]).count).toBe(1)
})

test('none is a good answer', () => {
  expect(serve()).toMatchObject({ count: 0, events: [] })
})

test('the flares of GOES fit in', () => {
  const events = goesFlares.parse(
    json([flareRow(), flareRow({ begin_time: '2026-11-20T01:00:00Z', max_time: 'Unk' })]),
    NOW,
  )
  expect(published(recent, toData(events, facts)).count).toBe(2)
})

test('leaves models out', () => {
  expect(serve([], [], [sep(['MODEL: REleASE:SOHO/EPHIN'])]).count).toBe(0)
})

describe('when the feed of a kind is away', () => {
  const TTL = 15 * MINUTE
  const PATH = '/v1/events/recent'
  const bodies: Record<string, () => string> = {
    CME: () => json([cme()]),
    FLR: () => json([flare()]),
    SEP: () => json([sep(['GOES-P: SEISS'])]),
  }

  function world(clock = stoppedClock(NOW)) {
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

  test('the others are served, and it is named', async () => {
    const { away, start } = world()
    away.add('SEP')
    const { get } = await start()
    const partial = await get(PATH)
    expect(kindsIn(partial)).toEqual(['cme', 'flare'])
    expect(partial.json.data).toMatchObject({ count: 2, unavailable_kinds: ['sep'] })
    expect(Date.parse(partial.json.valid_until) - Date.parse(partial.json.fetched_at)).toBe(TTL)
  })

  test('none is named when all are there, and it fails when none is', async () => {
    const { away, start, clock } = world()
    const { get } = await start()
    expect((await get(PATH)).json.data.unavailable_kinds).toEqual([])
    for (const kind of ['CME', 'FLR', 'SEP']) away.add(kind)
    clock.advance(TTL)
    expect((await get(PATH)).status).toBe(503)
  })

  test('an empty list of ejections is one that is away', async () => {
    const fetch = async (input: unknown) => new Response(String(input).includes('/CME') ? '' : '[]')
    const { get } = await testService({ fetch: fetch as typeof globalThis.fetch }, stoppedClock(NOW))
    expect((await get(PATH)).json.data).toMatchObject({ count: 0, unavailable_kinds: ['cme'] })
  })

  test('the answer held goes on while it is valid, and is replaced when it has expired', async () => {
    const { away, start, clock } = world()
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

  test('it is asked for again within a minute, by another process too, and the answer is whole then', async () => {
    const { away, asked, start, clock } = world()
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

  test('one kind back and another gone: what the valid answer has is not given up', async () => {
    const { away, start, clock } = world()
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
