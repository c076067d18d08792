import { describe, expect, test } from 'vitest'
import { people, toPeopleData } from '../../../packages/core/src/features/launches/people/endpoints/people.ts'
import { peopleInSpace } from '../../../packages/core/src/features/launches/people/people-in-space.ts'
import { astronaut, page } from '../../fixtures/launches.ts'
import { published } from '../../fixtures/payload.ts'
import { parseRows } from '../../support/parse-rows.ts'
import { stoppedClock, testService } from '../../support/service.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const HOUR = 3_600_000
const SINCE = '2026-10-30T14:05:00Z'
const PEOPLE = '/2.3.0/astronauts/'

const parse = (...rows: object[]) => peopleInSpace.parse(JSON.stringify(page(...rows)), NOW)
const shown = (...rows: object[]) => published(people, toPeopleData(parse(...rows), 'LL2', NOW))

describe('the list', () => {
  test('has what is useful of a record, and a link to it', () => {
    expect(shown(astronaut(7, SINCE))).toEqual({
      count: 1,
      people: [
        {
          id: 7,
          name: 'Sample Astronaut 7',
          agency: 'European Space Agency',
          agency_abbreviation: 'ESA',
          nationalities: ['FRA'],
          station: 'International Space Station',
          spacecraft: 'Crew Dragon Sample',
          launch_id: '24f0b5b1-f573-4cc9-8898-1eb7fd5cc0f2',
          launch: 'Falcon 9 Block 5 | Crew Sample',
          since: '2026-10-30T14:05:00.000Z',
          url: 'https://ll.thespacedevs.com/2.3.0/astronauts/7/',
        },
      ],
      as_of: '2026-11-21T12:00:00.000Z',
      source: 'LL2',
    })
  })

  test('has those first who are there longest, and those whose launch is unknown last', () => {
    const ids = shown(
      astronaut(3, SINCE, { last_flight: null }),
      astronaut(2, '2026-11-01T00:00:00Z'),
      astronaut(9, SINCE),
      astronaut(4, SINCE),
    ).people.map(({ id }) => id)
    expect(ids).toEqual([4, 9, 2, 3])
  })

  test('has null for what Launch Library has null or nothing for', () => {
    const bare = { agency: null, nationality: [], flights: [], landings: [], last_flight: null }
    expect(shown(astronaut(1, SINCE, bare)).people).toMatchObject([
      {
        ...{ agency: null, agency_abbreviation: null, nationalities: [], station: null, spacecraft: null },
        ...{ launch_id: null, launch: null, since: null },
      },
    ])
  })

  test('leaves out a mannequin', () => {
    const mannequin = { type: { id: 6, name: 'Non-Human' }, nationality: [{ alpha_3_code: '???' }] }
    const list = parse(astronaut(1, SINCE), astronaut(2, '2018-02-06T20:45:00Z', mannequin))
    expect([list.count, list.people.length]).toEqual([1, 1])
  })
})

describe('the flight that somebody is on', () => {
  const flight = (id: string, net: string, ...programs: string[]) => {
    return { id, net, name: `Rocket | ${id}`, program: programs.map((name) => ({ name })) }
  }
  const landing = (id: string, destination: string | null) => {
    return { destination, launch: { id }, spacecraft: { name: `craft-${id}` } }
  }
  const first = flight('first', '2019-09-25T13:57:42Z', 'Soyuz', 'International Space Station')
  const second = flight('second', SINCE, 'Shenzhou', 'Tiangong space station')
  const later = flight('later', '2027-03-01T00:00:00Z', 'Artemis')

  test.each([
    ['the last of several, in any order', [second, first], [], 'Tiangong space station', 'second'],
    ['not one that is planned', [later, first, second], [], 'Tiangong space station', 'second'],
    [
      'with the destination of its spacecraft, where that is known',
      [first, second],
      [landing('first', 'Mir'), landing('second', 'Tiangong')],
      'Tiangong',
      'second',
    ],
    [
      'without that of another',
      [first, second],
      [landing('first', 'Mir')],
      'Tiangong space station',
      'second',
    ],
    ['to no station', [flight('moon', SINCE, 'Artemis')], [landing('moon', null)], null, 'moon'],
    ['none that is told', [], [landing('first', 'Mir')], null, null],
  ])('is %s', (_, flights, landings, station, id) => {
    const [found] = parse(astronaut(1, SINCE, { flights, landings })).people
    expect(found).toMatchObject({ station, launch_id: id })
  })
})

