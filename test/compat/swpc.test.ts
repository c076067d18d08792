import { createSpaceData } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { beforeEach, describe, expect, test } from 'vitest'
import { capture, hasCaptures } from '../fixtures/captures.ts'
import { magRow } from '../fixtures/swpc.ts'
import { stoppedClock, type TestService, testService } from '../support/service.ts'

const HOUR = 3_600_000

let asked: string[]
let clock: ReturnType<typeof stoppedClock>
let service: TestService

/** A service over the sample's SWPC, every request to which is noted. */
beforeEach(async () => {
  asked = []
  clock = stoppedClock()
  const sample = sampleFetch(clock.now)
  const noting: typeof fetch = (input, init) => {
    asked.push(new URL(String(input)).pathname)
    return sample(input, init)
  }
  service = await testService({ fetch: noting }, clock)
})

// biome-ignore lint/suspicious/noExplicitAny: the tests check the shape.
async function file(path: string, from: TestService = service): Promise<any> {
  const { status, json, headers } = await from.ask('GET', path)
  expect(status).toBe(200)
  expect(headers.get('x-notice')).toContain('not a service of NOAA')
  return json
}

const PAST = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.000$/

test('files are 404 where the operator does not ask for them', async () => {
  const plain = createSpaceData({ fetch: sampleFetch(clock.now), now: clock.now })
  const { status } = await plain.handle(new Request('http://test/json/planetary_k_index_1m.json'))
  expect(status).toBe(404)
  expect(JSON.stringify(await plain.openapi())).not.toContain('/products/')
})

test('one set does not bring the other', async () => {
  const only = await testService({ compat: ['celestrak'] }, clock)
  const { status } = await only.spaceData.handle(new Request('http://test/json/planetary_k_index_1m.json'))
  expect(status).toBe(404)
})

test.each([
  '/json/solar_regions.json',
  '/json/constructor',
  '/text/sgas.txt',
  '/products/solar-wind/ephemerides.json',
  '/json/goes/primary/xrays-2-day.json',
])('%s, which this service has no data for, is 404', async (path) => {
  const { status, text } = await service.ask('GET', path)
  expect([status, text]).toEqual([404, 'Not Found'])
})

test('the running K index has its number, its letters and its whole number', async () => {
  const rows = await file('/json/planetary_k_index_1m.json')
  expect(rows.length).toBeGreaterThan(300)
  expect(Object.keys(rows[0])).toEqual(['time_tag', 'kp_index', 'estimated_kp', 'kp'])
  const last = rows.at(-1)
  const { json } = await service.get('/v1/space-weather/kp/series')
  const at = json.data.time.findLastIndex((_: string, i: number) => json.data.kp[i] !== null)
  expect(last.estimated_kp).toBe(json.data.kp[at])
  expect(`${last.time_tag}.000Z`).toBe(json.data.time[at])
})

test('X-rays have the long band, in ascending order, of the span in their name', async () => {
  const rows = await file('/json/goes/primary/xrays-6-hour.json')
  expect(new Set(rows.map((row: { energy: string }) => row.energy))).toEqual(new Set(['0.1-0.8nm']))
  const times = rows.map((row: { time_tag: string }) => Date.parse(row.time_tag))
  expect(times).toEqual([...times].sort())
  expect(times[0]).toBeGreaterThanOrEqual(clock.now().getTime() - 6 * HOUR)
  expect(rows.at(-1)).toMatchObject({ satellite: expect.any(Number), observed_flux: null })
})

test('protons have their energy, every five minutes', async () => {
  const [first, second] = await file('/json/goes/primary/integral-protons-1-day.json')
  expect(first.energy).toBe('>=10 MeV')
  expect(Date.parse(second.time_tag) - Date.parse(first.time_tag)).toBe(300_000)
})

test('the real-time solar wind begins with the newest row', async () => {
  const mag = await file('/json/rtsw/rtsw_mag_1m.json')
  const wind = await file('/json/rtsw/rtsw_wind_1m.json')
  for (const rows of [mag, wind]) {
    expect(Date.parse(rows[0].time_tag)).toBeGreaterThan(Date.parse(rows[1].time_tag))
    expect(rows[0]).toMatchObject({ active: true, source: expect.any(String), overall_quality: 0 })
  }
  const { json } = await service.get('/v1/space-weather/mag')
  expect(mag[0].bz_gsm).toBe(json.data.bz_gsm_nt)
  expect(wind[0].alpha_speed).toBeNull()
})

