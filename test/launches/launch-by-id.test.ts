import { memory, type SpaceDataOptions } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { beforeEach, describe, expect, test } from 'vitest'
import { launch, page } from '../fixtures/launches.ts'
import { stoppedClock, type TestService, testService } from '../support/service.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const OLD = 'a5872822-76df-404b-93d0-9ecd7ba80a70'
const inventedId = (i: number) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`

let asked: string[]
let clock: ReturnType<typeof stoppedClock>
let service: TestService

/** An instance over the sample that notes what Launch Library is asked for. */
async function serviceOf(options: SpaceDataOptions = {}): Promise<TestService> {
  const sample = sampleFetch(clock.now)
  const fetch: typeof globalThis.fetch = (input, init) => {
    asked.push(new URL(String(input)).pathname)
    return sample(input, init)
  }
  return testService({ fetch, ...options }, clock)
}

const lists = ['/2.3.0/launches/previous/', '/2.3.0/launches/upcoming/']
const single = () => asked.filter((path) => !lists.includes(path))

beforeEach(async () => {
  asked = []
  clock = stoppedClock()
  service = await serviceOf()
})

const get = (id: string) => service.get(`/v1/launches/${id}`)

describe('a launch by its id', () => {
  test.each(['upcoming', 'previous'])(
    'that is among the %s ones costs no request of its own',
    async (list) => {
      const [first] = (await service.get(`/v1/launches/${list}`)).json.data.launches
      const { status, json } = await get(first.id)
      expect(status).toBe(200)
      const { as_of, source, ...found } = json.data
      expect(found).toEqual(first)
      expect(source).toBe(json.source)
      expect(json.source).toMatch(list === 'upcoming' ? /upcoming launches/ : /past launches/)
      expect(as_of).toBe(json.fetched_at)
      expect([...asked].sort()).toEqual(lists)
    },
  )

  test('that is in no list is requested once, and valid for a week once it is a week old', async () => {
    const { status, json } = await get(OLD)
    expect(status).toBe(200)
    expect(json.data).toMatchObject({ id: OLD, name: 'Long March 7 | Tianzhou-10', status: 'success' })
    expect(Date.parse(json.valid_until) - Date.parse(json.fetched_at)).toBe(7 * DAY)
    clock.advance(5 * DAY)
    expect((await get(OLD)).json).toEqual(json)
    expect(single()).toHaveLength(1)
  })

  test('that is still edited is valid for an hour', async () => {
    const [next] = (await service.get('/v1/launches/upcoming')).json.data.launches
    const [last] = (await service.get('/v1/launches/previous')).json.data.launches
    for (const { id } of [next, last]) {
      const { json } = await get(id)
      expect(Date.parse(json.valid_until) - Date.parse(json.fetched_at)).toBe(HOUR)
    }
  })

  test.each([OLD.toUpperCase(), 'upcoming1', OLD.slice(1), `${OLD}0`, '7'])(
    '%s is 400: a UUID has one spelling',
    async (id) => {
      expect(await get(id)).toMatchObject({ status: 400, json: { error: 'invalid_parameter' } })
      expect(asked).toEqual([])
    },
  )

  test('that answers with another launch is refused', async () => {
    const other = async (input: Parameters<typeof fetch>[0]) =>
      new Response(JSON.stringify(String(input).includes('/?limit') ? page(launch()) : launch()))
    service = await serviceOf({ fetch: other })
    expect(await get(inventedId(1))).toMatchObject({ status: 502, json: { error: 'upstream_invalid' } })
  })
})

describe('invented ids', () => {
  test('are 404, and each is asked for once in six hours', async () => {
    for (let hour = 0; hour < 6; hour += 1) {
      expect(await get(inventedId(1))).toMatchObject({ status: 404, json: { error: 'launch_not_found' } })
      clock.advance(HOUR - 1)
    }
    expect(single()).toHaveLength(1)
    clock.advance(HOUR)
    await get(inventedId(1))
    expect(single()).toHaveLength(2)
  })

  test('cost two requests an hour for an account, and leave the rest to the others', async () => {
    const statuses = []
    for (let i = 0; i < 20; i += 1) statuses.push((await get(inventedId(i))).status)
    expect(statuses).toEqual([404, 404, ...Array.from({ length: 18 }, () => 503)])
    expect(single()).toHaveLength(2)
    const refused = await get(inventedId(30))
    expect(refused.json.message).toMatch(/has used its 2 queries to Launch Library for single launches/)
    expect(Number(refused.headers.get('retry-after'))).toBe(3_600)

    const { key } = await service.spaceData.keys.issue({ tier: 'hobby', label: 'other' })
    const other = await service.ask('GET', `/v1/launches/${OLD}`, { 'x-api-key': key })
    expect(other.status).toBe(200)
  })

  test('of many accounts cost four requests an hour, and the lists stay as they are', async () => {
    for (let i = 0; i < 40; i += 1) {
      const { key } = await service.spaceData.keys.issue({ tier: 'hobby', label: `of ${i}` })
      for (const id of [2 * i, 2 * i + 1].map(inventedId))
        await service.ask('GET', `/v1/launches/${id}`, { 'x-api-key': key })
    }
    expect(single()).toHaveLength(4)
    clock.advance(HOUR)
    expect((await service.get('/v1/launches/upcoming')).status).toBe(200)
    expect((await service.get('/v1/people')).status).toBe(200)
  })

  test('are not asked for again by another process on the same store within the budget of the hour', async () => {
    const store = memory()
    const [one, other] = [await serviceOf({ store }), await serviceOf({ store })]
    for (let i = 0; i < 10; i += 1) {
      await one.get(`/v1/launches/${inventedId(i)}`)
      await other.get(`/v1/launches/${inventedId(i)}`)
    }
    expect(single()).toHaveLength(4)
  })
})

test('with everything in use Launch Library is asked at most 9 times in any hour', async () => {
  const times: number[] = []
  const sample = sampleFetch(clock.now)
  const fetch: typeof globalThis.fetch = (input, init) => {
    times.push(clock.now().getTime())
    return sample(input, init)
  }
  service = await serviceOf({ fetch })
  const { key } = await service.spaceData.keys.issue({ tier: 'hobby', label: 'other' })
  for (let minute = 0; minute < 13 * 60; minute += 10) {
    for (const path of ['/v1/launches/upcoming', '/v1/launches/previous', '/v1/people'])
      await service.get(path)
    await service.ask('GET', `/v1/launches/${inventedId(minute)}`, { 'x-api-key': key })
    await get(inventedId(minute + 1))
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(10 * 60_000)
  }
  const most = Math.max(
    ...times.map((at) => times.filter((other) => other >= at && other < at + HOUR).length),
  )
  expect(most).toBeLessThanOrEqual(9)
  expect(times.length).toBeGreaterThan(13 * 6)
})
