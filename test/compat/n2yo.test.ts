import { createSpaceData, type ServiceEvent } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import * as satellite from 'satellite.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { findTleGroup } from '../../packages/core/src/catalogue/celestrak/tle-groups.ts'
import { findCategory } from '../../packages/core/src/compat/n2yo/categories.ts'
import { elementSets } from '../debris/night/element-sets.ts'
import { quickPool } from '../debris/night/support.ts'
import { centralOn, openMirror } from '../host/mirror/pair.ts'
import { stoppedClock, type TestService, testService } from '../support/service.ts'

const BASE = '/rest/v1/satellite'
const MUNICH = '48.14/11.58/520'
/** What clients append; those of N2YO have this form. */
const KEY = 'AB12CD-EF34GH-IJ56KL-7MN8'

let asked: string[]
let events: ServiceEvent[]
let clock: ReturnType<typeof stoppedClock>
let service: TestService

/** A service over the sample's CelesTrak, whose elements stay the same; every request to it is noted. */
beforeEach(async () => {
  asked = []
  events = []
  clock = stoppedClock('2026-11-21T12:00:00.700Z')
  const begin = clock.now()
  const sample = sampleFetch(() => begin)
  const noting: typeof fetch = (input, init) => {
    asked.push(new URL(String(input)).search)
    return sample(input, init)
  }
  service = await testService({ fetch: noting, onEvent: (event) => events.push(event) }, clock)
})

const get = (path: string) => service.ask('GET', BASE + path)

// biome-ignore lint/suspicious/noExplicitAny: OpenAPI has checked the shape of the body.
async function jsonOf(path: string): Promise<any> {
  const { status, json } = await get(path)
  expect(status).toBe(200)
  return json
}

const INFO = { satid: 25_544, satname: 'ISS (ZARYA)', transactionscount: 0 }

test('paths are 404 where the operator does not ask for them', async () => {
  const plain = createSpaceData({ fetch: sampleFetch(clock.now), now: clock.now })
  expect((await plain.handle(new Request(`http://test${BASE}/tle/25544`))).status).toBe(404)
  expect(JSON.stringify(await plain.openapi())).not.toContain('/rest/v1')
})

describe('apiKey', () => {
  test.each([
    ['/tle/25544', `&apiKey=${KEY}`],
    ['/tle/25544', `/&apiKey=${KEY}`],
    ['/tle/25544', `?apiKey=${KEY}`],
    ['/tle/25544', `/?apiKey=${KEY}`],
    ['/tle/25544', '&apiKey='],
    [`/positions/25544/${MUNICH}/2`, `/&apiKey=${KEY}`],
    [`/positions/25544/${MUNICH}/2`, `&apikey=${KEY}`],
    [`/radiopasses/25544/${MUNICH}/1/40`, `&apiKey=${KEY}&callback=me`],
  ])('%s%s is what the path without it is', async (path, rest) => {
    const plain = await get(path)
    const response = await service.spaceData.handle(new Request(`http://test${BASE}${path}${rest}`))
    expect([response.status, await response.text()]).toEqual([200, plain.text])
  })

  test.each(['/tle/25544&key=1', '/tle/25544/x', '/tle/&apiKey=1', '/tle/25544/2&apiKey=1', '/tle&apiKey=1'])(
    '%s is no path with a key',
    async (path) => {
      const { status } = await service.spaceData.handle(new Request(`http://test${BASE}${path}`))
      expect([400, 404]).toContain(status)
    },
  )

  test('is never cut off a path of our own', async () => {
    const request = new Request('http://test/v1/objects/25544&apiKey=1', {
      headers: { 'x-api-key': service.key },
    })
    expect((await service.spaceData.handle(request)).status).toBe(400)
  })
})

describe('the log of requests', () => {
  test.each([
    `/positions/25544/48.137154/11.576124/520/2&apiKey=${KEY}`,
    `/visualpasses/25544/48.137154/11.576124/520/2/300/&apiKey=${KEY}`,
    `/radiopasses/25544/48.137154/11.576124/520/2/40?apiKey=${KEY}`,
    `/positions/25544/48.137154/11.576124/520/999&apiKey=${KEY}`,
    `/positions/25544/48.137154/11.576124/520/2/more&apiKey=${KEY}`,
    `/nothing/48.137154/11.576124&apiKey=${KEY}`,
    `/positions/25544/48/11/520&apiKey=${KEY}`,
  ])('has neither the place nor the key of %s', async (path) => {
    for (const [compat, base] of [
      [['n2yo'], ''],
      [[], ''],
      [['n2yo'], '/space'],
    ] as const) {
      const { spaceData } = await testService({ compat, base, onEvent: (event) => events.push(event) }, clock)
      await (await spaceData.handle(new Request(`http://test${base}${BASE}${path}`))).arrayBuffer()
    }
    const told = events.map((event) => ({ ...event, id: '', ms: 0 }))
    expect(told.filter(({ type }) => type === 'request')).toHaveLength(3)
    expect(JSON.stringify(told)).not.toMatch(/48|AB12CD/)
  })

  test('has the template of the path', async () => {
    await get(`/positions/25544/${MUNICH}/2`)
    expect(events.findLast(({ type }) => type === 'request')).toMatchObject({
      route: '/rest/v1/satellite/positions/{id}/{observer_lat}/{observer_lng}/{observer_alt}/{seconds}',
      status: 200,
    })
  })
})

