import { memory } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { xrayFlux } from '../../packages/core/src/features/space-weather/goes/swpc-goes.ts'
import {
  hourlySeries,
  recordSeries,
} from '../../packages/core/src/features/space-weather/series/record-series.ts'
import {
  isDaily,
  SERIES,
  type SeriesId,
} from '../../packages/core/src/features/space-weather/series/series-declarations.ts'
import { fetchFeed } from '../../packages/core/src/kernel/upstreams/client/fetch-feed.ts'
import { NOON, type TestContext, testContext, withEnvironment } from '../support/context.ts'
import { faultyBackend } from '../support/faulty-backend.ts'
import { runUntil } from '../support/run-until.ts'
import { minuteOfDay, swpcOverTime, valueOfDay } from './swpc-over-time.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const IDS = (Object.keys(SERIES) as SeriesId[]).filter((id) => !isDaily(id))
/** Feeds that are requested every hour, and how often the others are in a day. */
const [HOURLY, OF_DAYS] = [9, { flux: 4, sunspots: 4, wwv: 8, outlook: 2 }]
const A_DAY = HOURLY * 24 + Object.values(OF_DAYS).reduce((sum, each) => sum + each)
const OTHERS = Object.keys(OF_DAYS).length
/** Requests for definitive values of Kp in a day. */
const REVISIONS = 1
const OF_A_WEEK = /s-7-day|propagated-solar-wind\.json/
const isOfAWeek = (path: string) => OF_A_WEEK.test(path)

function recorder(options: Parameters<typeof testContext>[0] = {}) {
  const base = testContext(options)
  const swpc = swpcOverTime(base.now)
  return { context: { ...base, fetch: swpc.fetch }, swpc }
}

/** Runs the schedules of several processes until their common clock has passed an instant. */
async function passing(contexts: readonly TestContext[], until: number): Promise<void> {
  // The first process moves the clock of all.
  const passed = contexts.map((context, i) =>
    runUntil(until, hourlySeries(context), context, { turns: 20, movesClock: i === 0 }),
  )
  await Promise.all(passed)
}

async function gapsOf({ spaceWeather: { series } }: TestContext, id: SeriesId, from: number, until: number) {
  const { feeds } = await series.read(id, from, until)
  return feeds.filter((feed) => feed === null).length
}

test('a day of hourly runs leaves no gap, by one request of each feed an hour, of the others less often', {
  timeout: 60_000,
}, async () => {
  const { context, swpc } = recorder()
  await passing([context], NOON + DAY)
  expect(context.errors).toEqual([])
  for (const id of IDS) {
    const until = id === 'kp_3h' || id === 'kp_gfz' ? NOON + 21 * HOUR : NOON + DAY - HOUR
    const from = id === 'kp' ? NOON - 5 * HOUR : NOON - 6 * DAY
    expect([id, await gapsOf(context, id, from, until)]).toEqual([id, 0])
  }
  const wind = await context.spaceWeather.series.read('wind', NOON, NOON + 20 * HOUR)
  wind.columns.speed_km_s.forEach((speed, i) => {
    expect(speed).toBe(300 + minuteOfDay(NOON + i * MINUTE))
  })
  const hourly = swpc.requested.filter((path) => !isOfAWeek(path))
  expect(hourly).toHaveLength(A_DAY + REVISIONS)
  expect(new Set(hourly).size).toBe(HOURLY + OTHERS)
  expect(hourly.filter((path) => path === '/text/wwv.txt')).toHaveLength(OF_DAYS.wwv)
  expect(hourly.filter((path) => path === '/text/27-day-outlook.txt')).toHaveLength(OF_DAYS.outlook)
  expect(swpc.requested.filter(isOfAWeek)).toHaveLength(4)
  const flux = await context.spaceWeather.series.read('flux', NOON - 40 * DAY, NOON + DAY)
  const days = Array.from({ length: flux.length }, (_, i) => valueOfDay(flux.startMs + i * DAY))
  expect(flux.columns.flux_sfu).toEqual([...days.slice(0, -1), null])
})

