import { sampleFetch } from '@space-data/sample'
import { expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'

const MUNICH = 'latitude=48.137&longitude=11.575&altitude_m=520'

interface Above {
  readonly norad_id: number
  readonly elevation_deg: number
}

test('what is above a place is each object where its own position is, the highest first', async () => {
  const { get } = await testService()
  const { json } = await get(`/v1/above?${MUNICH}&group=active&min_elevation_deg=5&limit=1000`)
  const objects: Above[] = json.data.objects
  expect(json.data).toMatchObject({ group: 'active', count: objects.length, above: objects.length })
  expect(objects.length).toBeGreaterThan(2)
  expect(json.data.searched).toBeGreaterThan(objects.length)
  const elevations = objects.map(({ elevation_deg }) => elevation_deg)
  expect(elevations).toEqual([...elevations].sort((a, b) => b - a))
  expect(Math.min(...elevations)).toBeGreaterThanOrEqual(5)
  for (const { norad_id, ...object } of objects.slice(0, 5)) {
    const at = `at=${json.data.as_of}`
    const { positions } = (await get(`/v1/objects/${norad_id}/position?${at}&${MUNICH}`)).json.data
    const { name: _, ...where } = object as Above & { name: string }
    expect(positions[0]).toMatchObject(where)
  }
  const few = await get(`/v1/above?${MUNICH}&group=ACTIVE&min_elevation_deg=5&limit=1`)
  expect(few.json.data).toMatchObject({ above: objects.length, count: 1, objects: objects.slice(0, 1) })
})

test('one load of a group is enough for all places, and for 10 s one propagation', async () => {
  const clock = stoppedClock()
  const sample = sampleFetch(clock.now)
  let asked = 0
  const fetch: typeof globalThis.fetch = (input, init) => {
    asked += 1
    return sample(input, init)
  }
  const { get } = await testService({ fetch }, clock)
  const first = await get(`/v1/above?latitude=48&longitude=11`)
  clock.advance(4_000)
  const second = await get(`/v1/above?latitude=-33&longitude=151`)
  expect(second.json.data.as_of).toBe(first.json.data.as_of)
  expect(Date.parse(second.json.valid_until) - Date.parse(first.json.data.as_of)).toBe(10_000)
  clock.advance(7_000)
  expect((await get(`/v1/above?latitude=-33&longitude=151`)).json.data.as_of).toBe(clock.now().toISOString())
  expect(asked).toBe(1)
})

test('an unknown group is 404, a place outside its bounds 400', async () => {
  const { get } = await testService()
  const { status, json } = await get(`/v1/above?${MUNICH}&group=nothing`)
  expect([status, json.error]).toEqual([404, 'group_not_found'])
  expect((await get('/v1/above?latitude=48&longitude=181')).status).toBe(400)
})
