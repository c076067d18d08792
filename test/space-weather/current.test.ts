import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { currentParts } from '../../packages/core/src/features/space-weather/current/parts.ts'
import { partsOnRequest } from '../../packages/core/src/features/space-weather/current/parts-on-request.ts'
import { stoppedClock, testService } from '../support/service.ts'
import { shortSample } from '../support/short-sample.ts'
import { turns } from '../support/turns.ts'

const PATH = '/v1/space-weather/current'
const NAMES = Object.keys(currentParts)
const ON_REQUEST = Object.keys(partsOnRequest)

/** A service of the sample, but for the addresses that `change` answers. */
async function serviceBut(change: (address: string) => Promise<Response> | undefined) {
  const clock = stoppedClock()
  const sample = shortSample(clock.now)
  const fetch = (input: string | URL | Request, init?: RequestInit) =>
    change(String(input)) ?? sample(input, init)
  return testService({ now: clock.now, fetch }, clock)
}

describe('the overview of the space weather', () => {
  test('has each value with its own time and source', async () => {
    const clock = stoppedClock()
    const { get } = await testService({ fetch: shortSample(clock.now), sourceNote: '(sample)' }, clock)
    const { status, json } = await get(PATH)
    expect(status).toBe(200)
    expect(Object.keys(json.data)).toEqual([...NAMES, 'source'])
    for (const name of NAMES)
      expect(json.data[name], name).toMatchObject({
        as_of: expect.stringMatching(/Z$/),
        source: expect.stringMatching(/^(NOAA SWPC|NASA DONKI) .*\w\)?$/),
      })
    expect(JSON.stringify(json).match(/\(sample\)/g)).toHaveLength(2)
    expect(json.data.sunspots).toMatchObject({ day: '2026-11-20', as_of: '2026-11-21T00:00:00.000Z' })
  })

  test('is at most 2,000 bytes at every time of a day of the sample', async () => {
    const clock = stoppedClock('2026-11-21T00:00:30Z')
    const fetch = shortSample(clock.now)
    const { get } = await testService({ now: clock.now, fetch, sourceNote: '(sample)' }, clock)
    const sizes: number[] = []
    for (let i = 0; i < 8; i += 1) {
      const { json, text } = await get(PATH)
      expect(NAMES.filter((name) => json.data[name] === null)).toEqual([])
      sizes.push(new TextEncoder().encode(text).byteLength)
      clock.advance(181 * 60_000)
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2_000)
  })

  test('names the providers of what it has', async () => {
    const clock = stoppedClock()
    const fetch = shortSample(clock.now)
    const { get } = await testService({ now: clock.now, fetch, sourceNote: '(sample)' }, clock)
    const sourceOf = async (fields: string) => {
      const { json } = await get(`${PATH}?fields=${fields}`)
      expect(json.data.source).toBe(json.source)
      return json.source
    }
    expect((await get(PATH)).json.source).toBe('NOAA SWPC; NASA DONKI (sample)')
    expect(await sourceOf('kp,mag')).toBe('NOAA SWPC (sample)')
    expect(await sourceOf('arrival')).toBe('NASA DONKI (sample)')
    expect(await sourceOf('kp_gfz')).toBe('GFZ Potsdam (CC BY 4.0) (sample)')
    expect(await sourceOf('kp_gfz,kp,arrival')).toBe(
      'NOAA SWPC; NASA DONKI; GFZ Potsdam (CC BY 4.0) (sample)',
    )
  })

  test('asks only the paths that it needs', async () => {
    const asked: string[] = []
    const service = await serviceBut((address) => {
      asked.push(new URL(address).pathname)
      return undefined
    })
    const { json } = await service.get(`${PATH}?fields=kp,absorption`)
    expect(json.data.absorption).toMatchObject({ highest_mhz: expect.any(Number) })
    expect(json.data.kp).toMatchObject({ kp: expect.any(Number) })
    expect(asked.sort()).toEqual(['/json/planetary_k_index_1m.json', '/text/drap_global_frequencies.txt'])
  })

  test('tells that no arrival is predicted from not knowing it', async () => {
    const none = await serviceBut((address) =>
      address.includes('DONKI') ? Promise.resolve(Response.json([])) : undefined,
    )
    expect((await none.get(PATH)).json.data.arrival).toEqual({
      arrival_time: null,
      kp_max: null,
      as_of: '2026-11-21T12:00:00.000Z',
      source: 'NASA DONKI space weather events',
    })
    const away = await serviceBut((address) =>
      address.includes('DONKI') ? Promise.resolve(new Response('', { status: 500 })) : undefined,
    )
    const { json } = await away.get(PATH)
    expect(json.data.arrival).toBeNull()
    // Nothing in it is from NASA.
    expect([json.source, json.data.source]).toEqual(['NOAA SWPC', 'NOAA SWPC'])
    expect((await away.get(`${PATH}?fields=kp,arrival`)).json.source).toBe('NOAA SWPC')
    expect((await none.get(PATH)).json.source).toBe('NOAA SWPC; NASA DONKI')
  })

  test('has what the paths have', async () => {
    const { get } = await testService()
    const { json } = await get(PATH)
    for (const name of ['wind', 'mag', 'xray', 'proton'] as const) {
      const whole = (await get(`/v1/space-weather/${name}`)).json.data
      expect(whole, name).toMatchObject(json.data[name])
    }
  })

  test('has the fields that are asked for, in its own order', async () => {
    const { get } = await testService()
    const { json } = await get(`${PATH}?fields=xray,kp,xray`)
    expect(Object.keys(json.data)).toEqual(['kp', 'xray', 'source'])
    expect((await get(`${PATH}?fields=kp,dst`)).status).toBe(400)
    expect((await get(`${PATH}?fields=`)).status).toBe(400)
  })

  test('has some members when they are asked for alone', async () => {
    const { get } = await testService()
    const { json } = await get(`${PATH}?fields=${ON_REQUEST.join(',')}`)
    expect(Object.keys(json.data)).toEqual([...ON_REQUEST, 'source'])
    const whole = async (path: string) => (await get(`/v1/space-weather/${path}`)).json.data
    expect(await whole('kp/gfz')).toMatchObject(json.data.kp_gfz)
    const { m_class_percent, x_class_percent, protons_percent } = (await whole('probabilities')).days[0]
    expect(json.data.probabilities).toMatchObject({ m_class_percent, x_class_percent, protons_percent })
    const { regions, count, as_of } = await whole('regions')
    const area = Math.max(...regions.map((each: { area_millionths: number }) => each.area_millionths))
    const { active_region } = regions.find(
      (each: { area_millionths: number }) => each.area_millionths === area,
    )
    expect(json.data.regions).toMatchObject({
      count,
      largest_active_region: active_region,
      largest_area_millionths: area,
      as_of,
    })
    const { days, issued_at } = await whole('outlook')
    const ahead = days.filter(({ date }: { date: string }) => date >= '2026-11-21')
    const kp_max = Math.max(...ahead.map((each: { kp_max: number }) => each.kp_max))
    expect(json.data.outlook).toMatchObject({
      kp_max,
      kp_max_date: ahead.find((each: { kp_max: number }) => each.kp_max === kp_max).date,
      as_of: issued_at,
    })
  })

  test('has null for a path that fails, and asks it again a minute later', async () => {
    let isDown = true
    const service = await serviceBut((address) =>
      isDown && address.includes('xrays') ? Promise.resolve(new Response('', { status: 500 })) : undefined,
    )
    const { json } = await service.get(PATH)
    expect(json.data.xray).toBeNull()
    expect(json.data.kp).toMatchObject({ kp: expect.any(Number) })
    isDown = false
    service.clock.advance(5 * 60_000)
    expect((await service.get(PATH)).json.data.xray).toMatchObject({ r_scale: expect.any(String) })
  })

  test('waits three seconds for a path that does not respond', async () => {
    const service = await serviceBut((address) =>
      address.includes('ovation') ? new Promise(() => {}) : undefined,
    )
    await service.get('/v1/space-weather/mag')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const response = service.get(PATH)
    const settled = vi.fn()
    response.then(settled, settled)
    await turns(100)
    await vi.advanceTimersByTimeAsync(2_999)
    await turns(10)
    expect(settled).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    const { json } = await response
    expect(json.data.aurora).toBeNull()
    expect(json.data.mag).toMatchObject({ bz_gsm_nt: expect.any(Number) })
  })

  test('is the error of a path when none has a value', async () => {
    const service = await serviceBut(async () => new Response('', { status: 500 }))
    const { status, json } = await service.get(PATH)
    expect([status, json.error]).toEqual([503, 'upstream_unavailable'])
  })

  test('is valid for a minute, as long as a path is; then it is kept as stale for a while', async () => {
    const clock = stoppedClock()
    const sample = shortSample(clock.now)
    let isDown = false
    const service = await testService(
      {
        staleIfErrorMs: 3_600_000,
        fetch: (input, init) => (isDown ? Promise.reject(new TypeError('down')) : sample(input, init)),
      },
      clock,
    )
    const first = await service.get(PATH)
    expect(first.json.valid_until).toBe('2026-11-21T12:01:00.000Z')
    isDown = true
    clock.advance(2 * 60_000)
    // Kp is valid for 15 minutes; the wind is the last known.
    const later = await service.get(PATH)
    expect(later.json.valid_until).toBe('2026-11-21T12:03:00.000Z')
    expect(later.json.data.wind).toEqual(first.json.data.wind)
    clock.advance(58 * 60_000)
    const stale = await service.get(PATH)
    expect(Date.parse(stale.json.valid_until)).toBeLessThan(clock.now().getTime())
    expect(stale.headers.get('cache-control')).toBe('no-store')
    clock.advance(3_600_000)
    expect((await service.get(PATH)).status).toBe(503)
  })

  test('names the day after today, also while the scales are of yesterday', async () => {
    const clock = stoppedClock('2026-11-21T23:59:30Z')
    const { get } = await testService({ now: clock.now, fetch: shortSample(clock.now) }, clock)
    const { forecast } = (await get('/v1/space-weather/scales')).json.data
    clock.goTo('2026-11-22T00:00:20Z')
    const { scales } = (await get(PATH)).json.data
    const ofTheDay = forecast.find(({ date }: { date: string }) => date === '2026-11-23')
    expect(scales.g_scale_tomorrow).toBe(ofTheDay.g_scale)
  })

  test('has no arrival that has passed since its list was made', async () => {
    const clock = stoppedClock()
    const { get } = await testService({ now: clock.now, fetch: shortSample(clock.now) }, clock)
    const { arrival_time } = (await get(PATH)).json.data.arrival
    clock.goTo(Date.parse(arrival_time) - 60_000)
    const { arrivals } = (await get('/v1/space-weather/arrivals')).json.data
    expect(arrivals).toContainEqual(expect.objectContaining({ arrival_time, state: 'expected' }))
    clock.advance(3 * 60_000)
    const later = (await get(PATH)).json.data.arrival
    expect(later?.arrival_time).not.toBe(arrival_time)
  })
})