describe('a gap of the last seven days', () => {
  test('after an outage of 8 hours is filled by the products of seven days, which are read once', async () => {
    const { context, swpc } = recorder()
    await recordSeries(context)
    context.time.at += 8 * HOUR
    swpc.requested.length = 0
    expect(await recordSeries(context)).toMatchObject({ filled: ['xray', 'proton', 'electrons'] })
    for (const id of ['wind', 'mag', 'xray', 'proton', 'electrons'] as const)
      expect([id, await gapsOf(context, id, NOON - 6 * DAY, NOON + 8 * HOUR)]).toEqual([id, 0])
    // Kp has no product of seven days by minute: two of the eight hours are lost.
    expect(await gapsOf(context, 'kp', NOON, NOON + 8 * HOUR)).toBeGreaterThan(100)
    expect(await gapsOf(context, 'kp_3h', NOON - 6 * DAY, NOON + 3 * HOUR)).toBe(0)
    for (let hour = 0; hour < 3; hour += 1) {
      context.time.at += HOUR
      expect(await recordSeries(context)).toMatchObject({ filled: [] })
    }
    expect(swpc.requested.filter(isOfAWeek)).toHaveLength(3)
  })

  test('tells which feed filled it, and never replaces what the better feed had', async () => {
    const { context } = recorder()
    await recordSeries(context)
    context.time.at += 30 * HOUR
    expect(await recordSeries(context)).toMatchObject({
      filled: ['wind', 'mag', 'xray', 'proton', 'electrons'],
    })
    const feedAt = async (hours: number) =>
      (await context.spaceWeather.series.lastAtOrBefore('wind', NOON + hours * HOUR, MINUTE))?.feed
    expect(await feedAt(-30)).toBe('swpc-wind-propagated-7d')
    expect(await feedAt(-1)).toBe('swpc-wind-1m')
    expect(await feedAt(2)).toBe('swpc-wind-propagated-7d')
    expect(await feedAt(29)).toBe('swpc-wind-1m')
  })

  test('is tried again each hour while the product fails, which fails nothing else', async () => {
    const { context, swpc } = recorder()
    swpc.failing = OF_A_WEEK
    expect(await recordSeries(context)).toMatchObject({ filled: [] })
    expect(await gapsOf(context, 'xray', NOON - 5 * HOUR, NOON)).toBe(0)
    swpc.failing = undefined
    context.time.at += HOUR
    expect(await recordSeries(context)).toMatchObject({
      filled: ['wind', 'mag', 'xray', 'proton', 'electrons'],
    })
  })
})

describe('a feed is requested once an hour', () => {
  test('by two processes on one store together, under one lease', { timeout: 60_000 }, async () => {
    const backend = memory()
    const time = { at: NOON }
    const [one, two] = [recorder({ backend, time }), recorder({ backend, time })]
    await passing([one.context, two.context], NOON + 6 * HOUR)
    const requested = [...one.swpc.requested, ...two.swpc.requested]
    expect(requested.filter((path) => !isOfAWeek(path))).toHaveLength(Math.ceil(A_DAY / 4) + REVISIONS)
    expect(requested.filter(isOfAWeek)).toHaveLength(4)
    for (const { errors } of [one.context, two.context]) expect(errors).toEqual([])
  })

  test('not while another process does', async () => {
    const backend = memory()
    const [one, two] = [recorder({ backend }), recorder({ backend })]
    const [first, second] = await Promise.allSettled([recordSeries(one.context), recordSeries(two.context)])
    expect(first).toMatchObject({ status: 'fulfilled', value: { requested: { length: HOURLY + OTHERS } } })
    expect(second).toMatchObject({ status: 'rejected', reason: { name: 'JobLockedError' } })
    expect(await recordSeries(two.context)).toBeUndefined()
  })

  test('and not if a client has caused a request within the hour', async () => {
    const { context } = recorder()
    await fetchFeed({ upstream: xrayFlux, params: undefined, previous: undefined }, context)
    context.time.at += 59 * MINUTE
    const first = await recordSeries(context)
    expect(first?.requested).toHaveLength(HOURLY + OTHERS - 1)
    expect(first?.requested).not.toContain(xrayFlux.id)
    context.time.at += MINUTE
    expect(await recordSeries(context)).toMatchObject({ requested: [xrayFlux.id] })
  })

  test('also when it fails; its fallback is recorded under its own name', async () => {
    const { context, swpc } = recorder()
    swpc.failing = /rtsw_wind/
    await recordSeries(context)
    expect(await context.spaceWeather.series.lastAtOrBefore('wind', NOON, MINUTE)).toMatchObject({
      feed: 'swpc-wind-propagated-7d',
    })
    expect(await recordSeries(context)).toBeUndefined()
  })
})

test('a failing store rejects, so that the run is repeated', async () => {
  const faulty = faultyBackend()
  const { context } = recorder({ backend: faulty.backend })
  faulty.fault = 'throws'
  await expect(recordSeries(context)).rejects.toMatchObject({ code: 'store_unavailable' })
})

test('a mirror records nothing', async () => {
  const { context, swpc } = recorder()
  const mirror = withEnvironment(context, { settings: { mirror: true } })
  expect(() => recordSeries(mirror)).toThrow('central')
  expect(swpc.requested).toEqual([])
})
