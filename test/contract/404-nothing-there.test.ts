import { expect, test } from 'vitest'
import { testService } from '../support/service.ts'

test.each([
  '/nowhere',
  '/v1',
  '/v1/',
  '/V1/space-weather/kp',
  '/v1/space-weather/kp/',
  '//v1/space-weather/kp',
  '/v1//space-weather/kp',
  '/v1/objects/',
  '/v1/objects/1/2',
  '/v1/space-weather%2fkp',
  '/v1/space-weather/kp;x',
  '/v2/space-weather/kp',
])('%s is 404 not_found', async (path) => {
  const { get } = await testService()
  const { status, json } = await get(path)
  expect(status).toBe(404)
  expect(json).toEqual({ error: 'not_found', message: 'There is nothing at this path.' })
})

test.each(['/shell/density/785', '/shell/density/150', '/shell/density/2000', '/shell/diff'])(
  '%s is shell_not_populated until the next run at 03:17 UTC',
  async (path) => {
    const { get, clock } = await testService()
    const { status, json, headers } = await get(path)
    expect(status).toBe(404)
    expect(json.error).toBe('shell_not_populated')
    expect(headers.get('retry-after')).toBe(String((15 * 60 + 17) * 60))
    clock.advance(60_000)
    expect((await get(path)).headers.get('retry-after')).toBe(String((15 * 60 + 16) * 60))
    clock.goTo('2026-11-22T03:16:59.500Z')
    expect((await get(path)).headers.get('retry-after')).toBe('1')
  },
)

test('an object that nobody knows is object_not_found, and is not asked for again within 15 minutes', async () => {
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

test('a group that is not on the list never goes upstream; a listed one is found in any case', async () => {
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
