import { memory } from '@space-data/core'
import { expect, test } from 'vitest'
import { catalogueOf, quickPool } from '../debris/night/support.ts'
import { stoppedClock, testService } from '../support/service.ts'

test.each([
  '/nowhere',
  '/v1',
  '/v1/',
  '/v1/objects/1/2',
  '/v1/space-weather%2fkp',
  '/v1/space-weather/kp;x',
  '/v2/space-weather/kp',
])('%s is 404 not_found', async (path) => {
  const { get } = await testService()
  const { status, json } = await get(path)
  expect(status).toBe(404)
  expect(json).toEqual({ error: 'not_found', message: 'Unknown path. See /ref/endpoints for all paths.' })
})

test.each([
  ['/V1/space-weather/kp', '/v1/space-weather/kp'],
  ['/v1/space-weather/kp/', '/v1/space-weather/kp'],
  ['//v1/space-weather/kp?at=2026-11-21', '/v1/space-weather/kp'],
  ['/v1//space-weather///KP//', '/v1/space-weather/kp'],
  ['/v1/objects/', '/v1/objects'],
  ['/V1/objects/25544/Passes/', '/v1/objects/{norad_id}/passes'],
])('%s is 404 not_found, whose message names %s', async (target, path) => {
  const { get } = await testService()
  const { status, json } = await get(target)
  expect(status).toBe(404)
  const message = `Unknown path. Did you mean ${path}? See /ref/endpoints for all paths.`
  expect(json).toEqual({ error: 'not_found', message })
  const { spaceData } = await testService({ base: '/space' })
  const below = await spaceData.handle(new Request(`http://space-data.test/space${target}`))
  expect(await below.text()).toContain(`Did you mean /space${path}?`)
})

test.each([
  '/shell/density/785',
  '/shell/density/150',
  '/shell/density/2000',
  '/shell/diff',
  '/shell/profile',
])('%s is shell_not_populated until the next run at 03:17 UTC', async (path) => {
  const { get, clock } = await testService()
  const { status, json, headers } = await get(path)
  expect(status).toBe(404)
  expect(json).toEqual({
    error: 'shell_not_populated',
    message: expect.stringMatching(/ yet\. The next run begins at 2026-11-22T03:17:00Z: retry then\.$/),
  })
  expect(headers.get('retry-after')).toBe(String((15 * 60 + 17) * 60))
  clock.advance(60_000)
  expect((await get(path)).headers.get('retry-after')).toBe(String((15 * 60 + 16) * 60))
  clock.goTo('2026-11-22T03:16:59.500Z')
  expect((await get(path)).headers.get('retry-after')).toBe('1')
})

test('during the first run the 404 of a shell reports its progress and estimates Retry-After', async () => {
  const backend = memory()
  const clock = stoppedClock()
  const { spaceData } = await testService({ store: backend }, clock)
  const other = await testService({ store: backend }, clock)
  const told: unknown[] = []
  const pool = () =>
    quickPool(async () => {
      const { status, json, headers } = await other.get('/shell/density/785')
      told.push([status, json.error, json.message, headers.get('retry-after')])
      clock.advance(4_000)
    })
  const catalogue = catalogueOf(4_000, 1, clock.now().getTime())
  await spaceData.jobs.shells.run({ catalogue, pool })
  const computing = (share: number, seconds: number) => [
    404,
    'shell_not_populated',
    'This shell has not been computed yet. ' +
      `A run is in progress (computing, ${share} %): retry in ${seconds} s.`,
    String(seconds),
  ]
  expect(told).toEqual([computing(0, 20), computing(25, 12), computing(50, 8), computing(75, 4)])
  expect((await other.get('/shell/density/785')).status).toBe(200)
})

test('the progress of a dead job is not reported any longer', async () => {
  const backend = memory()
  const clock = stoppedClock()
  const dying = await testService({ store: backend }, clock)
  const { get } = await testService({ store: backend }, clock)
  const died = new Promise<void>((resolve) => {
    const pool = () =>
      quickPool(({ elementSets }) => {
        clock.advance(4_000)
        if (elementSets[0]?.noradId === 1) return
        resolve()
        return new Promise(() => {})
      })
    const catalogue = catalogueOf(4_000, 1, clock.now().getTime())
    dying.spaceData.jobs.shells.run({ catalogue, pool }).catch(() => {})
  })
  await died
  clock.advance(60_000)
  expect((await get('/shell/density/785')).headers.get('retry-after')).toBe('20')
  clock.advance(3 * 60_000)
  const { json } = await get('/shell/density/785')
  expect(json.message).toContain('The next run begins at 2026-11-22T03:17:00Z')
})

test('an unknown object is object_not_found, and upstream is not queried again for 15 minutes', async () => {
  const asked: string[] = []
  const { get, clock } = await testService({
    fetch: async (input) => {
      asked.push(String(input))
      return new Response('No GP data found', { status: 404 })
    },
  })
  const { status, json } = await get('/v1/objects/99999')
  expect(status).toBe(404)
  expect(json.error).toBe('object_not_found')
  clock.advance(14 * 60_000)
  await get('/v1/objects/99999')
  expect(asked).toHaveLength(1)
  clock.advance(61_000)
  await get('/v1/objects/99999')
  expect(asked).toHaveLength(2)
})

test('an unlisted group is never queried upstream; a listed one is found in any case', async () => {
  const asked: string[] = []
  const { get, spaceData } = await testService({
    fetch: async (input) => {
      asked.push(String(input))
      return new Response('', { status: 500 })
    },
  })
  const { status, json } = await get('/v1/tle/no-such-group')
  expect(status).toBe(404)
  expect(json.error).toBe('group_not_found')
  expect(asked).toHaveLength(0)
  await get('/v1/tle/STATIONS')
  expect(asked).toEqual(['https://celestrak.org/NORAD/elements/gp.php?GROUP=stations&FORMAT=csv'])
  await spaceData.close()
})
