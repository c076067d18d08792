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
  const third: Record<string, number> = { M: -1 / 3, Z: 0, P: 1 / 3 }
  const signs = new Set<string>()
  for (const { kp_index, estimated_kp, kp } of rows) {
    const [whole, sign] = [kp.slice(0, -1), kp.at(-1)]
    signs.add(sign)
    expect(Number(whole) + (third[sign] ?? Number.NaN)).toBeCloseTo(estimated_kp, 1)
    expect(kp_index).toBe(Math.round(estimated_kp))
  }
  expect([...signs].sort()).toEqual(['M', 'P', 'Z'])
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

interface SwpcRow {
  readonly [name: string]: unknown
  readonly time_tag: string
}

const rowsIn = (text: string): SwpcRow[] => JSON.parse(text)
const without =
  (...names: string[]) =>
  (row: SwpcRow) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
const ofEnergy = (energy: string, text: string) => rowsIn(text).filter((row) => row['energy'] === energy)
/** The lines of data of a text, without comments. */
const linesIn = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/** A message with one kind of line end, as it is held. */
const plain = (message: string) =>
  message
    .replace(/\r/g, '')
    .replace(/ +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/**
 * Files and what of them comes back as it was at SWPC; the name and the instant of a captured one. All else is
 * not held: ours has null, or nothing.
 */
const FILES: readonly [path: string, kept: (text: string) => unknown, name?: string, at?: string][] = [
  ['/json/ovation_aurora_latest.json', (text) => JSON.parse(text)],
  [
    '/products/noaa-scales.json',
    (text) => JSON.parse(text),
    'noaa-scales.2026-08-01.json',
    '2026-08-01T07:48:00Z',
  ],
  [
    '/products/alerts.json',
    (text) =>
      JSON.parse(text)
        .map((row: { message: string }) => ({ ...row, message: plain(row.message) }))
        .sort((one: { issue_datetime: string }, other: { issue_datetime: string }) =>
          other.issue_datetime.localeCompare(one.issue_datetime),
        ),
    'alerts.2026-08-01.json',
    '2026-08-01T07:48:00Z',
  ],
  [
    '/json/planetary_k_index_1m.json',
    (text) => rowsIn(text).slice(-300),
    'planetary_k_index_1m.2026-07-09.json',
    '2026-07-09T10:00:00Z',
  ],
  [
    '/products/noaa-planetary-k-index.json',
    (text) => rowsIn(text).map(without('station_count')),
    'noaa-planetary-k-index.2026-08-01.json',
    '2026-08-01T07:00:00Z',
  ],
  [
    '/json/f107_cm_flux.json',
    (text) =>
      rowsIn(text)
        .filter((row) => row['reporting_schedule'] === 'Noon')
        .map(without('avg_begin_date', 'rec_count'))
        .sort((one, other) => String(other['time_tag']).localeCompare(String(one['time_tag'])))
        .slice(0, 21),
    'f107_cm_flux.2026-07-01.json',
    '2026-07-01T00:00:00Z',
  ],
  [
    '/json/goes/primary/xrays-6-hour.json',
    (text) =>
      ofEnergy('0.1-0.8nm', text)
        .map(without('observed_flux', 'electron_correction', 'electron_contaminaton'))
        .slice(-300),
    'xrays-6-hour.2026-08-20.json',
    '2026-08-20T04:45:00Z',
  ],
  [
    '/json/goes/primary/integral-protons-6-hour.json',
    (text) => ofEnergy('>=10 MeV', text).slice(-60),
    'integral-protons-6-hour.2026-08-20.json',
    '2026-08-20T04:45:00Z',
  ],
  ['/json/goes/primary/integral-electrons-6-hour.json', (text) => rowsIn(text).at(-1)],
  ['/text/3-day-forecast.txt', (text) => text.trim()],
  ['/text/discussion.txt', (text) => text.trim()],
  ['/text/27-day-outlook.txt', linesIn, '27-day-outlook.2026-08-12.txt', '2026-08-12T00:00:00Z'],
  [
    '/text/drap_global_frequencies.txt',
    linesIn,
    'drap_global_frequencies.2026-08-20.txt',
    '2026-08-20T04:43:00Z',
  ],
  // Without the sentences of the last and the next 24 hours.
  ['/text/wwv.txt', (text) => linesIn(text).slice(0, 5), 'wwv.2026-08-20.txt', '2026-08-20T04:43:00Z'],
  [
    // Without the flares in visible light.
    '/text/daily-solar-indices.txt',
    (text) => linesIn(text).map((line) => (/^\d/.test(line) ? line.trim().split(/\s+/).slice(0, 12) : line)),
  ],
]

async function textOf(path: string, from: TestService = service): Promise<string> {
  const { status, text, headers } = await from.ask('GET', path)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(path.endsWith('.txt') ? /^text\/plain; charset=utf-8$/ : /json/)
  expect(headers.get('x-notice')).toContain('not a service of NOAA')
  return text
}

test.each(FILES)('%s is as at SWPC', async (path, kept) => {
  const [ours, other] = [await textOf(path), await theirs(path)]
  expect(kept(ours)).toEqual(kept(other))
})

describe.skipIf(!hasCaptures)('captured at SWPC,', () => {
  const captured = FILES.filter(([, , name]) => name !== undefined)
  test.each(captured)('%s comes back as it was', async (path, kept, name, at) => {
    const body = capture(`swpc/${name}`)
    expect(kept(await textOf(path, await served(path, body, at ?? '')))).toEqual(kept(body))
  })

  test.each([
    ['mag', 'rtsw_mag_1m.2026-10-06.first-20-rows.json'],
    ['wind', 'rtsw_wind_1m.2026-10-06.first-23-rows.json'],
  ])('the real-time %s has the names of the file in 2026', async (kind, name) => {
    const body = capture(`swpc/${name}`)
    const path = `/json/rtsw/rtsw_${kind}_1m.json`
    const [row] = await file(path, await served(path, body, '2026-10-06T19:36:00Z'))
    const [other] = JSON.parse(body)
    expect(Object.keys(row).sort()).toEqual(Object.keys(other).sort())
    const { theta_gsm, phi_gsm, ...others } = row
    expect(other).toMatchObject(
      Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null)),
    )
  })
})

