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

test('its types have every keyed path with data in the envelope', () => {
  const typed = endpoints
    .filter((endpoint) => 'data' in endpoint && endpoint.access === 'key')
    .map(({ path }) => path)
  const known: Record<Exclude<keyof Payloads, `/ref${string}`>, true> = {
    '/v1/space-weather/kp': true,
    '/v1/space-weather/kp/forecast': true,
    '/v1/space-weather/kp/gfz': true,
    '/v1/space-weather/wind': true,
    '/v1/space-weather/mag': true,
    '/v1/space-weather/xray': true,
    '/v1/space-weather/proton': true,
    '/v1/space-weather/electrons': true,
    '/v1/space-weather/flux': true,
    '/v1/space-weather/sunspots': true,
    '/v1/space-weather/a-index': true,
    '/v1/space-weather/aurora': true,
    '/v1/space-weather/aurora/grid': true,
    '/v1/space-weather/absorption': true,
    '/v1/space-weather/absorption/grid': true,
    '/v1/space-weather/notices': true,
    '/v1/space-weather/discussion': true,
    '/v1/space-weather/3-day-forecast': true,
    '/v1/space-weather/current': true,
    '/v1/space-weather/scales': true,
    '/v1/space-weather/probabilities': true,
    '/v1/space-weather/regions': true,
    '/v1/space-weather/outlook': true,
    '/v1/space-weather/arrivals': true,
    '/v1/space-weather/kp/series': true,
    '/v1/space-weather/kp/gfz/series': true,
    '/v1/space-weather/wind/series': true,
    '/v1/space-weather/mag/series': true,
    '/v1/space-weather/xray/series': true,
    '/v1/space-weather/proton/series': true,
    '/v1/space-weather/electrons/series': true,
    '/v1/space-weather/flux/series': true,
    '/v1/space-weather/sunspots/series': true,
    '/v1/space-weather/a-index/series': true,

    '/v1/launches/upcoming': true,
    '/v1/launches/previous': true,
    '/v1/launches/{launch_id}': true,
    '/v1/people': true,
    '/v1/events/recent': true,
    '/v1/objects/{norad_id}': true,
    '/v1/objects': true,
    '/v1/objects/{norad_id}/history': true,
    '/v1/objects/{norad_id}/position': true,
    '/v1/objects/{norad_id}/passes': true,
    '/v1/passes': true,
    '/v1/above': true,
    '/v1/sun-moon': true,
    '/shell/density/{alt}': true,
    '/shell/profile': true,
    '/shell/diff': true,
    '/shell/history': true,
  }
  expect(typed.sort()).toEqual(Object.keys(known).sort())
})
