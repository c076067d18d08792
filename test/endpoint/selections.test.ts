import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { selectEvents } from '../../packages/core/src/features/space-weather/events/select-events.ts'
import { eventKindNames } from '../../packages/core/src/features/space-weather/events/solar-event.ts'
import { centralOn, openMirror } from '../mirror/pair.ts'
import { stoppedClock, testService } from '../support/service.ts'

const LAUNCHES = '/v1/launches/upcoming'
const EVENTS = '/v1/events/recent'

interface Chosen {
  readonly provider: string | null
  readonly status: string
  readonly pad: { readonly name: string; readonly location: string; readonly country_code: string } | null
}

describe('launches', () => {
  test('are those of the whole list that match, in its order', async () => {
    const { get } = await testService()
    const whole = (await get(LAUNCHES)).json
    const { provider, status, pad } = whole.data.launches[0]
    const part = provider.slice(1, 5).toUpperCase()
    const site = pad.location.slice(2, 9)
    const cases: [string, (launch: Chosen) => boolean][] = [
      [`provider=${encodeURIComponent(part)}`, (each) => matches(each.provider, part)],
      [`status=${status}`, (each) => each.status === status],
      [
        `status=${status},hold&provider=${encodeURIComponent(part)}`,
        (each) => [status, 'hold'].includes(each.status) && matches(each.provider, part),
      ],
      ['country=usa,NZL', (each) => ['USA', 'NZL'].includes(each.pad?.country_code ?? '')],
      [`pad=${encodeURIComponent(site)}`, (each) => matches(each.pad?.location ?? null, site)],
      [`pad=${encodeURIComponent(pad.name)}`, (each) => matches(each.pad?.name ?? null, pad.name)],
      ['provider=nobody%20has%20this%20name', () => false],
    ]
    for (const [query, isChosen] of cases) {
      const { json } = await get(`${LAUNCHES}?${query}`)
      const launches = whole.data.launches.filter(isChosen)
      expect(json).toEqual({ ...whole, data: { ...whole.data, count: launches.length, launches } })
    }
    const { data } = (await get(`${LAUNCHES}?limit=2`)).json
    expect([data.count, data.launches]).toEqual([2, whole.data.launches.slice(0, 2)])
  })

  test.each([
    'limit=0',
    'limit=101',
    'limit=02',
    'status=maybe',
    'status=go,',
    'provider=',
    'country=US',
    'country=USA,',
    'pad=',
    'limit=1&limit=2',
  ])('%s is 400', async (query) => {
    const { get } = await testService()
    const reply = await get(`${LAUNCHES}?${query}`)
    expect([reply.status, reply.json.error]).toEqual([400, 'invalid_parameter'])
  })
})

function matches(name: string | null, part: string): boolean {
  return name?.toLowerCase().includes(part.toLowerCase()) ?? false
}

const event = fc.record({
  kind: fc.constantFrom(...eventKindNames),
  flare_class: fc.option(fc.constantFrom('B9.9', 'C4', 'M1.0', 'M1.4', 'X1.5', 'X12.0')),
})
// biome-ignore lint/suspicious/noExplicitAny: only these members decide.
const listOf = (events: any[]) => {
  return { count: events.length, events, unavailable_kinds: [...eventKindNames], source: 'label' }
}
const RANKS = 'ABCMX'
const rank = (text: string) => RANKS.indexOf(text[0] ?? '') * 1_000 + Number(text.slice(1))

describe('events', () => {
  test('min_class leaves out weaker flares and flares without a class, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.array(event),
        fc.constantFrom('C1', 'M1', 'M1.4', 'X1', 'X2', 'X12'),
        (events, min_class) => {
          const { events: chosen } = selectEvents(listOf(events), { min_class })
          expect(chosen).toEqual(
            events.filter(
              ({ kind, flare_class }) =>
                kind !== 'flare' || (flare_class !== null && rank(flare_class) >= rank(min_class)),
            ),
          )
        },
      ),
    )
  })

  test('kind selects kinds, also of those that are unavailable, and limit the newest', () => {
    fc.assert(
      fc.property(
        fc.array(event),
        fc.subarray([...eventKindNames], { minLength: 1 }),
        fc.integer({ min: 1, max: 1_000 }),
        (events, kinds, limit) => {
          const part = selectEvents(listOf(events), { kind: kinds.join(','), limit })
          const chosen = events.filter(({ kind }) => kinds.includes(kind)).slice(0, limit)
          expect([part.count, part.events, part.unavailable_kinds]).toEqual([chosen.length, chosen, kinds])
        },
      ),
    )
  })

  test.each(['kind=storm', 'kind=', 'min_class=Y1', 'min_class=M10', 'min_class=x1', 'limit=1001'])(
    '%s is 400',
    async (query) => {
      const { get } = await testService()
      expect((await get(`${EVENTS}?${query}`)).status).toBe(400)
    },
  )
})

describe('a selection', () => {
  test('has the times of the whole list, needs no upstream request and has an ETag of its own', async () => {
    const clock = stoppedClock()
    const { get } = await testService({}, clock)
    const whole = await get(EVENTS)
    clock.advance(60_000)
    const part = await get(`${EVENTS}?kind=flare`)
    expect(part.headers.get('cache-status')).toContain('hit')
    for (const name of ['fetched_at', 'valid_until']) expect(part.json[name]).toBe(whole.json[name])
    const etag = part.headers.get('etag') ?? ''
    expect(etag).not.toBe(whole.headers.get('etag'))
    expect((await get(`${EVENTS}?kind=flare`, { 'if-none-match': etag })).status).toBe(304)
    expect((await get(EVENTS, { 'if-none-match': etag })).status).toBe(200)
  })

  test('in another order or spelling is the same', async () => {
    const { get } = await testService()
    const [first, second] = [
      await get(`${EVENTS}?kind=flare,cme`),
      await get(`${EVENTS}?kind=cme,flare,cme&unknown=1`),
    ]
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
  })

  test('is made by a mirror itself, of its copy of the whole', async () => {
    const clock = stoppedClock()
    const central = await centralOn(clock)
    const mirror = await openMirror(central, clock)
    for (const query of ['?kind=flare', '?kind=cme&limit=1', '?min_class=X9', '']) {
      const [own, ofCentral] = [await mirror.get(EVENTS + query), await central.get(EVENTS + query)]
      expect([own.status, own.text]).toEqual([200, ofCentral.text])
    }
    const requested = central.asked
      .map(({ url }) => new URL(url))
      .filter(({ pathname }) => pathname === EVENTS)
    expect(requested.map(({ search }) => search)).toEqual([''])
  })
})