test('errors have an error and a message, which repeats nothing that was sent', async () => {
  for (const [path, status, error] of [
    ['/tle/999999999', 404, 'object_not_found'],
    ['/tle/iss', 400, 'invalid_parameter'],
    [`/positions/25544/${MUNICH}/301`, 400, 'invalid_parameter'],
    [`/positions/25544/${MUNICH}/0`, 400, 'invalid_parameter'],
    ['/positions/25544/91.5/11.58/0/1', 400, 'invalid_parameter'],
    ['/positions/25544/48.14/181.5/0/1', 400, 'invalid_parameter'],
    ['/positions/25544/48.14/11.58/10006/1', 400, 'invalid_parameter'],
    [`/visualpasses/25544/${MUNICH}/11/300`, 400, 'invalid_parameter'],
    [`/radiopasses/25544/${MUNICH}/10/91`, 400, 'invalid_parameter'],
  ] as const) {
    const reply = await get(path)
    expect([path, reply.status, reply.json.error]).toEqual([path, status, error])
    expect(reply.json.message).not.toMatch(/999999999|iss|91\.5|181\.5|10006/)
  }
})

test('an object that is not held is looked for once in the active satellites, and no query is sent for it', async () => {
  await get('/tle/999999999')
  await get('/tle/999999998')
  expect(asked).toEqual(['?GROUP=active&FORMAT=csv'])
})

