import { createSpaceData } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { json2satrec, twoline2satrec } from 'satellite.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { readElementSets } from '../../packages/core/src/features/objects/elements/read-element-sets.ts'
import { elementSets } from '../debris/night/element-sets.ts'
import { quickPool } from '../debris/night/support.ts'
import { capture, hasCaptures } from '../fixtures/captures.ts'
import { stoppedClock, type TestService, testService } from '../support/service.ts'

const MINUTE = 60_000
const GP = '/NORAD/elements/gp.php'
const NOTHING = 'No GP data found'

let asked: string[]
let clock: ReturnType<typeof stoppedClock>
let service: TestService

/** A service over the sample's CelesTrak, every request to which is noted. */
beforeEach(async () => {
  asked = []
  clock = stoppedClock()
  const sample = sampleFetch(clock.now)
  const noting: typeof fetch = (input, init) => {
    asked.push(new URL(String(input)).search)
    return sample(input, init)
  }
  service = await testService({ fetch: noting }, clock)
})

const get = (query: string, path = GP) => service.ask('GET', `${path}?${query}`)
const linesOf = (text: string) => text.split('\r\n').slice(0, -1)

async function jsonOf(query: string): Promise<Record<string, unknown>[]> {
  const { status, json } = await get(`${query}&FORMAT=json`)
  expect(status).toBe(200)
  return json
}

/** A run of the shells over objects of the test's own, which are in no group. */
async function runShells(count = 3, first = 60_000) {
  const at = clock.now().getTime()
  const catalogue = { elementSets: elementSets(count, at, first), source: 'test catalogue', fetchedAt: at }
  await service.spaceData.jobs.shells.run({ catalogue, pool: () => quickPool() })
}

/** The run of a night over the sample's catalogue, which fetches SATCAT. */
const runNight = () => service.spaceData.jobs.shells.run({ pool: () => quickPool(), pull: { paceMs: 0 } })

