import { memory } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { describe, expect, test } from 'vitest'
import { protonFlux, xrayFlux } from '../../packages/core/src/features/space-weather/goes/swpc-goes.ts'
import { planetaryKIndex } from '../../packages/core/src/features/space-weather/kp/swpc-kp.ts'
import {
  QUANTITIES,
  type Quantity,
  readReadings,
} from '../../packages/core/src/features/space-weather/series/readings.ts'
import { interplanetaryMagneticField } from '../../packages/core/src/features/space-weather/wind/swpc-mag.ts'
import { solarWind } from '../../packages/core/src/features/space-weather/wind/swpc-wind.ts'
import { fetchFeed } from '../../packages/core/src/kernel/upstreams/client/fetch-feed.ts'
import type { Upstream } from '../../packages/core/src/kernel/upstreams/upstream.ts'
import { kpRow, magRow, protonRow, windRow, xrayRow } from '../fixtures/swpc.ts'
import { NOON, type TestContext, testContext } from '../support/context.ts'
import { stoppedClock, testService } from '../support/service.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const ago = (minutes: number) => NOON - minutes * MINUTE
const kp = (at: number, value: number) => ({ at, values: { kp: value }, instrument: null })
const recordKp = ({ spaceWeather: { series } }: TestContext, rows: ReturnType<typeof kp>[]) =>
  series.record('kp', { feed: planetaryKIndex.id, fetchedAt: NOON, rows })

describe('readings', () => {
  test('are empty before anything is recorded', async () => {
    const {
      spaceWeather: { series },
    } = testContext()
    for (const quantity of QUANTITIES) expect(await readReadings(quantity, series, NOON)).toEqual([])
  })

  test('are the newest of each five minutes, ascending, of the last 24 hours or more', async () => {
    const context = testContext()
    const minutes = Array.from({ length: 2 * 1_440 }, (_, i) => kp(ago(i), 3))
    await recordKp(context, minutes)
    const day = await readReadings('kp', context.spaceWeather.series, NOON)
    expect(day).toHaveLength(289)
    expect(day.at(-1)?.at).toBe(NOON)
    expect(day.at(-2)?.at).toBe(ago(1))
    expect(day.every(({ at }, i) => at > NOON - DAY && at > (day[i - 1]?.at ?? 0))).toBe(true)
    expect((await readReadings('kp', context.spaceWeather.series, NOON, 1.5 * DAY)).length).toBe(433)
  })

  test('of X-rays are the highest of five minutes, so that no flare is lost', async () => {
    const {
      spaceWeather: { series },
    } = testContext()
    const fluxes = [
      [9, 1e-6],
      [8, 5e-5],
      [7, 2e-6],
      [4, 1e-6],
    ] as const
    const rows = fluxes.map(([minutes, flux]) => ({
      at: ago(minutes),
      values: { flux_w_m2: flux },
      instrument: 'GOES-18',
    }))
    await series.record('xray', { feed: xrayFlux.id, fetchedAt: NOON, rows })
    expect(await readReadings('xray_flux_w_m2', series, NOON)).toEqual([
      { at: ago(8), value: 5e-5 },
      { at: ago(4), value: 1e-6 },
    ])
  })

  test('of Kp are effective just after a boundary, and of three hours where no minute is known', async () => {
    const context = testContext()
    await recordKp(context, [kp(NOON - 3 * HOUR - MINUTE, 5), kp(NOON - 3 * HOUR, 0), kp(NOON - HOUR, 4)])
    const rows = [kp(NOON - 9 * HOUR, 7), kp(NOON - 3 * HOUR, 6)]
    await context.spaceWeather.series.record('kp_3h', { feed: 'swpc-kp-3h', fetchedAt: NOON, rows })
    const readings = await readReadings('kp', context.spaceWeather.series, NOON)
    const at = (time: number) => readings.find((each) => each.at === time)?.value
    expect([at(NOON - 9 * HOUR), at(NOON - 6 * HOUR - 5 * MINUTE), at(NOON - 6 * HOUR)]).toEqual([
      7,
      7,
      undefined,
    ])
    expect([at(NOON - 3 * HOUR), at(NOON - HOUR), at(NOON - HOUR + 5 * MINUTE)]).toEqual([5, 4, 6])
  })
})

describe('one answer of a feed fills hours', () => {
  const stamps = Array.from({ length: 300 }, (_, i) => new Date(ago(i)).toISOString().slice(0, 19))
  const asked = async <T>(
    upstream: Upstream<unknown, T>,
    quantity: Quantity,
    row: (stamp: string) => object,
  ) => {
    const context = testContext()
    const fetch = async () => new Response(JSON.stringify(stamps.map(row)))
    await fetchFeed({ upstream, params: undefined, previous: undefined }, { ...context, fetch })
    return readReadings(quantity, context.spaceWeather.series, NOON)
  }

  test.each([
    ['kp', () => asked(planetaryKIndex, 'kp', (t) => kpRow(t, 2.33)), 2.33],
    [
      'solar wind',
      () => asked(solarWind, 'solar_wind_speed_km_s', (t) => windRow(t, { proton_speed: 432.1 })),
      432.1,
    ],
    ['Bz', () => asked(interplanetaryMagneticField, 'bz_gsm_nt', (t) => magRow(t, { bz_gsm: -4.5 })), -4.5],
    ['X-rays', () => asked(xrayFlux, 'xray_flux_w_m2', (t) => xrayRow(t, 1.5e-6)), 1.5e-6],
    ['protons', () => asked(protonFlux, 'proton_flux_pfu', (t) => protonRow(t, 0.25)), 0.25],
  ])('%s', async (_, of, value) => {
    const readings = await of()
    expect(readings.length).toBeGreaterThanOrEqual(55)
    expect(readings.length).toBeLessThanOrEqual(61)
    expect(new Set(readings.map((reading) => reading.value))).toEqual(new Set([value]))
    expect(readings.at(-1)?.at).toBe(NOON)
  })
})

test('one run of the recorder charts whole weeks, and an instance gives readings and series', async () => {
  const clock = stoppedClock('2026-11-21T13:20:00Z')
  const { spaceData, ask } = await testService({ store: memory(), fetch: sampleFetch(clock.now) }, clock)
  expect(await spaceData.jobs.series.run()).toMatchObject({ requested: { length: 13 } })
  const week = await ask('GET', '/weather?span=7d', { accept: 'text/html' })
  expect(week.text).not.toContain('No data')
  const readings = await spaceData.readings()
  const now = clock.now().getTime()
  for (const quantity of QUANTITIES) {
    expect(readings[quantity].length).toBeGreaterThan(280)
    expect(now - (readings[quantity][0]?.at ?? 0)).toBeGreaterThan(23.8 * HOUR)
  }
  const { columns, length } = await spaceData.series('mag', new Date(now - DAY), new Date(now))
  expect(length).toBe(1_440)
  expect(Math.min(...columns.bz_gsm_nt.map((bz) => bz ?? 0))).toBeLessThan(-20)
})
