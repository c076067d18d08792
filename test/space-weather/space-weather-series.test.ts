import { memory } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'
import { minuteOfDay, swpcOverTime } from './swpc-over-time.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const NOON = Date.parse('2026-11-21T12:00:00Z')
const NAMES = ['kp', 'wind', 'mag', 'xray', 'proton', 'electrons'] as const
const at = (time: string) => Date.parse(time)

/** A service that has recorded a week of SWPC. */
async function recorded() {
  const clock = stoppedClock(NOON)
  const swpc = swpcOverTime(() => clock.now().getTime())
  const service = await testService({ store: memory(), fetch: swpc.fetch }, clock)
  await service.spaceData.jobs.series.run()
  const series = async (name: string, query = '', headers = {}) =>
    await service.get(`/v1/space-weather/${name}/series${query}`, headers)
  return {
    ...service,
    swpc,
    series,
    data: async (name: string, query = '') => (await series(name, query)).json.data,
  }
}

test('the last 24 hours by default, as columns of equal length, without a request to a provider', async () => {
  const { data, swpc } = await recorded()
  const before = swpc.requested.length
  for (const name of NAMES) {
    const found = await data(name)
    const { start, stop, step_seconds, time, provenance, source, ...columns } = found
    expect([start, stop]).toEqual(['2026-11-20T12:00:00.000Z', '2026-11-21T12:00:00.000Z'])
    expect(time).toHaveLength(DAY / 1_000 / step_seconds)
    expect([time[0], at(time[1]) - at(time[0])]).toEqual([start, step_seconds * 1_000])
    for (const values of Object.values(columns)) expect(values).toHaveLength(time.length)
    expect(source).toMatch(/^NOAA SWPC /)
  }
  expect(swpc.requested).toHaveLength(before)
})

test('fetched_at is when its newest day was changed, whatever the time is now', async () => {
  const { clock, series, spaceData } = await recorded()
  const query = '?start=2026-11-19&stop=2026-11-21'
  const fetchedAt = async (of: string) => {
    const { json, headers } = await series('wind', of)
    return json?.fetched_at ?? headers.get('x-fetched-at')
  }
  clock.advance(3 * HOUR)
  for (const form of ['', '&format=csv'])
    expect(await fetchedAt(query + form)).toBe('2026-11-21T12:00:00.000Z')
  await spaceData.jobs.series.run()
  expect(await fetchedAt('?start=2026-11-21&stop=2026-11-22')).toBe('2026-11-21T15:00:00.000Z')
  expect(await fetchedAt('?start=2026-11-19&stop=2026-11-20')).toBe('2026-11-21T12:00:00.000Z')
})

test('every column of the latest payload is in the series, with its value at that instant', async () => {
  const { get, data } = await recorded()
  const derived = ['dynamic_pressure_npa', 'flare_class', 'band_nm', 'r_scale', 's_scale', 'energy_min_mev']
  for (const name of NAMES) {
    const { as_of, source, spacecraft, satellite, ...latest } = (await get(`/v1/space-weather/${name}`)).json
      .data
    const stop = new Date(at(as_of) + 5 * MINUTE).toISOString()
    const series = await data(name, `?start=${as_of}&stop=${stop}`)
    for (const [column, value] of Object.entries(latest))
      if (!derived.includes(column)) expect([column, series[column]?.[0]]).toEqual([column, value])
    expect(series.provenance[0]).toMatchObject({ source, instrument: spacecraft ?? satellite ?? null })
  }
})

