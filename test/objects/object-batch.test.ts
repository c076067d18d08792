import { sampleFetch } from '@space-data/sample'
import { describe, expect, test } from 'vitest'
import { centralOn, openMirror } from '../mirror/pair.ts'
import { stoppedClock, testService } from '../support/service.ts'

const PATH = '/v1/objects'

/** A service over the sample upstreams that records its requests to CelesTrak. */
async function recorded() {
  const clock = stoppedClock()
  const asked: string[] = []
  const sample = sampleFetch(clock.now)
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { hostname, search } = new URL(input instanceof Request ? input.url : String(input))
    if (hostname === 'celestrak.org') asked.push(search)
    return sample(input, init)
  }
  return { ...(await testService({ fetch }, clock)), asked }
}

test('a batch has each object as its own path gives it, and the numbers that are missing', async () => {
  const { get, asked } = await recorded()
  const { status, json } = await get(`${PATH}?ids=999999998,25544,20580`)
  expect(status).toBe(200)
  expect(Object.keys(json.data)).toEqual(['count', 'matched', 'objects', 'missing', 'source'])
  expect(json.data).toMatchObject({ count: 2, missing: [999_999_998], source: json.source })
  expect(asked).toEqual(['?GROUP=active&FORMAT=csv'])
  const singles = [await get(`${PATH}/20580`), await get(`${PATH}/25544`)]
  expect(json.data.objects).toEqual(singles.map((each) => each.json.data))
  expect(json.fetched_at).toBe(singles[0]?.json.fetched_at)
  expect(asked).toHaveLength(1)
})

test('a batch of unknown objects sends no query for an object, however many there are', async () => {
  const { get, asked } = await recorded()
  for (let first = 900_000_000; first < 900_000_500; first += 100) {
    const ids = Array.from({ length: 100 }, (_, i) => first + i)
    const { json } = await get(`${PATH}?ids=${ids.join(',')}`)
    expect(json.data).toMatchObject({ count: 0, objects: [], missing: ids })
  }
  expect(asked).toEqual(['?GROUP=active&FORMAT=csv'])
})

test('the order of the numbers and repeated ones do not matter, and a batch counts once', async () => {
  const { get } = await recorded()
  const left = ({ headers }: { headers: Headers }) =>
    Number(/;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
  const first = await get(`${PATH}?ids=20580,25544`)
  const second = await get(`${PATH}?ids=25544,20580,25544`)
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
  expect(second.headers.get('cache-status')).toContain('hit')
  expect(left(first) - left(second)).toBe(1)
})

test.each([
  ['name=hubble', [20_580]],
  ['name=hst', [20_580]],
  ['designator=1998-067a', [25_544]],
  ['name=zarya&designator=1998-067', [25_544]],
  ['name=zarya&designator=1990-037', []],
  ['designator=1999-999', []],
])('a search by %s finds %j, without a query for an object', async (query, ids) => {
  const { get, asked } = await recorded()
  const { data } = (await get(`${PATH}?${query}`)).json
  expect(data.objects.map(({ norad_id }: Found) => norad_id)).toEqual(ids)
  expect(data).toMatchObject({ count: ids.length, matched: ids.length, missing: [] })
  if (ids.length > 0) expect(data.objects[0]).toEqual((await get(`${PATH}/${ids[0]}`)).json.data)
  expect(asked).toEqual(['?GROUP=active&FORMAT=csv'])
})

test('a search lists the best 50 of what matches: the name itself, then names that begin with the word', async () => {
  const { get } = await recorded()
  const { data: all } = (await get(PATH)).json
  expect([all.count, all.objects.length]).toEqual([50, 50])
  expect(all.matched).toBeGreaterThan(50)
  const { data } = (await get(`${PATH}?name=ss`)).json
  const names: string[] = data.objects.map(({ name }: Found) => name)
  const rankOf = (name: string) => (name === 'SS' ? 0 : /^SS\W/.test(name) ? 1 : 2)
  const inOrder = data.objects.toSorted(
    (one: Found, other: Found) => rankOf(one.name) - rankOf(other.name) || one.norad_id - other.norad_id,
  )
  expect(names.length).toBeGreaterThan(1)
  expect(names.every((name) => name.includes('SS'))).toBe(true)
  expect(data.objects).toEqual(inOrder)
  expect((await get(`${PATH}?name=iss`)).json.data.objects[0].norad_id).toBe(25_544)
})

interface Found {
  readonly norad_id: number
  readonly name: string
}

describe('400', () => {
  test.each([
    '?name=x',
    '?designator=1998',
    '?ids=25544&name=iss',
    '?name=iss&at=2026-11-20',
    '?ids=',
    '?ids=025544',
    '?ids=25544,',
    '?ids=25544%2C%2020580',
    '?ids=0',
    '?ids=1&ids=2',
    `?ids=${Array.from({ length: 101 }, (_, i) => i + 1).join(',')}`,
  ])('%s', async (query) => {
    const { get } = await testService()
    const { status, json } = await get(PATH + query)
    expect([status, json.error]).toEqual([400, 'invalid_parameter'])
  })
})

test('with CelesTrak unavailable no object is called missing', async () => {
  const { get } = await testService({ fetch: () => Promise.reject(new TypeError('away')) })
  const { status, json } = await get(`${PATH}?ids=25544`)
  expect([status, json.error]).toEqual([503, 'upstream_unavailable'])
})

test('a mirror gives the batch of the central instance', async () => {
  const clock = stoppedClock()
  const central = await centralOn(clock)
  const mirror = await openMirror(central, clock)
  for (const path of [`${PATH}?ids=25544,20580,999999998`, `${PATH}?name=iss`])
    expect((await mirror.get(path)).text).toBe((await central.get(path)).text)
})
