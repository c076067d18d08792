import { describe, expect, test } from 'vitest'
import { type GfzWindow, gfzKp } from '../../fixtures/gfz.ts'
import { stoppedClock, testService } from '../../support/service.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const NOON = Date.parse('2026-11-21T12:00:00Z')
const PATH = '/v1/space-weather/kp/gfz'
const SOURCE = 'GFZ Potsdam Kp index (CC BY 4.0, doi:10.5880/Kp.0001)'

/** GFZ at the time of a clock: every window that ended an hour ago, definitive up to `definitiveUntil`. */
function gfz(now: () => number) {
  const at = {
    requested: [] as string[],
    definitiveUntil: NOON - 30 * DAY,
    /** Until when values are published, in epoch milliseconds. */
    publishedUntil: Number.POSITIVE_INFINITY,
    isDown: false,
    fetch: (async (input) => {
      const url = new URL(String(input))
      if (url.hostname !== 'kp.gfz.de' || at.isDown) return new Response('', { status: 500 })
      at.requested.push(url.search)
      const [start = 0, end = 0] = ['start', 'end'].map((name) =>
        Date.parse(url.searchParams.get(name) ?? ''),
      )
      const windows: GfzWindow[] = []
      for (let window = start; window <= end; window += 3 * HOUR) {
        const isPublished = window + 4 * HOUR <= now() && window < at.publishedUntil
        const isDefinitive = window < at.definitiveUntil
        windows.push([window, isPublished ? kpAt(window, isDefinitive) : null, isDefinitive ? 'def' : 'pre'])
      }
      return new Response(gfzKp(windows))
    }) as typeof fetch,
  }
  return at
}

/** Thirds by the number of the window; preliminary values are a third lower. */
function kpAt(window: number, isDefinitive: boolean): number {
  const thirds = 1 + ((window / (3 * HOUR)) % 27)
  return Number(((isDefinitive ? thirds : thirds - 1) / 3).toFixed(3))
}

async function serviceOf() {
  const clock = stoppedClock('2026-11-21T12:34:00Z')
  const upstream = gfz(() => clock.now().getTime())
  const service = await testService({ fetch: upstream.fetch }, clock)
  return { ...service, clock, upstream }
}

describe('the newest Kp of GFZ', () => {
  test('is of the last published window, preliminary, and valid for an hour', async () => {
    const { get } = await serviceOf()
    const { json } = await get(PATH)
    expect(json).toEqual({
      source: SOURCE,
      fetched_at: '2026-11-21T12:34:00.000Z',
      valid_until: '2026-11-21T13:34:00.000Z',
      data: {
        kp: kpAt(NOON - 6 * HOUR, false),
        status: 'preliminary',
        start: '2026-11-21T06:00:00.000Z',
        stop: '2026-11-21T09:00:00.000Z',
        as_of: '2026-11-21T09:00:00.000Z',
        source: SOURCE,
      },
    })
  })

  test('is 503 with its newest instant once GFZ has published nothing for twelve hours', async () => {
    const { get, clock, upstream } = await serviceOf()
    upstream.publishedUntil = NOON - 3 * HOUR
    await get(PATH)
    clock.advance(8 * HOUR)
    expect((await get(PATH)).json.data.as_of).toBe('2026-11-21T09:00:00.000Z')
    clock.advance(HOUR)
    const { status, json } = await get(PATH)
    expect([status, json.error]).toEqual([503, 'upstream_stale'])
    expect(json.message).toMatch(
      /^GFZ Potsdam has no Kp index newer than 2026-11-21T09:00:00\.000Z; values older than 12 h are not served/,
    )
  })

  test('is no substitute for the estimate of NOAA, which is out', async () => {
    const { get } = await serviceOf()
    expect((await get(PATH)).status).toBe(200)
    const { status, json } = await get('/v1/space-weather/kp')
    expect([status, json.error]).toEqual([503, 'upstream_unavailable'])
    expect((await get('/v1/space-weather/kp?at=2026-11-21T08:00:00Z')).status).toBe(404)
  })

  test('costs one request an hour while it is asked for', async () => {
    const { get, clock, upstream } = await serviceOf()
    for (let minute = 0; minute < 180; minute += 5) {
      await get(PATH)
      clock.advance(5 * MINUTE)
    }
    expect(upstream.requested.length).toBeLessThanOrEqual(4)
  })
})

