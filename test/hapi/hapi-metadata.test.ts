import { memory } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { hapiViolations, hasHapiSchema } from '../fixtures/hapi-schema.ts'
import { swpcOverTime } from '../space-weather/swpc-over-time.ts'
import { stoppedClock, testService } from '../support/service.ts'
import { DAILY_IDS, HOUR, hapiService, IDS, MINUTE, SPAN } from './hapi-service.ts'

const KINDS = ['about', 'capabilities', 'catalog'] as const

test('every description is public JSON with its HAPI version, Last-Modified and a tag', async () => {
  const { hapi } = await hapiService()
  for (const target of [...KINDS, ...IDS.map((id) => `info?dataset=${id}`)]) {
    const { status, headers, json } = await hapi(target)
    expect([target, status, headers.get('content-type')]).toEqual([
      target,
      200,
      'application/json; charset=utf-8',
    ])
    expect([json.HAPI, json.status]).toEqual(['3.3', { code: 1200, message: 'OK' }])
    expect(headers.get('last-modified')).toBe('Sat, 21 Nov 2026 12:00:00 GMT')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const etag = headers.get('etag') ?? ''
    expect((await hapi(target, { 'if-none-match': etag })).status).toBe(304)
  }
})

test('a description that stays as it is keeps its Last-Modified, and If-Modified-Since gets 304', async () => {
  const { hapi, clock } = await hapiService()
  const first = 'Sat, 21 Nov 2026 12:00:00 GMT'
  await hapi('catalog')
  clock.advance(10 * MINUTE)
  const { headers } = await hapi('catalog')
  expect(headers.get('last-modified')).toBe(first)
  const statusOf = async (conditions: Record<string, string>) => (await hapi('catalog', conditions)).status
  expect(await statusOf({ 'if-modified-since': first })).toBe(304)
  expect(await statusOf({ 'if-modified-since': 'Sat, 21 Nov 2026 13:00:00 GMT' })).toBe(304)
  expect(await statusOf({ 'if-modified-since': 'Sat, 21 Nov 2026 11:59:59 GMT' })).toBe(200)
  expect(await statusOf({ 'if-modified-since': 'yesterday' })).toBe(200)
  expect(await statusOf({ 'if-modified-since': first, 'if-none-match': '"other"' })).toBe(200)
})