describe('/tle', () => {
  test('has both lines, joined by CRLF', async () => {
    const { info, tle } = await jsonOf('/tle/25544')
    expect(info).toEqual(INFO)
    const [line1, line2, ...more] = tle.split('\r\n')
    expect(more).toEqual([])
    expect(satellite.twoline2satrec(line1, line2)).toMatchObject({ error: 0, satnum: '25544' })
  })

  test('is dated as everything is', async () => {
    const { headers } = await get('/tle/25544')
    expect(headers.get('cache-control')).toBe('public, max-age=3600')
    expect(headers.get('x-source')).toContain('CelesTrak')
    expect(headers.get('x-fetched-at')).toBe(clock.now().toISOString())
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('/positions', () => {
  test('has one position for each second, the first for the second of now', async () => {
    const { info, positions } = await jsonOf(`/positions/25544/${MUNICH}/300`)
    expect(info).toEqual(INFO)
    const now = Math.floor(clock.now().getTime() / 1_000)
    expect(positions.map(({ timestamp }: { timestamp: number }) => timestamp - now)).toEqual(
      Array.from({ length: 300 }, (_, i) => i),
    )
  })

  test('has what satellite.js finds, and the right ascension from the place', async () => {
    const { tle } = await jsonOf('/tle/25544')
    const [line1 = '', line2 = ''] = tle.split('\r\n')
    const satrec = satellite.twoline2satrec(line1, line2)
    const degrees = Math.PI / 180
    for (const [latitude, longitude, altitude] of [
      [48.14, 11.58, 520],
      [-33.87, 151.21, 0],
      [90, 0, 0],
      [0, -179.99, 4_000],
    ] as const) {
      const { positions } = await jsonOf(`/positions/25544/${latitude}/${longitude}/${altitude}/120`)
      for (const found of positions.filter((_: unknown, i: number) => i % 40 === 0)) {
        const at = new Date(found.timestamp * 1_000)
        const gmst = satellite.gstime(at)
        const state = satellite.propagate(satrec, at)
        if (!state) throw new Error('satellite.js gives no position')
        const site = {
          latitude: latitude * degrees,
          longitude: longitude * degrees,
          height: altitude / 1_000,
        }
        const below = satellite.eciToGeodetic(state.position, gmst)
        const look = satellite.ecfToLookAngles(site, satellite.eciToEcf(state.position, gmst))
        const from = satellite.ecfToEci(satellite.geodeticToEcf(site), gmst)
        const [x, y, z] = [state.position.x - from.x, state.position.y - from.y, state.position.z - from.z]
        expect(found.satlatitude).toBeCloseTo(below.latitude / degrees, 2)
        expect(Math.cos(found.satlongitude * degrees - below.longitude)).toBeCloseTo(1, 6)
        expect(found.sataltitude).toBeCloseTo(below.height, 0)
        expect(found.elevation).toBeCloseTo(look.elevation / degrees, 1)
        if (latitude < 90) expect(Math.cos(found.azimuth * degrees - look.azimuth)).toBeCloseTo(1, 5)
        expect(Math.cos(found.ra * degrees - Math.atan2(y, x))).toBeCloseTo(1, 6)
        expect(found.dec).toBeCloseTo(Math.atan2(z, Math.hypot(x, y)) / degrees, 2)
      }
    }
  })

  test('follows the clock once a response is 3 s old', async () => {
    const first = await jsonOf(`/positions/25544/${MUNICH}/4`)
    clock.advance(3_000)
    const later = await jsonOf(`/positions/25544/${MUNICH}/4`)
    expect(later.positions[0]).toEqual(first.positions[3])
  })
})

interface Pass {
  startUTC: number
  maxUTC: number
  maxEl: number
  endUTC: number
  startAz: number
  startAzCompass: string
  startEl: number
  endEl: number
  mag: number
  duration: number
  startVisibility: number
}

describe('passes', () => {
  test('of radio begin and end at the horizon, in the days that are asked for', async () => {
    const { info, passes } = await jsonOf(`/radiopasses/25544/${MUNICH}/10/10`)
    expect(info).toEqual({ ...INFO, passescount: passes.length })
    expect(passes.length).toBeGreaterThan(30)
    const now = clock.now().getTime() / 1_000
    for (const pass of passes as Pass[]) {
      expect(pass.startUTC).toBeLessThan(pass.maxUTC)
      expect(pass.maxUTC).toBeLessThan(pass.endUTC)
      expect(pass.maxEl).toBeGreaterThanOrEqual(10)
      expect(pass.endUTC).toBeGreaterThan(now)
      expect(pass.startUTC).toBeLessThan(now + 10 * 86_400)
    }
    const high = await jsonOf(`/radiopasses/25544/${MUNICH}/10/40`)
    expect(high.passes).toEqual(passes.filter(({ maxEl }: Pass) => maxEl >= 40))
  })

  test('are where the positions of the same second are', async () => {
    const { passes } = await jsonOf(`/radiopasses/25544/${MUNICH}/1/10`)
    const [{ startUTC, startAz, maxUTC, maxEl }] = passes as [Pass]
    clock.goTo(startUTC * 1_000)
    const [rise] = (await jsonOf(`/positions/25544/${MUNICH}/1`)).positions
    expect(rise.elevation).toBeCloseTo(0, 0)
    expect(rise.azimuth).toBeCloseTo(startAz, 0)
    clock.goTo(maxUTC * 1_000)
    expect((await jsonOf(`/positions/25544/${MUNICH}/1`)).positions[0].elevation).toBeCloseTo(maxEl, 1)
  })

  test('that are seen are among those of radio, while the object is lit and for long enough', async () => {
    const radio: { passes: Pass[] } = await jsonOf(`/radiopasses/25544/${MUNICH}/10/0`)
    const { info, passes }: { info: object; passes: Pass[] } = await jsonOf(
      `/visualpasses/25544/${MUNICH}/10/120`,
    )
    expect(info).toEqual({ ...INFO, passescount: passes.length })
    expect(passes.length).toBeGreaterThan(0)
    expect(passes.length).toBeLessThan(radio.passes.length)
    for (const { startEl, endEl, mag, duration, startVisibility, ...pass } of passes) {
      expect(radio.passes).toContainEqual(pass)
      expect(mag).toBe(100_000)
      expect(duration).toBeGreaterThanOrEqual(120)
      expect(startVisibility).toBeGreaterThanOrEqual(pass.startUTC)
      expect(startVisibility + duration).toBeLessThanOrEqual(pass.endUTC + 1)
      clock.goTo(startVisibility * 1_000)
      const [first] = (await jsonOf(`/positions/25544/${MUNICH}/1`)).positions
      expect(first.elevation).toBeCloseTo(startEl, 0)
      clock.goTo((startVisibility + Math.floor(duration / 2)) * 1_000)
      const [middle] = (await jsonOf(`/positions/25544/${MUNICH}/1`)).positions
      expect(middle.eclipsed).toBe(false)
      expect(endEl).toBeGreaterThan(-0.1)
    }
  })

  test('of which there are none are left out, as N2YO leaves them out', async () => {
    for (const kind of ['radiopasses', 'visualpasses'])
      expect(await jsonOf(`/${kind}/25544/-89/0/0/1/90`)).toEqual({ info: { ...INFO, passescount: 0 } })
  })
})

interface Above {
  satid: number
  intDesignator: string
  launchDate: string
  satlat: number
  satlng: number
  satalt: number
}

describe('/above', () => {
  test('has what /v1/above has, the highest first, with designators', async () => {
    const { info, above }: { info: object; above: Above[] } = await jsonOf(`/above/${MUNICH}/80/0`)
    const { json } = await service.get(
      '/v1/above?latitude=48.14&longitude=11.58&altitude_m=520&group=active&min_elevation_deg=10&limit=1000',
    )
    expect(info).toEqual({ category: 'ANY', transactionscount: 0, satcount: json.data.above })
    expect(above.map(({ satid }) => satid)).toEqual(
      json.data.objects.map(({ norad_id }: { norad_id: number }) => norad_id),
    )
  })

  test('has a position for each, with launch days once SATCAT is there', async () => {
    const path = `/above/${MUNICH}/90/0`
    const { info, above }: { info: object; above: Above[] } = await jsonOf(path)
    expect(info).toMatchObject({ category: 'ANY', satcount: above.length })
    expect(above.length).toBeGreaterThan(10)
    for (const each of above.slice(0, 5)) {
      expect(each.launchDate).toBe('')
      const { json } = await service.get(`/v1/objects/${each.satid}/position?latitude=48.14&longitude=11.58`)
      const [found] = json.data.positions
      expect(found.latitude_deg).toBeCloseTo(each.satlat, 2)
      expect(found.altitude_km).toBeCloseTo(each.satalt, 0)
      expect(found.elevation_deg).toBeGreaterThan(0)
    }
    expect(above.some(({ intDesignator }) => /^\d{4}-\d{3}[A-Z]+$/.test(intDesignator))).toBe(true)
    await service.spaceData.jobs.shells.run({ pool: () => quickPool(), pull: { paceMs: 0 } })
    clock.advance(20_000)
    const later: { above: Above[] } = await jsonOf(path)
    expect(later.above.some(({ launchDate }) => /^\d{4}-\d\d-\d\d$/.test(launchDate))).toBe(true)
  })

  test('without objects has no list, and of a category that is no group is 404', async () => {
    expect(await jsonOf('/above/-89/0/0/1/2')).toEqual({
      info: { category: 'ISS', transactionscount: 0, satcount: 0 },
    })
    for (const category of [4, 12, 54])
      expect(await get(`/above/${MUNICH}/70/${category}`)).toMatchObject({
        status: 404,
        json: { error: 'group_not_found' },
      })
  })
})

test('every category names a group of ours', () => {
  const groups = Array.from({ length: 57 }, (_, id) => findCategory(id)?.group).filter((group) => group)
  expect(groups.length).toBeGreaterThan(30)
  for (const group of groups) expect(findTleGroup(String(group))).toBe(group)
})

test('an object of the catalogue of the last night has everything, without a query for it', async () => {
  const at = clock.now().getTime()
  const catalogue = { elementSets: elementSets(3, at, 60_000), source: 'test catalogue', fetchedAt: at }
  await service.spaceData.jobs.shells.run({ catalogue, pool: () => quickPool() })
  asked.length = 0
  const { headers, json } = await get('/tle/60001')
  expect(json.info).toMatchObject({ satid: 60_001, satname: 'SAT 60001' })
  expect(headers.get('x-source')).toBe('test catalogue')
  expect((await jsonOf(`/positions/60001/${MUNICH}/3`)).positions).toHaveLength(3)
  expect((await jsonOf(`/radiopasses/60001/${MUNICH}/5/0`)).info.satid).toBe(60_001)
  expect(asked).toEqual(['?GROUP=active&FORMAT=csv'])
})

test('a mirror computes of its copy of the active satellites what its central instance computes', async () => {
  const central = await centralOn(clock, { compat: ['n2yo'] })
  const mirror = await openMirror(central, clock, { compat: ['n2yo'] })
  for (const path of [
    '/tle/25544',
    `/positions/25544/${MUNICH}/3`,
    `/visualpasses/25544/${MUNICH}/10/60`,
    `/above/${MUNICH}/80/2`,
  ]) {
    const [ours, theirs] = [await mirror.get(BASE + path), await central.get(BASE + path)]
    expect([path, ours.status, ours.text]).toEqual([path, 200, theirs.text])
  }
})