/** A service whose SWPC has one file. */
function served(path: string, body: string, at: string): Promise<TestService> {
  const fetch = async (input: string | URL | Request) =>
    new URL(String(input)).pathname === path ? new Response(body) : new Response('', { status: 500 })
  return testService({ fetch: fetch as typeof globalThis.fetch }, stoppedClock(at))
}

test('the newest F10.7 is in its summary', async () => {
  const [{ flux, time_tag }] = await file('/json/f107_cm_flux.json')
  expect(await file('/products/summary/10cm-flux.json')).toEqual([{ flux, time_tag: `${time_tag}Z` }])
  expect(await file('/products/summary/10cm-flux.json?shape=2025')).toEqual({
    Flux: String(flux),
    TimeStamp: time_tag.replace('T', ' '),
  })
})

test.each(['27-day-outlook', 'drap_global_frequencies', 'daily-solar-indices', 'wwv'])(
  'no line of %s says that NOAA has prepared it',
  async (name) => {
    const text = await textOf(`/text/${name}.txt`)
    expect(text).not.toContain('Prepared by')
    expect(text).toContain('not a service of NOAA')
  },
)

test('flares in visible light are -999, and a message of WWV is one sentence', async () => {
  const days = linesIn(await textOf('/text/daily-solar-indices.txt')).filter((line) => /^\d/.test(line))
  expect(days.length).toBeGreaterThan(20)
  for (const day of days) expect(day.trim().split(/\s+/).slice(12)).toEqual(Array(4).fill('-999'))
  expect(await textOf('/text/wwv.txt')).toMatch(/^Solar flux \d+ and estimated planetary A-index \d+\.$/m)
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