test('summaries have the newest value in whole units, formerly as an object of texts', async () => {
  const [speed] = await file('/products/summary/solar-wind-speed.json')
  const { json } = await service.get('/v1/space-weather/wind')
  expect(speed).toEqual({
    proton_speed: Math.round(json.data.speed_km_s),
    time_tag: json.data.as_of.replace('.000Z', 'Z'),
  })
  const [field] = await file('/products/summary/solar-wind-mag-field.json')
  expect(Object.keys(field)).toEqual(['bt', 'bz_gsm', 'time_tag'])
  const was = await file('/products/summary/solar-wind-speed.json?shape=2025')
  expect(was).toEqual({ WindSpeed: String(speed.proton_speed), TimeStamp: expect.stringMatching(PAST) })
  expect(Object.keys(await file('/products/summary/solar-wind-mag-field.json?SHAPE=2025'))).toEqual([
    'Bt',
    'Bz',
    'TimeStamp',
  ])
})

test.each(['5-minute', '2-hour', '6-hour', '1-day', '3-day', '7-day'])(
  'the removed tables of %s have names, then texts',
  async (span) => {
    const [names, ...rows] = await file(`/products/solar-wind/mag-${span}.json`)
    expect(names).toEqual(['time_tag', 'bx_gsm', 'by_gsm', 'bz_gsm', 'lon_gsm', 'lat_gsm', 'bt'])
    const [plasmaNames, ...plasma] = await file(`/products/solar-wind/plasma-${span}.json`)
    expect(plasmaNames).toEqual(['time_tag', 'density', 'speed', 'temperature'])
    for (const table of [rows, plasma]) {
      expect(table.length).toBeGreaterThan(0)
      expect(table.at(-1)[0]).toMatch(PAST)
      expect(table.at(-1)[1]).toMatch(/^-?\d+\.\d\d$/)
    }
    expect(plasma.at(-1)[3]).toMatch(/^\d+$/)
  },
)

test('the angles of the field are those of its components, as NOAA had them', async () => {
  // The row of 2018-04-15 of NOAA's table: -3.26, -3.86, -1.89; 229.83, -20.51.
  const at = clock.now().toISOString().slice(0, 16)
  const field = magRow(`${at}:00`, { bt: 5.4, bx_gsm: -3.26, by_gsm: -3.86, bz_gsm: -1.89 })
  const own = await testService({ fetch: async () => Response.json([field]) }, clock)
  const [row] = await file('/json/rtsw/rtsw_mag_1m.json', own)
  expect(row).toMatchObject({ phi_gsm: 229.82, theta_gsm: -20.51 })
  const [, values] = await file('/products/solar-wind/mag-2-hour.json', own)
  expect(values.slice(1)).toEqual(['-3.26', '-3.86', '-1.89', '229.82', '-20.51', '5.40'])
})

test('the K index of three hours goes seven days back, and the forecast goes on after it', async () => {
  const observed = await file('/products/noaa-planetary-k-index.json')
  expect(observed[0]).toEqual({
    time_tag: '2026-11-14T00:00:00',
    Kp: expect.any(Number),
    a_running: expect.any(Number),
    station_count: null,
  })
  const all = await file('/products/noaa-planetary-k-index-forecast.json')
  const marks = all.map((row: { observed: string }) => row.observed)
  expect(new Set(marks)).toEqual(new Set(['observed', 'estimated', 'predicted']))
  expect(marks.filter((mark: string) => mark === 'observed')).toHaveLength(observed.length)
  const times = all.map((row: { time_tag: string }) => Date.parse(`${row.time_tag}Z`))
  expect(times.every((at: number, i: number) => i === 0 || at - times[i - 1] === 3 * HOUR)).toBe(true)
  const midnight = Date.parse('2026-11-22T00:00:00Z')
  expect(times[marks.indexOf('predicted')]).toBe(midnight)
})

test('the tables of the K index were of texts', async () => {
  const [names, ...rows] = await file('/products/noaa-planetary-k-index.json?shape=2025')
  expect(names).toEqual(['time_tag', 'Kp', 'a_running', 'station_count'])
  expect(rows[0]).toEqual([
    '2026-11-14 00:00:00.000',
    expect.stringMatching(/^\d\.\d\d$/),
    expect.any(String),
    null,
  ])
  const [columns, first] = await file('/products/noaa-planetary-k-index-forecast.json?shape=2025')
  expect(columns).toEqual(['time_tag', 'kp', 'observed', 'noaa_scale'])
  expect(first).toEqual(['2026-11-14 00:00:00', expect.stringMatching(/^\d\.\d\d$/), 'observed', null])
})