describe('a step', () => {
  test('has the mean of wind and field, and the highest Kp and fluxes, from its instant to the next', async () => {
    const { data } = await recorded()
    const query = '?start=2026-11-20&stop=2026-11-21&step=1h'
    const minutesOf = (hour: number) => Array.from({ length: 60 }, (_, i) => hour * 60 + i)
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const wind = await data('wind', query)
    expect(wind.time).toHaveLength(24)
    for (const hour of [0, 11, 23]) {
      expect(wind.time[hour]).toBe(new Date(at('2026-11-20') + hour * HOUR).toISOString())
      expect(wind.speed_km_s[hour]).toBeCloseTo(300 + mean(minutesOf(hour)), 2)
    }
    const mag = await data('mag', query)
    expect(mag.bz_gsm_nt).toEqual(
      wind.time.map((_: string, hour: number) => expect.closeTo(-mean(minutesOf(hour)) / 10, 3)),
    )
    expect((await data('xray', query)).flux_w_m2[11]).toBeCloseTo((1 + 719) * 1e-7, 12)
    expect((await data('proton', query)).flux_pfu[11]).toBe(1 + 715)
    const day = await data('proton', '?start=2026-11-19&stop=2026-11-21&step=1d')
    expect(day.flux_pfu).toEqual([1 + 1_435, 1 + 1_435])
  })

  test('begins at multiples of itself; a row is complete even if stop lies within it', async () => {
    const { data } = await recorded()
    const { time, flux_pfu } = await data(
      'proton',
      '?start=2026-11-20T00:01:00Z&stop=2026-11-20T03:01:00Z&step=3h',
    )
    expect(time).toEqual(['2026-11-20T03:00:00.000Z'])
    expect(flux_pfu).toEqual([1 + 355])
  })

  test('of Kp has the value of the three-hour window beside the estimate; null until it is published', async () => {
    const { data } = await recorded()
    const kpAt = (time: number) => (minuteOfDay(time) % 28) / 3
    const minutes = await data('kp', '?start=2026-11-21T08:58:00Z&stop=2026-11-21T09:02:00Z')
    const [before, after] = [kpAt(at('2026-11-21T06:00:00Z')), kpAt(at('2026-11-21T09:00:00Z'))]
    expect(minutes.kp_three_hour).toEqual([before, before, after, after])
    expect(minutes.kp.slice(2)).toEqual([kpAt(at('2026-11-21T09:00:00Z')), kpAt(at('2026-11-21T09:01:00Z'))])
    const now = await data('kp', '?start=2026-11-21T11:58:00Z&stop=2026-11-21T12:00:00Z')
    expect(now.kp_three_hour[0]).toBe(kpAt(at('2026-11-21T09:00:00Z')))
    expect((await data('kp', '?start=2026-11-21T12:00:00Z&stop=2026-11-21T12:01:00Z')).kp_three_hour).toEqual(
      [null],
    )
    const sixHours = await data('kp', '?start=2026-11-20&stop=2026-11-20T06:00:00Z&step=6h')
    const both = [kpAt(at('2026-11-20')), kpAt(at('2026-11-20T03:00:00Z'))]
    expect(sixHours.kp_three_hour).toEqual([Math.max(...both)])
  })
})

test('gaps are null, and provenance names the feed and what measured', async () => {
  const { data, clock, spaceData } = await recorded()
  clock.advance(30 * HOUR)
  await spaceData.jobs.series.run()
  const { provenance, source } = await data('wind', '?start=2026-11-20T18:00:00Z&stop=2026-11-22T18:00:00Z')
  const feeds = ['NOAA SWPC real-time solar wind (1 minute)', 'NOAA SWPC propagated solar wind (7 days)']
  expect(provenance.map((run: { source: string }) => run.source)).toEqual([feeds[0], feeds[1], feeds[0]])
  expect(provenance.map((run: { instrument: string }) => run.instrument)).toEqual(['SOLAR1', null, 'SOLAR1'])
  expect(provenance[0].stop).toBe('2026-11-21T12:01:00.000Z')
  expect(source).toBe(feeds.join('; '))
  const early = await data('mag', '?start=2026-11-01&stop=2026-11-02&step=1h')
  expect(early.bz_gsm_nt).toEqual(new Array(24).fill(null))
  expect(early.provenance).toEqual([])
})

