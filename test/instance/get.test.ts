import { createSpaceData, type Payloads, Problem } from '@space-data/core'
import { expect, expectTypeOf, test } from 'vitest'
import { testService } from '../support/service.ts'
import { endpoints } from '../support/table.ts'

test('returns the payload of a path, without a key', async () => {
  const { spaceData, key } = await testService({ base: '/space' })
  const kp = await spaceData.get('/v1/space-weather/kp')
  expectTypeOf(kp.data).toEqualTypeOf<{ kp: number; as_of: string; source: string }>()
  expect(kp).toMatchObject({ data: { kp: expect.any(Number) }, fetchedAt: '2026-11-21T12:00:00.000Z' })
  const iss = await spaceData.get('/v1/objects/{norad_id}', { norad_id: 25544 })
  expect(iss.data.name).toBe('ISS (ZARYA)')
  const { data } = await spaceData.get('/v1/events/recent', { kind: 'flare', limit: 2 })
  expect(data.events.map(({ kind }) => kind)).toEqual(['flare', 'flare'])
  expect(await spaceData.keys.usage((await spaceData.keys.list())[0]!.account)).toMatchObject({
    requestsToday: 0,
  })
  expect(key).toBeTruthy()
})

test('rejects with the problem of the response', async () => {
  const { spaceData } = await testService()
  const wrong = spaceData.get('/v1/objects/{norad_id}', { norad_id: 'x' })
  await expect(wrong).rejects.toBeInstanceOf(Problem)
  await expect(wrong).rejects.toMatchObject({ code: 'invalid_parameter', status: 400 })
  const away = createSpaceData({ fetch: () => Promise.reject(new TypeError('no route')), onError() {} })
  await expect(away.get('/v1/space-weather/kp')).rejects.toMatchObject({
    code: 'upstream_unavailable',
    retryAfterSeconds: expect.any(Number),
  })
})

test('no caller changes what others get', async () => {
  const { spaceData, get } = await testService()
  const before = (await get('/v1/launches/upcoming')).text
  const { data } = await spaceData.get('/v1/launches/upcoming')
  data.launches.length = 0
  expect((await spaceData.get('/v1/launches/upcoming')).data.launches).not.toHaveLength(0)
  expect((await get('/v1/launches/upcoming')).text).toBe(before)
})

test('a path that there is not is not_found', async () => {
  const { spaceData } = await testService()
  await expect(spaceData.get('/v1/nothing' as '/v1/events/recent')).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('its types have the payload of each kind of endpoint', () => {
  const paths = [
    '/v1/space-weather/kp',
    '/v1/space-weather/kp/forecast',
    '/v1/space-weather/aurora',
    '/v1/space-weather/aurora/grid',
    '/v1/space-weather/notices',
    '/v1/space-weather/discussion',
    '/v1/space-weather/kp/series',
    '/v1/launches/{launch_id}',
    '/v1/objects/{norad_id}',
    '/v1/objects/{norad_id}/history',
    '/v1/passes',
    '/shell/density/{alt}',
    '/shell/diff',
  ] as const satisfies readonly (keyof Payloads)[]
  const typed = endpoints.filter((endpoint) => 'data' in endpoint).map(({ path }) => path)
  expect(typed).toEqual(expect.arrayContaining([...paths]))
})