test('of swpc-2025 the old form is the default, and the new one has to be asked for', async () => {
  const own = await testService({ compat: ['swpc-2025'] }, clock)
  const [names] = await file('/products/noaa-planetary-k-index.json', own)
  expect(names[1]).toBe('Kp')
  expect((await file('/products/noaa-planetary-k-index.json?shape=2026', own))[0].Kp).toEqual(
    expect.any(Number),
  )
  expect(await file('/products/summary/solar-wind-speed.json', own)).toHaveProperty('WindSpeed')
  // A file that did not change has one form.
  expect((await file('/json/planetary_k_index_1m.json', own))[0]).toHaveProperty('estimated_kp')
})

test('another shape is 400', async () => {
  const { status, text } = await service.ask('GET', '/products/noaa-planetary-k-index.json?shape=marker')
  expect([status, text]).toEqual([400, 'Invalid query: expected shape=2025 or shape=2026'])
})

/** A file as SWPC itself has it, which here is the sample. */
async function theirs(path: string): Promise<string> {
  return (await sampleFetch(clock.now)(`https://services.swpc.noaa.gov${path}`)).text()
}

const PROSE = ['3-day-forecast', 'discussion'] as const

/** A message with one kind of line end, as it is held. */
const plain = ({ message, ...rest }: { message: string }) => ({
  ...rest,
  message: message
    .replace(/\r/g, '')
    .replace(/ +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim(),
})

test.each(['/json/ovation_aurora_latest.json', '/products/noaa-scales.json'])(
  '%s is as at SWPC',
  async (path) => {
    expect(await file(path)).toEqual(JSON.parse(await theirs(path)))
  },
)

test('notices have their whole messages, newest first', async () => {
  const rows = await file('/products/alerts.json')
  const expected = JSON.parse(await theirs('/products/alerts.json'))
  expect(rows.map(plain)).toEqual(
    expected
      .map(plain)
      .sort((one: { issue_datetime: string }, other: { issue_datetime: string }) =>
        other.issue_datetime.localeCompare(one.issue_datetime),
      ),
  )
  expect(rows[0].message.split('\r\n')[0]).toMatch(/^Space Weather Message Code: /)
})

test('F10.7 has the readings of noon and their means, the newest first', async () => {
  const rows = await file('/json/f107_cm_flux.json')
  const noons = JSON.parse(await theirs('/json/f107_cm_flux.json'))
    .filter((row: { reporting_schedule: string }) => row.reporting_schedule === 'Noon')
    .map((row: object) => ({ ...row, avg_begin_date: null, rec_count: null }))
    .sort((one: { time_tag: string }, other: { time_tag: string }) =>
      other.time_tag.localeCompare(one.time_tag),
    )
  expect(noons.length).toBeGreaterThan(20)
  expect(rows).toEqual(noons.slice(0, rows.length))
  expect(rows.length).toBeGreaterThan(20)
  const [{ flux, time_tag }] = rows
  expect(await file('/products/summary/10cm-flux.json')).toEqual([{ flux, time_tag: `${time_tag}Z` }])
  expect(await file('/products/summary/10cm-flux.json?shape=2025')).toEqual({
    Flux: String(flux),
    TimeStamp: time_tag.replace('T', ' '),
  })
})

test('electrons have their energy', async () => {
  const rows = await file('/json/goes/primary/integral-electrons-6-hour.json')
  const expected = JSON.parse(await theirs('/json/goes/primary/integral-electrons-6-hour.json'))
  expect(rows.at(-1)).toEqual(expected.at(-1))
})

/** A text and its lines of data, without comments. */
async function textFile(path: string, from: TestService = service) {
  const { status, text, headers } = await from.ask('GET', path)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(headers.get('x-notice')).toContain('not a service of NOAA')
  return text
}

const rowsOf = (text: string) => text.split('\n').filter((line) => !line.startsWith('#'))

test.each(PROSE)('the %s is NOAA’s text', async (name) => {
  expect((await textFile(`/text/${name}.txt`)).trim()).toBe((await theirs(`/text/${name}.txt`)).trim())
})

test.each(['27-day-outlook', 'drap_global_frequencies'])(
  'the rows of %s are as at SWPC, and no line says that NOAA has prepared it',
  async (name) => {
    const [ours, other] = [await textFile(`/text/${name}.txt`), await theirs(`/text/${name}.txt`)]
    expect(rowsOf(ours)).toEqual(rowsOf(other))
    expect(ours).not.toContain('Prepared by')
    expect(ours).toContain('not a service of NOAA')
  },
)

test('daily solar data are as at SWPC up to the flares in visible light, which are -999', async () => {
  const [ours, other] = await Promise.all([
    textFile('/text/daily-solar-indices.txt'),
    theirs('/text/daily-solar-indices.txt'),
  ])
  const cells = (text: string) =>
    rowsOf(text)
      .filter((line) => /^\d/.test(line))
      .map((line) => line.trim().split(/\s+/))
  expect(cells(ours)).toEqual(cells(other).map((row) => [...row.slice(0, 12), ...Array(4).fill('-999')]))
  expect(rowsOf(ours).slice(0, 2)).toEqual(rowsOf(other).slice(0, 2))
})

test('the message of WWV has its indices', async () => {
  const [ours, other] = [await textFile('/text/wwv.txt'), await theirs('/text/wwv.txt')]
  expect(ours).toMatch(/^Solar flux \d+ and estimated planetary A-index \d+\.$/m)
  expect(rowsOf(ours).slice(0, 5)).toEqual(rowsOf(other).slice(0, 5))
})

test('a file of a path has the times of that, and is 503 with it', async () => {
  let isAway = false
  const sample = sampleFetch(clock.now)
  const flaky: typeof fetch = async (input, init) =>
    isAway ? new Response('', { status: 500 }) : sample(input, init)
  const own = await testService({ fetch: flaky }, clock)
  const { json } = await own.get('/v1/space-weather/scales')
  const { headers } = await own.ask('GET', '/products/noaa-scales.json')
  expect(headers.get('x-fetched-at')).toBe(json.fetched_at)
  expect(headers.get('x-valid-until')).toBe(json.valid_until)
  isAway = true
  clock.advance(4 * HOUR)
  const [late, path] = await Promise.all([
    own.ask('GET', '/products/noaa-scales.json'),
    own.get('/v1/space-weather/scales'),
  ])
  expect([late.status, late.json.error]).toEqual([503, path.json.error])
})

test('any number of requests for any number of files is one request to each feed', async () => {
  const paths = ['6-hour', '1-day', '3-day', '7-day'].map((span) => `/json/goes/primary/xrays-${span}.json`)
  for (const path of [...paths, ...paths]) await file(path)
  await service.get('/v1/space-weather/xray')
  expect(asked).toEqual(['/json/goes/primary/xrays-6-hour.json'])
  for (const path of [
    '/products/noaa-planetary-k-index.json',
    '/products/noaa-planetary-k-index.json?shape=2025',
  ])
    await file(path)
  clock.advance(30 * 60_000)
  await file('/products/noaa-planetary-k-index.json')
  expect(asked.filter((path) => path.startsWith('/products/'))).toHaveLength(1)
})

test('what was recorded is served while the feed is away; where nothing was, it is 503', async () => {
  let isAway = false
  const sample = sampleFetch(clock.now)
  const flaky: typeof fetch = async (input, init) =>
    isAway ? new Response('', { status: 500 }) : sample(input, init)
  const own = await testService({ fetch: flaky }, clock)
  const before = await file('/products/solar-wind/mag-1-day.json', own)
  isAway = true
  clock.advance(10 * 60_000)
  const after = await file('/products/solar-wind/mag-1-day.json', own)
  expect(after.at(-1)).toEqual(before.at(-1))
  expect((await own.ask('GET', '/products/solar-wind/plasma-1-day.json')).json.error).toBe(
    'upstream_unavailable',
  )
})

describe.skipIf(!hasCaptures)('captured files of SWPC', () => {
  /** A service whose SWPC has one captured file. */
  const served = (path: string, body: string, at: string) => {
    const fetch = async (input: string | URL | Request) =>
      new URL(String(input)).pathname === path ? new Response(body) : new Response('', { status: 500 })
    return testService({ fetch: fetch as typeof globalThis.fetch }, stoppedClock(at))
  }

  test('the running K index comes back as it was', async () => {
    const body = capture('swpc/planetary_k_index_1m.2026-07-09.json')
    const rows = JSON.parse(body)
    const own = await served('/json/planetary_k_index_1m.json', body, `${rows.at(-1).time_tag}Z`)
    const since = Date.parse(`${rows.at(-1).time_tag}Z`) - 6 * HOUR
    const expected = rows.filter((row: { time_tag: string }) => Date.parse(`${row.time_tag}Z`) >= since)
    expect(await file('/json/planetary_k_index_1m.json', own)).toEqual(expected)
  })

  test('the K index of three hours comes back with its index a, but for the number of stations', async () => {
    const body = capture('swpc/noaa-planetary-k-index.2026-08-01.json')
    const own = await served('/products/noaa-planetary-k-index.json', body, '2026-08-01T07:00:00Z')
    const rows = JSON.parse(body).map((row: object) => ({ ...row, station_count: null }))
    expect(await file('/products/noaa-planetary-k-index.json', own)).toEqual(rows)
  })

  test.each([
    ['/products/noaa-scales.json', 'swpc/noaa-scales.2026-08-01.json', '2026-08-01T07:48:00Z'],
    ['/products/alerts.json', 'swpc/alerts.2026-08-01.json', '2026-08-01T07:48:00Z'],
  ])('%s comes back as it was', async (path, name, at) => {
    const body = capture(name)
    const written = await file(path, await served(path, body, at))
    const isOfMessages = Array.isArray(written)
    expect(isOfMessages ? written.map(plain) : written).toEqual(
      isOfMessages ? JSON.parse(body).map(plain) : JSON.parse(body),
    )
  })

  test.each([
    ['27-day-outlook', 'swpc/27-day-outlook.2026-08-12.txt', '2026-08-12T00:00:00Z', 99],
    ['drap_global_frequencies', 'swpc/drap_global_frequencies.2026-08-20.txt', '2026-08-20T04:43:00Z', 99],
    ['wwv', 'swpc/wwv.2026-08-20.txt', '2026-08-20T04:43:00Z', 5],
  ])('the rows of %s come back as they were', async (name, captured, at, count) => {
    const body = capture(captured)
    const own = await served(`/text/${name}.txt`, body, at)
    const expected = rowsOf(body).filter((line) => line !== '')
    const text = await textFile(`/text/${name}.txt`, own)
    expect(rowsOf(text).filter((line) => line !== '')).toEqual(expected.slice(0, count))
    const commentsIn = (of: string) => of.split('\n').filter((line) => line.startsWith('#')).length
    expect(commentsIn(text)).toBe(commentsIn(body))
  })

  test('F10.7 comes back with its means', async () => {
    const body = capture('swpc/f107_cm_flux.2026-07-01.json')
    const own = await served('/json/f107_cm_flux.json', body, '2026-07-01T00:00:00Z')
    const rows = await file('/json/f107_cm_flux.json', own)
    const theirs = new Map(
      JSON.parse(body)
        .filter((row: { reporting_schedule: string }) => row.reporting_schedule === 'Noon')
        .map((row: { time_tag: string }) => [row.time_tag, row]),
    )
    expect(rows.length).toBeGreaterThan(20)
    for (const { avg_begin_date, rec_count, ...row } of rows)
      expect(theirs.get(row.time_tag)).toMatchObject(row)
  })

  test('X-rays and protons of the satellite come back with their fluxes', async () => {
    const of = (body: string, energy: string) =>
      JSON.parse(body).filter((row: { energy: string }) => row.energy === energy)
    const xrays = capture('swpc/xrays-6-hour.2026-08-20.json')
    const xrayPath = '/json/goes/primary/xrays-6-hour.json'
    const NOT_HELD = { observed_flux: null, electron_correction: null, electron_contaminaton: null }
    expect(await file(xrayPath, await served(xrayPath, xrays, '2026-08-20T04:45:00Z'))).toEqual(
      of(xrays, '0.1-0.8nm').map((row: object) => ({ ...row, ...NOT_HELD })),
    )
    const protons = capture('swpc/integral-protons-6-hour.2026-08-20.json')
    const protonPath = '/json/goes/primary/integral-protons-6-hour.json'
    expect(await file(protonPath, await served(protonPath, protons, '2026-08-20T04:45:00Z'))).toEqual(
      of(protons, '>=10 MeV'),
    )
  })

  test('the real-time field has the names of the file in 2026', async () => {
    const body = capture('swpc/rtsw_mag_1m.2026-10-06.first-20-rows.json')
    const own = await served('/json/rtsw/rtsw_mag_1m.json', body, '2026-10-06T19:36:00Z')
    const [row] = await file('/json/rtsw/rtsw_mag_1m.json', own)
    const [theirs] = JSON.parse(body)
    expect(Object.keys(row).sort()).toEqual(Object.keys(theirs).sort())
    const { theta_gsm, phi_gsm, ...others } = row
    const held = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null))
    expect(theirs).toMatchObject(held)
  })

  test('the real-time wind has the names of the file in 2026', async () => {
    const body = capture('swpc/rtsw_wind_1m.2026-10-06.first-23-rows.json')
    const own = await served('/json/rtsw/rtsw_wind_1m.json', body, '2026-10-06T19:36:00Z')
    const [row] = await file('/json/rtsw/rtsw_wind_1m.json', own)
    const [theirs] = JSON.parse(body)
    expect(Object.keys(row).sort()).toEqual(Object.keys(theirs).sort())
    const held = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
    expect(theirs).toMatchObject(held)
  })
})
