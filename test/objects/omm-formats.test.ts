import { expect, test } from 'vitest'
import { parseElementSets } from '../../packages/core/src/features/objects/elements/omm.ts'
import { OMM_TYPES } from '../../packages/core/src/features/objects/elements/omm-formats.ts'
import { stoppedClock, testService } from '../support/service.ts'

test.each(Object.entries(OMM_TYPES))('a group and an object as OMM %s', async (format, type) => {
  const { get } = await testService()
  for (const path of ['/v1/tle/stations', '/v1/objects/25544']) {
    const { status, headers, text } = await get(`${path}?format=${format}`)
    expect([path, status, headers.get('content-type')]).toEqual([path, 200, `${type}; charset=utf-8`])
    expect(text).toContain('ISS (ZARYA)')
    expect(Date.parse(headers.get('x-valid-until') ?? '')).toBeGreaterThan(
      Date.parse(headers.get('x-fetched-at') ?? ''),
    )
  }
})

test.each([
  ['/v1/tle/stations', 'text/csv', 'text/csv'],
  ['/v1/tle/stations', 'application/json', OMM_TYPES.json],
  ['/v1/tle/stations', 'application/json, text/javascript, */*;q=0.01', OMM_TYPES.json],
  // The default of axios and Angular.
  ['/v1/tle/stations', 'application/json, text/plain, */*', 'text/plain'],
  ['/v1/tle/stations', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/plain'],
  ['/v1/tle/stations', 'image/png', 'text/plain'],
  ['/v1/tle/stations?format=csv', 'application/json', 'text/csv'],
  ['/v1/objects/25544', 'text/csv', 'text/csv'],
  ['/v1/objects/25544', OMM_TYPES.json, OMM_TYPES.json],
  ['/v1/objects/25544', 'application/json, text/plain, */*', 'application/json'],
  [
    '/v1/objects/25544',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/json',
  ],
  ['/v1/space-weather/aurora/grid', 'text/csv', 'text/csv'],
  ['/v1/space-weather/absorption/grid', 'application/geo+json', 'application/geo+json'],
])('%s with Accept: %s is %s', async (path, accept, type) => {
  const { get } = await testService()
  const { status, headers, text } = await get(path, { accept })
  expect([status, headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`])
  expect(headers.get('vary')).toMatch(/^Accept\b/)
  const plain = path.replace(/\?.*/, '')
  const format = { 'text/csv': '?format=csv', 'application/geo+json': '?format=geojson' }[type]
  if (format) expect(text).toBe((await get(plain + format)).text)
})

test('an object as OMM has the elements and the times of the enveloped response', async () => {
  const clock = stoppedClock()
  const { get } = await testService({}, clock)
  const { json } = await get('/v1/objects/25544')
  clock.advance(60_000)
  const { headers, text } = await get('/v1/objects/25544?format=json')
  expect(headers.get('x-fetched-at')).toBe(json.fetched_at)
  expect(headers.get('x-valid-until')).toBe(json.valid_until)
  expect(headers.get('x-source')).toBe(json.source)
  const [read] = parseElementSets(text).elementSets
  expect(read).toMatchObject({
    noradId: 25544,
    epoch: json.data.epoch,
    meanMotionRevPerDay: json.data.mean_motion_rev_per_day,
    bstarPerEarthRadius: json.data.bstar_per_earth_radius,
  })
})

test('formats of an object cost one request at the provider', async () => {
  const asked: string[] = []
  const clock = stoppedClock()
  const { sampleFetch } = await import('@space-data/sample')
  const sample = sampleFetch(clock.now)
  const { get } = await testService(
    {
      fetch: (input, init) => {
        asked.push(String(input))
        return sample(input, init)
      },
    },
    clock,
  )
  await get('/v1/objects/25544')
  const before = asked.length
  for (const format of Object.keys(OMM_TYPES)) await get(`/v1/objects/25544?format=${format}`)
  expect(asked.slice(before)).toEqual([])
})

test('each format has a tag of its own, and 304 for it', async () => {
  const { get } = await testService()
  const tags = new Set<string>()
  for (const format of ['', '?format=csv', '?format=xml']) {
    const tag = (await get(`/v1/objects/25544${format}`)).headers.get('etag') ?? ''
    tags.add(tag)
    expect((await get(`/v1/objects/25544${format}`, { 'if-none-match': tag })).status).toBe(304)
  }
  expect(tags.size).toBe(3)
})

test('another format is 400', async () => {
  const { get } = await testService()
  for (const path of ['/v1/tle/stations', '/v1/objects/25544'])
    expect((await get(`${path}?format=yaml`)).json.error).toBe('invalid_parameter')
})