describe('a list is refused', () => {
  const document = (changes: object) =>
    JSON.stringify({ ...page(astronaut(1, SINCE), astronaut(2, SINCE)), ...changes })

  test.each([
    ['of nobody', document({ count: 0, results: [] }), 'the list is empty'],
    ['with a mannequin alone', document({ count: 1, results: [{ type: { id: 6 } }] }), 'the list is empty'],
    ['of more pages', document({ next: 'https://x.test/?offset=100' }), 'next has no usable value'],
    ['with fewer rows than it says', document({ count: 3 }), 'count has no usable value'],
    ['with somebody twice', JSON.stringify(page(astronaut(1, SINCE), astronaut(1, SINCE))), 'twice'],
  ])('%s', (_, body, message) => {
    expect(() => peopleInSpace.parse(body, NOW)).toThrow(message)
  })

  test.each([
    ['in_space', false],
    ['in_space', undefined],
    ['name', ''],
    ['name', null],
    ['id', '7'],
    ['type', null],
    ['agency', 'ESA'],
    ['nationality', 'French'],
    ['flights', null],
    ['landings', [7]],
    ['last_flight', 'soon'],
    ['last_flight', '2026-11-21T13:00:01Z'],
    ['last_flight', undefined],
  ])('in part where %s of one row is %j: somebody is counted, and not listed', (field, value) => {
    const row = astronaut(2, SINCE, { [field]: value })
    const body = JSON.stringify(page(astronaut(1, SINCE), row))
    const { value: list, reasons } = parseRows(peopleInSpace, body, NOW)
    expect([list.count, list.people.map(({ id }) => id)]).toEqual([2, [1]])
    expect(reasons).toEqual([
      expect.stringMatching(new RegExp(`^row 2: ${field} (is missing|has no usable value)$`)),
    ])
    expect(() => parse(row)).toThrow(field)
  })
})

describe('/v1/people', () => {
  async function serviceWith(answer: () => object[] | Response) {
    const clock = stoppedClock(NOW)
    let asked = 0
    const fetch: typeof globalThis.fetch = async (input) => {
      if (!String(input).includes(PEOPLE)) return new Response('', { status: 500 })
      asked += 1
      const given = answer()
      return given instanceof Response ? given : new Response(JSON.stringify(page(...given)))
    }
    const service = await testService({ fetch, staleIfErrorMs: 7 * 24 * HOUR }, clock)
    return { ...service, clock, asked: () => asked }
  }
  const crew = (size: number) => Array.from({ length: size }, (_, i) => astronaut(i + 1, SINCE))

  test('is asked of Launch Library once in six hours', async () => {
    const { get, clock, asked } = await serviceWith(() => crew(3))
    for (let minutes = 0; minutes < 6 * 60 * 0.75; minutes += 30) {
      expect((await get('/v1/people')).json.data.count).toBe(3)
      clock.advance(30 * 60_000)
    }
    expect(asked()).toBe(1)
    clock.advance(6 * HOUR)
    await get('/v1/people')
    expect(asked()).toBe(2)
  })

  test('that has lost more than half of the people is accepted once a second fetch confirms it', async () => {
    let size = 10
    const { get, clock, asked } = await serviceWith(() => crew(size))
    const count = async () => (await get('/v1/people')).json.data.count
    expect(await count()).toBe(10)
    for (const [next, expected] of [
      [5, 5],
      [2, 5],
      [2, 2],
    ] as const) {
      size = next
      clock.advance(7 * HOUR)
      expect(await count()).toBe(expected)
    }
    expect(asked()).toBe(4)
  })

  test('of more than a day ago is not given, even where stale data are', async () => {
    let isDown = false
    const { get, clock } = await serviceWith(() => (isDown ? new Response('', { status: 500 }) : crew(3)))
    expect((await get('/v1/people')).status).toBe(200)
    isDown = true
    clock.advance(24 * HOUR)
    const stale = await get('/v1/people')
    expect([stale.status, stale.headers.get('cache-control')]).toEqual([200, 'no-store'])
    clock.advance(60_000)
    expect(await get('/v1/people')).toMatchObject({
      status: 503,
      json: { error: 'upstream_unavailable' },
    })
  })

  test('of the sample has crews of the launches before, of both stations', async () => {
    const { get } = await testService()
    const { data } = (await get('/v1/people')).json
    const { launches } = (await get('/v1/launches/previous?limit=100')).json.data
    const crewed = new Map(launches.map((each: { id: string; net: string }) => [each.id, each.net]))
    expect(data.count).toBeGreaterThanOrEqual(7)
    const stations = new Set(data.people.map(({ station }: { station: string }) => station))
    expect([...stations].sort()).toEqual(['International Space Station', 'Tiangong space station'])
    for (const { launch_id, since } of data.people) expect(crewed.get(launch_id)).toBe(since)
  })
})