test('/hapi/ is /hapi, with links that lead to the same places, under a base, too', async () => {
  for (const base of ['', '/space']) {
    const { spaceData } = await hapiService(base === '' ? {} : { base })
    const read = async (path: string) => {
      const url = new URL(`${base}${path}`, 'http://space-data.test')
      const response = await spaceData.handle(new Request(url), { ip: '192.0.2.1' })
      const links = (await response.text()).matchAll(/href="([^"#:]+)[#"]/g)
      return {
        status: response.status,
        links: [...links].map(([, href]) => new URL(href ?? '', url).pathname),
      }
    }
    const [plain, slash] = [await read('/hapi'), await read('/hapi/?x=1')]
    expect(plain.status).toBe(200)
    expect(slash).toEqual(plain)
    expect(plain.links).toContain(`${base}/hapi/catalog`)
    expect((await read('/docs/')).status).toBe(404)
  }
})

test('info says how the data may be used and cited', async () => {
  const { hapi } = await hapiService()
  const { licenseURL, datasetCitation } = (await hapi('info?dataset=mag')).json
  expect(licenseURL).toBe('https://www.usa.gov/government-works')
  expect(datasetCitation).toMatch(/NOAA.*: Magnetic field at L1, 1 minute\. Public domain/)
})

test('a description that changes has another Last-Modified', async () => {
  const { hapi, clock } = await hapiService()
  await hapi('info?dataset=kp_3h')
  clock.advance(12 * HOUR)
  const { headers } = await hapi('info?dataset=kp_3h')
  expect(headers.get('last-modified')).toBe('Sun, 22 Nov 2026 00:00:00 GMT')
})

test('a past that is imported on the first day is offered within seconds, as that of a fresh sample server is', async () => {
  const earlier = stoppedClock('2026-11-14T12:00:00Z')
  const { fetch } = swpcOverTime(() => earlier.now().getTime())
  const source = await testService({ store: memory(), fetch }, earlier)
  await source.spaceData.jobs.series.run()
  const past: string[] = []
  await source.spaceData.store.export((text) => void past.push(text))

  const { hapi, clock, spaceData } = await hapiService()
  const day = 'data?dataset=mag&start=2026-11-10&stop=2026-11-11'
  const startDate = async (more = '') => (await hapi(`info?dataset=mag${more}`)).json.startDate
  expect((await hapi(day)).json.status.code).toBe(1405)
  expect(await startDate()).toBe('2026-11-14T00:00:00.000Z')
  await spaceData.store.import(async function* () {
    yield* past
  })
  clock.advance(11_000)
  const { status, text } = await hapi(day)
  expect([status, text.trimEnd().split('\n').length]).toEqual([200, 1_440])
  // Of all parameters, which was asked before, and of one.
  for (const more of ['', '&parameters=bz_gsm_nt'])
    expect(await startDate(more)).toBe('2026-11-07T00:00:00.000Z')
})

test('the catalogue lists the series, with titles of at most 40 characters', async () => {
  const { hapi } = await hapiService()
  const { catalog } = (await hapi('catalog?depth=dataset')).json
  expect(catalog.map(({ id }: { id: string }) => id)).toEqual([...IDS, ...DAILY_IDS])
  for (const { title } of catalog) expect(title.length).toBeLessThanOrEqual(40)
})

test('about has a request that has data', async () => {
  const { hapi } = await hapiService()
  const { query } = (await hapi('about')).json.dataTest
  expect((await hapi(`data?${new URLSearchParams(query)}`)).text).toMatch(/^2026-11-.*Z,[\d.]+\n/)
})

describe('info', () => {
  test.each(IDS)('of %s has the time that is stored, a sample with data, and every column', async (id) => {
    const { hapi, get } = await hapiService()
    const info = (await hapi(`info?dataset=${id}`)).json
    expect(info.startDate).toBe(id === 'kp' ? '2026-11-21T00:00:00.000Z' : '2026-11-14T00:00:00.000Z')
    expect(info).toMatchObject({
      stopDate: '2026-11-22T00:00:00.000Z',
      timeStampLocation: 'begin',
      maxRequestDuration: 'P31D',
      unitsSchema: 'udunits2',
    })
    expect(info.provenance).toMatch(id === 'kp_gfz' ? /^GFZ Potsdam / : /^NOAA SWPC /)
    const sample = await hapi(`data?id=${id}&start=${info.sampleStartDate}&stop=${info.sampleStopDate}`)
    expect(sample.text.split('\n').length).toBeGreaterThan(10)
    const [time, ...others] = info.parameters
    expect(time).toEqual({ name: 'Time', type: 'isotime', units: 'UTC', fill: null, length: 24 })
    for (const parameter of others) expect(parameter).toMatchObject({ type: 'double', fill: '-1e31' })
    const series = (await get(`/v1/space-weather/${id.replace('_3h', '').replace('_', '/')}/series`)).json
      .data
    for (const { name } of others) expect(series).toHaveProperty(name)
  })

  test.each([
    ['flux', '2026-10-11', 41],
    ['sunspots', '2026-10-22', 30],
    ['a_index', '2026-11-20', 1],
  ])(
    'of %s, which is daily, begins with the list of its feed, and a year is one request',
    async (id, first, days) => {
      const { hapi } = await hapiService({ keepSeries: 3 })
      const info = (await hapi(`info?dataset=${id}`)).json
      expect(info).toMatchObject({
        startDate: `${first}T00:00:00.000Z`,
        stopDate: '2026-11-22T00:00:00.000Z',
        cadence: 'P1D',
        maxRequestDuration: 'P366D',
      })
      const { text, status } = await hapi(`data?dataset=${id}&start=${first}&stop=2026-11-22`)
      expect([status, text.trimEnd().split('\n').length]).toEqual([200, days])
      expect((await hapi(`data?dataset=${id}&start=2025-01-01&stop=2026-11-22`)).json.status.code).toBe(1408)
    },
  )

  test('has the cadence of the records', async () => {
    const { hapi } = await hapiService()
    const found = await Promise.all(IDS.map(async (id) => (await hapi(`info?id=${id}`)).json.cadence))
    expect(found).toEqual(['PT1M', 'PT3H', 'PT3H', 'PT1M', 'PT1M', 'PT1M', 'PT5M', 'PT5M'])
  })

  test('of some parameters has these', async () => {
    const { hapi } = await hapiService()
    const names = async (list: string) =>
      (await hapi(`info?dataset=wind&parameters=${list}`)).json.parameters.map(
        ({ name }: { name: string }) => name,
      )
    expect(await names('temperature_k')).toEqual(['Time', 'temperature_k'])
    expect(await names('Time')).toEqual(['Time'])
    expect(await names('Time,speed_km_s,density_per_cm3')).toEqual(['Time', 'speed_km_s', 'density_per_cm3'])
    expect(await names('')).toHaveLength(4)
  })

  test('begins with the oldest day that is kept once earlier ones are dropped', async () => {
    const { hapi, clock } = await hapiService({ keepSeries: 3 })
    expect((await hapi('info?id=mag')).json.startDate).toBe('2026-11-18T00:00:00.000Z')
    clock.advance(24 * HOUR)
    expect((await hapi('info?id=mag')).json.startDate).toBe('2026-11-19T00:00:00.000Z')
  })

  test('before anything is recorded covers what would be kept, without a sample', async () => {
    const { ask } = await testService({ store: memory(), keepSeries: 10 }, stoppedClock())
    const { json } = await ask('GET', '/hapi/info?dataset=mag')
    expect([json.startDate, json.sampleStartDate]).toEqual(['2026-11-11T00:00:00.000Z', undefined])
    expect((await ask('GET', '/hapi/about')).json.dataTest).toBeUndefined()
    const { status, text } = await ask('GET', `/hapi/data?dataset=mag&${SPAN}`)
    expect([status, text]).toEqual([200, ''])
  })

  test('sees within five minutes what another process has recorded', async () => {
    const store = memory()
    const { ask, clock } = await testService({ store }, stoppedClock())
    expect((await ask('GET', '/hapi/info?dataset=mag')).json.sampleStartDate).toBeUndefined()
    await hapiService({ store })
    clock.advance(5 * MINUTE)
    expect((await ask('GET', '/hapi/info?dataset=mag')).json).toMatchObject({
      startDate: '2026-11-14T00:00:00.000Z',
      sampleStopDate: '2026-11-21T12:00:00.000Z',
    })
  })
})

describe.skipIf(!hasHapiSchema)('by the schema of HAPI', () => {
  test.each(KINDS)('%s is valid', async (kind) => {
    const { hapi } = await hapiService()
    expect(hapiViolations(kind, (await hapi(kind)).json)).toBeUndefined()
  })

  test.each([...IDS, ...DAILY_IDS])('info of %s and the header of its data are valid', async (id) => {
    const { hapi } = await hapiService()
    expect(hapiViolations('info', (await hapi(`info?dataset=${id}`)).json)).toBeUndefined()
    const { data, ...header } = (await hapi(`data?dataset=${id}&${SPAN}&format=json`)).json
    expect(hapiViolations('info', header)).toBeUndefined()
    expect(hapiViolations('info', { ...header, cadense: 'PT1M' })).toContain('additional')
  })
})

test('the page lists the datasets and leads to their descriptions', async () => {
  const { ask } = await hapiService()
  const { status, text, headers } = await ask('GET', '/hapi')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  for (const id of IDS) expect(text).toContain(`href="./hapi/info?dataset=${id}"`)
})