describe('at an instant', () => {
  test('it is of the window that has it, else of the newest before; 404 in a gap', async () => {
    const { get, spaceData } = await serviceOf()
    await spaceData.jobs.series.run()
    const at = async (time: string) => (await get(`${PATH}?at=${time}`)).json.data
    expect(await at('2026-11-20T07:30:00Z')).toMatchObject({
      start: '2026-11-20T06:00:00.000Z',
      stop: '2026-11-20T09:00:00.000Z',
      as_of: '2026-11-20T07:30:00.000Z',
    })
    expect((await at('2026-11-20T09:00:00Z')).start).toBe('2026-11-20T06:00:00.000Z')
    expect((await at('2026-11-20T09:00:00.001Z')).start).toBe('2026-11-20T09:00:00.000Z')
    expect(await at('2026-11-21T11:00:00Z')).toMatchObject({
      start: '2026-11-21T06:00:00.000Z',
      as_of: '2026-11-21T09:00:00.000Z',
    })
    expect((await at('2026-10-01T01:00:00Z')).status).toBe('definitive')
    const { status, json } = await get(`${PATH}?at=2026-07-01T00:00:00Z`)
    expect([status, json.error]).toEqual([404, 'value_not_found'])
  })
})

describe('a definitive value', () => {
  const day = '2026-10-25'
  const span = `start=${day}&stop=2026-10-26`

  test('replaces the preliminary one within a day, in the series, in HAPI and at an instant', async () => {
    const { get, ask, clock, upstream, spaceData } = await serviceOf()
    await spaceData.jobs.series.run()
    const before = (await get(`${PATH}/series?${span}`)).json.data
    expect(before.preliminary).toEqual(Array(8).fill(1))
    expect(upstream.requested.filter((query) => query.includes('start=2026-08-20'))).toHaveLength(1)

    upstream.definitiveUntil = Date.parse('2026-11-01T00:00:00Z')
    for (let hour = 0; hour < 25; hour += 1) {
      clock.advance(HOUR)
      await spaceData.jobs.series.run()
    }
    // Three days each hour, and three months once a day.
    expect(upstream.requested.filter((query) => !query.includes('start=2026-11'))).toHaveLength(2)
    const after = (await get(`${PATH}/series?${span}`)).json.data
    expect(after.preliminary).toEqual(Array(8).fill(0))
    const windows = Array.from({ length: 8 }, (_, i) => Date.parse(day) + i * 3 * HOUR)
    expect(after.kp).toEqual(windows.map((window) => kpAt(window, true)))
    expect(after.kp).not.toEqual(before.kp)
    const { text } = await ask('GET', `/hapi/data?dataset=kp_gfz&${span}`, {})
    expect(text.split('\n')[0]).toBe(`${day}T00:00:00.000Z,${kpAt(windows[0] ?? 0, true)},0`)
    expect((await get(`${PATH}?at=${day}T01:00:00Z`)).json.data.status).toBe('definitive')
  })

  test('is looked for again at the next run after a failure', async () => {
    const { clock, upstream, spaceData } = await serviceOf()
    upstream.isDown = true
    await spaceData.jobs.series.run()
    upstream.isDown = false
    clock.advance(HOUR)
    await spaceData.jobs.series.run()
    expect(upstream.requested.some((query) => query.includes('start=2026-08'))).toBe(true)
  })

  test('is why a day is valid for a day at most until all its values are definitive, then for a week', async () => {
    const { get, clock, spaceData } = await serviceOf()
    await spaceData.jobs.series.run()
    const validFor = async (path: string) => {
      const today = Math.floor(clock.now().getTime() / DAY) * DAY
      return (Date.parse((await get(path)).json.valid_until) - today) / DAY
    }
    expect(await validFor(`${PATH}/series?${span}`)).toBe(1)
    expect(await validFor(`${PATH}?at=${day}T01:00:00Z`)).toBe(1)
    clock.advance(70 * DAY)
    expect(await validFor(`${PATH}/series?${span}`)).toBe(7)
  })
})

test('steps longer than a window have the highest Kp, and are preliminary if a part of them is', async () => {
  const { get, upstream, spaceData } = await serviceOf()
  upstream.definitiveUntil = Date.parse('2026-11-20T03:00:00Z')
  await spaceData.jobs.series.run()
  const { data } = (await get(`${PATH}/series?start=2026-11-19&stop=2026-11-21&step=1d`)).json
  expect(data.preliminary).toEqual([0, 1])
  const csv = await get(`${PATH}/series?start=2026-11-20&stop=2026-11-20T06:00:00Z&format=csv`)
  expect(csv.text.split('\n').map((line) => line.split(',').at(-1))).toEqual(['preliminary', '0', '1', ''])
})

test('the dataset names GFZ, its licence and how to cite it', async () => {
  const { ask } = await serviceOf()
  const { json } = await ask('GET', '/hapi/info?dataset=kp_gfz', {})
  expect(json).toMatchObject({
    cadence: 'PT3H',
    resourceURL: 'https://kp.gfz.de',
    licenseURL: 'https://creativecommons.org/licenses/by/4.0/',
    provenance: SOURCE,
    datasetCitation: expect.stringMatching(/GFZ.*10\.5880\/Kp\.0001.*CC BY 4\.0/),
  })
  const noaa = (await ask('GET', '/hapi/info?dataset=kp_3h', {})).json
  expect([noaa.resourceURL, noaa.licenseURL]).toEqual([
    'https://services.swpc.noaa.gov',
    'https://www.usa.gov/government-works',
  ])
})