describe('CSV', () => {
  test('has a header and a line for each row, chosen by format or Accept', async () => {
    const { series } = await recorded()
    const query = '?start=2026-11-21T11:59:00Z&stop=2026-11-21T12:02:00Z'
    const byFormat = await series('mag', `${query}&format=csv`)
    expect(byFormat.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(byFormat.text).toBe(
      'time,bt_nt,bx_gsm_nt,by_gsm_nt,bz_gsm_nt\n' +
        '2026-11-21T11:59:00.000Z,6.93,4.65,-2.55,-71.9\n' +
        '2026-11-21T12:00:00.000Z,6.93,4.65,-2.55,-72\n' +
        '2026-11-21T12:01:00.000Z,,,,\n',
    )
    expect(byFormat.headers.get('x-source')).toContain('magnetic field')
    const byAccept = await series('mag', query, { accept: 'text/csv' })
    expect(byAccept.text).toBe(byFormat.text)
    expect(byAccept.headers.get('vary')).toContain('Accept')
    expect((await series('mag', query, { accept: 'image/png' })).status).toBe(406)
    expect((await series('mag', `${query}&format=json`, { accept: 'text/csv' })).json.data.time).toHaveLength(
      3,
    )
  })
})

describe('validity', () => {
  const maxAge = (headers: Headers) =>
    Number(/^private, max-age=(\d+)$/.exec(headers.get('cache-control') ?? '')?.[1])

  test('is a minute for today, and long once no feed carries the last day', async () => {
    const { series, clock } = await recorded()
    clock.goTo('2026-11-30T12:00:00Z')
    expect(maxAge((await series('wind')).headers)).toBe(60)
    expect(maxAge((await series('wind', '?start=2026-11-28&stop=2026-11-29T12:00:00Z')).headers)).toBe(60)
    expect(maxAge((await series('wind', '?start=2026-11-25&stop=2026-11-26')).headers)).toBe(3_600)
    const settled = await series('wind', '?start=2026-11-20&stop=2026-11-21')
    expect(settled.headers.get('cache-control')).toBe(`private, max-age=${6.5 * 86_400}, immutable`)
    expect(settled.json.valid_until).toBe('2026-12-07T00:00:00.000Z')
  })

  test('and a closed span is the same to the byte on another instance, so that its tag is a 304', async () => {
    const clock = stoppedClock('2026-11-30T12:00:00Z')
    const store = memory()
    const one = await testService({ store }, clock)
    const path = '/v1/space-weather/xray/series?start=2026-11-20&stop=2026-11-21&step=1h'
    const first = await one.get(path)
    clock.advance(3 * HOUR)
    const other = await testService({ store }, clock)
    const again = await other.get(path, { 'if-none-match': first.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
  })
})

describe('400 says what is expected', () => {
  test.each([
    [
      '?start=2026-11-21T12:00:00Z&stop=2026-11-21T12:00:00Z',
      'Invalid start: expected an instant before stop.',
    ],
    ['?start=2026-10-21T11:59:00Z', 'Invalid start: expected at most 31 days before stop.'],
    ['?start=yesterday', 'Invalid start: expected an instant such as 2026-11-20T12:34:00Z, or a date.'],
    ['?start=2026-02-30', 'Invalid start: expected an instant such as 2026-11-20T12:34:00Z, or a date.'],
    [
      '?stop=2026-11-20T12:00:00',
      'Invalid stop: expected an instant such as 2026-11-20T12:34:00Z, or a date.',
    ],
    ['?step=0m', 'Invalid step: expected a multiple of 1m up to 31d, such as 5m, 1h, 3h or 1d; default 1m.'],
    ['?step=32d', 'Invalid step: expected a multiple of 1m up to 31d, such as 5m, 1h, 3h or 1d; default 1m.'],
    [
      '?step=PT1H',
      'Invalid step: expected a multiple of 1m up to 31d, such as 5m, 1h, 3h or 1d; default 1m.',
    ],
    ['?format=xml', 'Invalid format: expected json or csv.'],
  ])('%s', async (query, message) => {
    const { get } = await testService({}, stoppedClock(NOON))
    const { status, json } = await get(`/v1/space-weather/kp/series${query}`)
    expect([status, json.error, json.message]).toEqual([400, 'invalid_parameter', message])
  })

  test('for protons a step is a multiple of five minutes', async () => {
    const { get } = await testService({}, stoppedClock(NOON))
    expect((await get('/v1/space-weather/proton/series?step=1m')).status).toBe(400)
    expect((await get('/v1/space-weather/proton/series?step=10m')).status).toBe(200)
    expect((await get('/v1/space-weather/kp/series?start=2026-10-21T12:00:00Z&step=31d')).status).toBe(200)
  })
})