describe('gp.php', () => {
  test('is 404 where the operator does not ask for it', async () => {
    const plain = createSpaceData({ fetch: sampleFetch(clock.now), now: clock.now })
    expect((await plain.handle(new Request(`http://test${GP}?GROUP=stations`))).status).toBe(404)
    expect(JSON.stringify(await plain.openapi())).not.toContain('gp.php')
  })

  test('needs no key, and is CSV by default', async () => {
    const { status, headers, text } = await get('GROUP=stations')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(text.split('\n')[0]).toMatch(/^OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,/)
    expect(readElementSets(text).elementSets.length).toBeGreaterThan(3)
  })

  test.each(['tle', 'TLE', '3le', 'tlet'])(
    'FORMAT=%s is three lines with CRLF, names in 24 columns',
    async (format) => {
      const { headers, text } = await get(`group=STATIONS&format=${format}`)
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
      const lines = linesOf(text)
      expect(lines[0]).toBe('ISS (ZARYA)             ')
      expect(lines.length % 3).toBe(0)
      expect(lines.filter((_, i) => i % 3 > 0).every((line) => line.length === 69)).toBe(true)
      expect(twoline2satrec(lines[1] ?? '', lines[2] ?? '').error).toBe(0)
    },
  )

  test('FORMAT=2le has no names', async () => {
    const lines = linesOf((await get('GROUP=stations&FORMAT=2le')).text)
    expect(lines.every((line, i) => line.startsWith(`${(i % 2) + 1} `))).toBe(true)
  })

  test.each([
    ['xml', 'application/xml', /^<\?xml .*<NORAD_CAT_ID>25544</s],
    ['omm', 'application/xml', /^<\?xml /],
    ['kvn', 'text/plain', /^CCSDS_OMM_VERS .*NORAD_CAT_ID +?= 25544\r\n/s],
    ['json-pretty', 'application/json', /^\[\r\n {4}\{\r\n {8}"OBJECT_NAME": /],
  ])('FORMAT=%s is %s', async (format, type, form) => {
    const { headers, text } = await get(`GROUP=stations&FORMAT=${format}`)
    expect(headers.get('content-type')).toBe(`${type}; charset=utf-8`)
    expect(text).toMatch(form)
  })

  test.each(['csv', 'json', 'json-pretty', 'kvn', 'xml', 'tle', '2le'])(
    'every line of FORMAT=%s ends with CRLF',
    async (format) => {
      const { text } = await get(`GROUP=stations&FORMAT=${format}`)
      expect(text).toMatch(/\r\n$/)
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    },
  )

  test('TLE omits objects with six digits and lists them; OMM and ALPHA5=1 have them', async () => {
    const ids = (await jsonOf('GROUP=stations')).map((each) => Number(each['NORAD_CAT_ID']))
    const long = ids.filter((id) => id >= 100_000)
    expect(long.length).toBeGreaterThan(0)
    const { text, headers } = await get('GROUP=stations&FORMAT=tle')
    expect(headers.get('x-tle-omitted')).toBe(long.join(','))
    expect(linesOf(text)).toHaveLength(3 * (ids.length - long.length))
    const all = await get('GROUP=stations&FORMAT=tle&ALPHA5=1')
    expect(linesOf(all.text)).toHaveLength(3 * ids.length)
    expect(all.headers.get('x-tle-omitted')).toBeNull()
  })

  test('where only objects with six digits are left, TLE has no data', async () => {
    const id = (await jsonOf('GROUP=stations'))
      .map((each) => Number(each['NORAD_CAT_ID']))
      .find((n) => n > 99_999)
    const { status, text } = await get(`CATNR=${id}&FORMAT=TLE`)
    expect([status, text]).toEqual([404, NOTHING])
    expect(await jsonOf(`CATNR=${id}`)).toHaveLength(1)
  })

  test.each([
    ['CATNR=25544', ['ISS (ZARYA)']],
    ['CATNR=000025544', ['ISS (ZARYA)']],
    ['INTDES=1998-067A', ['ISS (ZARYA)']],
    ['NAME=iss%20(zar', ['ISS (ZARYA)']],
  ])('%s finds the object among those that are held', async (query, names) => {
    expect((await jsonOf(query)).map((each) => each['OBJECT_NAME'])).toEqual(names)
    expect(asked).toEqual(['?GROUP=active&FORMAT=csv'])
  })

  test('what is in no group is found in the catalogue of the last night', async () => {
    expect((await get('CATNR=60001')).text).toBe(NOTHING)
    await runShells()
    // An empty result is served for a quarter of an hour.
    clock.advance(901_000)
    const [found] = await jsonOf('CATNR=60001')
    expect(found).toMatchObject({ OBJECT_NAME: 'SAT 60001', NORAD_CAT_ID: 60_001 })
    expect((await jsonOf('INTDES=2020-001')).length).toBe(3)
    expect((await jsonOf('INTDES=2020')).length).toBeGreaterThanOrEqual(3)
    expect((await jsonOf('NAME=fengyun 6000')).length).toBe(1)
    expect(asked.filter((query) => /CATNR|INTDES|NAME/.test(query))).toEqual([])
  })

  test('an object among the active satellites is as old as they may be', async () => {
    const fetchedAt = async (query: string) => (await get(query)).headers.get('x-fetched-at')
    const first = await fetchedAt('GROUP=active&FORMAT=csv')
    clock.advance(58 * MINUTE)
    expect(await fetchedAt('CATNR=25544&FORMAT=tle')).toBe(first)
    clock.advance(3 * MINUTE)
    const next = await fetchedAt('CATNR=25544&FORMAT=2le')
    expect(next).not.toBe(first)
    expect(await fetchedAt('CATNR=25544&FORMAT=tle')).toBe(next)
  })

  test.each(['GROUP=nothing-of-ours', 'CATNR=99998', 'INTDES=1957-001', 'NAME=nothing of ours'])(
    '%s is 404 in the words of CelesTrak',
    async (query) => {
      const { status, text, headers } = await get(query)
      expect([status, text]).toEqual([404, NOTHING])
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(headers.get('cache-control')).toBe('no-store')
    },
  )

  test.each([
    '',
    'FORMAT=json',
    'SPECIAL=gpz',
    'CATNR=-1',
    'CATNR=marker',
    'INTDES=marker',
    'NAME=m',
    'GROUP=',
    'GROUP=stations&FORMAT=marker',
    'GROUP=stations&ALPHA5=marker',
    `NAME=${'marker'.repeat(30)}`,
  ])('the query "%s" is 400, and the message repeats nothing of it', async (query) => {
    const { status, text } = await get(query)
    expect(status).toBe(400)
    expect(text).toMatch(/^Invalid query: /)
    expect(text).not.toContain('marker')
  })

  test('a response is a 304 by tag and by date, and HEAD has its headers', async () => {
    const first = await get('GROUP=stations&FORMAT=tle')
    const since = String(first.headers.get('last-modified'))
    expect(Date.parse(since)).toBe(clock.now().getTime())
    const path = `${GP}?GROUP=stations&FORMAT=tle`
    expect((await service.ask('GET', path, { 'if-modified-since': since })).status).toBe(304)
    expect(
      (await service.ask('GET', path, { 'if-none-match': String(first.headers.get('etag')) })).status,
    ).toBe(304)
    const head = await service.ask('HEAD', path)
    expect(head.text).toBe('')
    expect(head.headers.get('content-length')).toBe(first.headers.get('content-length'))
    expect(first.headers.get('cache-control')).toBe('public, max-age=10800')
  })

  test('unknown and repeated parameters change nothing, not even the cache', async () => {
    await get('GROUP=stations&FORMAT=tle')
    const { headers } = await get('x=1&FORMAT=tle&group=stations&GROUP=weather')
    expect(headers.get('cache-status')).toMatch(/; hit;/)
  })

  test('a failure of CelesTrak is 503 in the form of this service', async () => {
    const failing = await testService({ fetch: async () => new Response('', { status: 500 }) }, clock)
    const { status, json } = await failing.ask('GET', `${GP}?GROUP=stations`)
    expect([status, json.error]).toEqual([503, 'upstream_unavailable'])
    expect((await failing.ask('GET', `${GP}?CATNR=25544`)).status).toBe(503)
  })
})

test.each(['stations', 'STATIONS', 'weather', 'tle-new'])(
  '/NORAD/elements/%s.txt is the TLE of the group',
  async (name) => {
    const file = await service.ask('GET', `/NORAD/elements/${name}.txt`)
    const group = name === 'tle-new' ? 'last-30-days' : name
    expect(file.text).toBe((await get(`GROUP=${group}&FORMAT=tle`)).text)
    expect(file.status).toBe(file.text === NOTHING ? 404 : 200)
  },
)

test.each(['nothing-of-ours', 'supplemental', 'table'])('/NORAD/elements/%s.txt is 404', async (name) => {
  const { status, text } = await service.ask('GET', `/NORAD/elements/${name}.txt`)
  expect([status, text]).toEqual([404, NOTHING])
})

describe('SATCAT', () => {
  const COLUMNS =
    'OBJECT_NAME,OBJECT_ID,NORAD_CAT_ID,OBJECT_TYPE,OPS_STATUS_CODE,OWNER,LAUNCH_DATE,LAUNCH_SITE,DECAY_DATE,' +
    'PERIOD,INCLINATION,APOGEE,PERIGEE,RCS,DATA_STATUS_CODE,ORBIT_CENTER,ORBIT_TYPE'

  test('records.php has the 17 fields, and null for what is not held', async () => {
    await runNight()
    const { status, json } = await get('CATNR=25544', '/satcat/records.php')
    expect(status).toBe(200)
    expect(Object.keys(json[0]).join()).toBe(COLUMNS)
    expect(json).toMatchObject([
      {
        OBJECT_NAME: 'ISS (ZARYA)',
        OBJECT_ID: '1998-067A',
        NORAD_CAT_ID: 25_544,
        OBJECT_TYPE: 'PAY',
        OPS_STATUS_CODE: '+',
        OWNER: 'ISS',
        LAUNCH_SITE: 'TYMSC',
        DECAY_DATE: '',
        DATA_STATUS_CODE: null,
      },
    ])
    expect(json[0].PERIOD).toBeGreaterThan(92)
    expect(json[0].PERIOD).toBeLessThan(94)
  })

  test('records.php has a group as CSV with CRLF', async () => {
    const { headers, text } = await get('GROUP=stations&FORMAT=csv', '/satcat/records.php')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [header, iss = ''] = linesOf(text)
    expect(header).toBe(COLUMNS)
    expect(iss).toMatch(/^ISS \(ZARYA\),1998-067A,25544,PAY,/)
    expect(iss.split(',')).toHaveLength(17)
  })

  test('records.php selects payloads, what is operational, and as many as are wanted', async () => {
    await runNight()
    const of = async (flags: string): Promise<Record<string, unknown>[]> =>
      (await get(`NAME=cosmos&${flags}`, '/satcat/records.php')).json
    const all = await of('ONORBIT=1&PAYLOADS=0')
    const valuesOf = (rows: Record<string, unknown>[], name: string) => new Set(rows.map((row) => row[name]))
    expect(valuesOf(all, 'OBJECT_TYPE')).toEqual(new Set(['PAY', 'DEB']))
    const payloads = await of('PAYLOADS=1')
    expect(payloads).toEqual(all.filter((row) => row['OBJECT_TYPE'] === 'PAY'))
    const active = await of('ACTIVE=1')
    expect(active).toEqual(all.filter((row) => row['OPS_STATUS_CODE'] === '+'))
    expect(active.length).toBeLessThan(all.length)
    expect(await of('PAYLOADS=true&MAX=2')).toEqual(payloads.slice(0, 2))
    const { NORAD_CAT_ID: debris } = all.find((row) => row['OBJECT_TYPE'] === 'DEB') ?? {}
    expect((await get(`CATNR=${debris}&PAYLOADS=1`, '/satcat/records.php')).status).toBe(404)
    for (const wrong of ['PAYLOADS=yes', 'MAX=0', 'ACTIVE=marker'])
      expect((await get(`CATNR=25544&${wrong}`, '/satcat/records.php')).text).toMatch(
        /^Invalid query: expected /,
      )
  })

  test('records.php with as many MAX as a client likes pushes no group out of memory', async () => {
    const path = '/satcat/records.php'
    const cacheOf = async (query: string) => (await get(query, path)).headers.get('cache-status')
    await cacheOf('GROUP=stations')
    const { text } = await get('GROUP=active&FORMAT=JSON-PRETTY', path)
    const requests = Math.ceil((128 * 1024 * 1024) / text.length)
    for (let i = 0; i < requests; i += 1) await cacheOf(`GROUP=active&FORMAT=JSON-PRETTY&MAX=${99_999 - i}`)
    expect(await cacheOf('GROUP=stations')).toMatch(/; hit;/)
    expect(await cacheOf('GROUP=active&FORMAT=JSON-PRETTY&MAX=99999')).not.toMatch(/; hit;/)
  })

  test('what is not found is 404 in words of its own, a wrong query 400', async () => {
    const { status, text } = await get('CATNR=99998', '/satcat/records.php')
    expect([status, text]).toEqual([404, 'No SATCAT records found'])
    expect((await get('FORMAT=json', '/satcat/records.php')).status).toBe(400)
    expect((await get('CATNR=25544&FORMAT=xml', '/satcat/records.php')).status).toBe(400)
  })

  test('satcat.csv has every object of the last run, with one header', async () => {
    expect((await service.ask('GET', '/pub/satcat.csv')).json.error).toBe('shell_not_populated')
    await runShells(1_600)
    const { status, text, headers } = await service.ask('GET', '/pub/satcat.csv')
    expect(status).toBe(200)
    const lines = linesOf(text)
    expect(lines).toHaveLength(1_601)
    expect(lines[0]).toBe(COLUMNS)
    expect(lines.filter((line) => line.startsWith('OBJECT_NAME'))).toHaveLength(1)
    expect(lines[1]).toMatch(/^FENGYUN 60000 DEB,2020-001S,60000,DEB,,,,,,/)
    expect(headers.get('last-modified')).toBe(clock.now().toUTCString())
  })
})

describe('/v1/tle', () => {
  test('with alpha5=omit leaves out what has six digits, and lists it', async () => {
    const plain = await service.ask('GET', '/v1/tle/stations')
    const omitting = await service.ask('GET', '/v1/tle/stations?alpha5=omit')
    const omitted = String(omitting.headers.get('x-tle-omitted')).split(',').map(Number)
    expect(omitted.every((id) => id >= 100_000)).toBe(true)
    expect(Number(omitting.headers.get('x-tle-count'))).toBe(
      Number(plain.headers.get('x-tle-count')) - omitted.length,
    )
    expect(omitting.text).not.toMatch(/^1 [A-Z]/m)
    expect(plain.text).toMatch(/^1 [A-Z]/m)
    expect((await service.ask('GET', '/v1/tle/stations?alpha5=no')).status).toBe(400)
  })
})

describe.skipIf(!hasCaptures)('captured bodies of CelesTrak', () => {
  /** A service whose CelesTrak has one group of a captured body. */
  const served = async (body: string, at: string) => {
    const fetch = async () => new Response(body)
    return testService({ fetch }, stoppedClock(at))
  }

  test('JSON has the same members in the same order, with the same values', async () => {
    const body = capture('celestrak/gp-stations.2026-08-06.json')
    const { ask } = await served(body, '2026-08-06T12:00:00Z')
    // The feed asks for CSV, and takes JSON as well; a line break ends it.
    const { text } = await ask('GET', `${GP}?GROUP=stations&FORMAT=json`)
    expect(JSON.parse(text)).toEqual(JSON.parse(body))
    expect(Object.keys(JSON.parse(text)[0])).toEqual(Object.keys(JSON.parse(body)[0]))
  })

  test('CSV has the columns and the values of the active group', async () => {
    const body = capture('celestrak/gp-active.2026-07-10.csv')
    const { ask } = await served(body, '2026-07-10T12:00:00Z')
    const { text } = await ask('GET', `${GP}?GROUP=active&FORMAT=csv`)
    expect(linesOf(text)[0]).toBe(body.split('\n')[0]?.trim())
    expect(readElementSets(text)).toEqual(readElementSets(body))
  })

  test('json2satrec of satellite.js takes every message, six digits included', async () => {
    const { ask } = await served(capture('celestrak/gp-stations.2026-08-06.json'), '2026-08-06T12:00:00Z')
    const { json } = await ask('GET', `${GP}?GROUP=stations&FORMAT=json`)
    expect(json.some((each: { NORAD_CAT_ID: number }) => each.NORAD_CAT_ID > 99_999)).toBe(true)
    for (const omm of json) expect(json2satrec(omm).error).toBe(0)
  })
})
