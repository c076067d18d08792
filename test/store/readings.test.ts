import { memory } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { Readings, SERIES } from '../../packages/core/src/store/repositories/readings.ts'
import { fetchFeed } from '../../packages/core/src/upstreams/client/fetch-feed.ts'
import { protonFlux, xrayFlux } from '../../packages/core/src/upstreams/swpc/goes.ts'
import { planetaryKIndex } from '../../packages/core/src/upstreams/swpc/kp.ts'
import { interplanetaryMagneticField } from '../../packages/core/src/upstreams/swpc/mag.ts'
import { solarWind } from '../../packages/core/src/upstreams/swpc/wind.ts'
import type { Upstream } from '../../packages/core/src/upstreams/upstream.ts'
import { kpRow, magRow, protonRow, windRow, xrayRow } from '../fixtures/swpc.ts'
import { NOON, type TestContext, testContext } from '../support/context.ts'
import { faultyBackend } from '../support/faulty-backend.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const point = (minutesAgo: number, value = minutesAgo) => ({ at: NOON - minutesAgo * MINUTE, value })
const minutesOf = (readings: readonly { at: number }[]) => readings.map(({ at }) => (NOON - at) / MINUTE)

/** Another process on the same store. */
function another({ store, now, onError }: TestContext): Readings {
  return new Readings(store, '', now, onError)
}

describe('a series', () => {
  test('a series is empty before anything is recorded', async () => {
    const { readings } = testContext()
    for (const series of SERIES) expect(await readings.lastDay(series)).toEqual([])
  })

  test('a series keeps the newest reading of each five minutes, ascending, whatever the order', async () => {
    const { readings } = testContext()
    await readings.record('kp', [point(7), point(1), point(4), point(2), point(9)])
    expect(minutesOf(await readings.lastDay('kp'))).toEqual([7, 1])
  })

  test('each UTC day is a record of at most 288 readings, and a day and a week are read from them', async () => {
    const context = testContext({ time: { at: NOON + 2.5 * MINUTE } })
    const minutes = Array.from({ length: 9 * 1_440 }, (_, i) => point(i))
    await context.readings.record('bz_gsm_nt', minutes)
    const kept = await context.store.get<unknown[]>('reading::bz_gsm_nt:2026-11-20')
    expect(kept).toHaveLength(288)
    expect(JSON.stringify(kept).length).toBeLessThan(8_000)
    const day = await context.readings.lastDay('bz_gsm_nt')
    expect(day).toHaveLength(289)
    expect(day.every(({ at }) => at > context.now() - DAY && at <= context.now())).toBe(true)
    const week = await context.readings.lastWeek('bz_gsm_nt')
    expect(week.length).toBeGreaterThanOrEqual(7 * 288)
    expect(week.every(({ at }, i) => at > context.now() - 7 * DAY && at > (week[i - 1]?.at ?? 0))).toBe(true)
  })

  test('midnight starts a new record and leaves the one of the day before as it is', async () => {
    const faulty = faultyBackend()
    const context = testContext({ backend: faulty.backend })
    await context.readings.record('kp', [point(0, 1)])
    context.time.at += DAY
    await context.readings.record('kp', [{ at: context.time.at, value: 2 }])
    expect(faulty.calls.set).toBe(2)
    expect(await context.store.get('reading::kp:2026-11-21')).toEqual([[NOON, 1]])
    expect(await context.store.get('reading::kp:2026-11-22')).toEqual([[NOON + DAY, 2]])
    expect(await context.readings.lastDay('kp')).toEqual([{ at: NOON + DAY, value: 2 }])
    expect(await context.readings.lastWeek('kp')).toEqual([point(0, 1), { at: NOON + DAY, value: 2 }])
  })

  test('a series ignores readings of the future and of more than a week ago', async () => {
    const context = testContext()
    await context.readings.record('kp', [point(10, 1), point(-30, 9), point(7 * 1_440 + 1, 9)])
    expect(await context.readings.lastWeek('kp')).toEqual([point(10, 1)])
    context.time.at += DAY
    expect(await context.readings.lastDay('kp')).toEqual([])
    context.time.at += 6 * DAY
    expect(await context.readings.lastWeek('kp')).toEqual([])
  })

  test('of X-rays the highest reading of each five minutes is kept, at its instant', async () => {
    const { readings } = testContext()
    await readings.record('xray_flux_w_m2', [point(9, 1e-6), point(8, 5e-5), point(7, 2e-6)])
    await readings.record('xray_flux_w_m2', [point(6, 3e-6), point(4, 1e-6)])
    expect(await readings.lastDay('xray_flux_w_m2')).toEqual([point(8, 5e-5), point(4, 1e-6)])
  })

  test('a series keeps the last of several readings of one instant', async () => {
    const { readings } = testContext()
    await readings.record('kp', [point(1, 2)])
    await readings.record('kp', [point(1, 3)])
    expect(await readings.lastDay('kp')).toEqual([point(1, 3)])
  })

  test('readings survive a restart, and are separate for each series and origins', async () => {
    const backend = memory()
    await testContext({ backend }).readings.record('kp', [point(1, 2)])
    const next = testContext({ backend })
    expect(await next.readings.lastDay('kp')).toEqual([point(1, 2)])
    expect(await next.readings.lastDay('proton_flux_pfu')).toEqual([])
    const elsewhere = new Readings(next.store, '(sample)', next.now, next.onError)
    expect(await elsewhere.lastDay('kp')).toEqual([])
  })

  test('readings of a response are written once, and not if nothing is new', async () => {
    const faulty = faultyBackend()
    const { readings } = testContext({ backend: faulty.backend })
    await readings.record('kp', [point(20), point(10), point(1)])
    expect(faulty.calls.set).toBe(1)
    await readings.record('kp', [point(10), point(1)])
    expect(faulty.calls.set).toBe(1)
  })
})

describe('two processes', () => {
  test('two processes that record at once around midnight keep the readings of both days', async () => {
    const context = testContext({ time: { at: NOON + 12 * 60 * MINUTE + MINUTE } })
    const other = another(context)
    const [before, after] = [point(-12 * 60 + 6, 1), point(-12 * 60 - 1, 2)]
    await Promise.all([
      context.readings.record('kp', [before]),
      other.record('kp', [point(-12 * 60 + 20, 3), after]),
    ])
    await context.readings.record('kp', [after])
    await other.record('kp', [after])
    expect(await other.lastDay('kp')).toEqual([point(-12 * 60 + 20, 3), before, after])
  })

  test('two processes that record one after the other keep the readings of both', async () => {
    const context = testContext()
    const other = another(context)
    await context.readings.record('kp', [point(30, 1)])
    await other.record('kp', [point(20, 2)])
    await context.readings.record('kp', [point(10, 3)])
    expect(await other.lastDay('kp')).toEqual([point(30, 1), point(20, 2), point(10, 3)])
  })

  test('two processes that record at once restore lost readings with their next record', async () => {
    const context = testContext()
    const other = another(context)
    await Promise.all([
      context.readings.record('kp', [point(30, 1)]),
      other.record('kp', [point(20, 2)]),
      context.readings.record('kp', [point(15, 4)]),
    ])
    await context.readings.record('kp', [point(10, 3)])
    await other.record('kp', [point(10, 3)])
    expect(await context.readings.lastDay('kp')).toEqual([
      point(30, 1),
      point(20, 2),
      point(15, 4),
      point(10, 3),
    ])
  })
})

test('a failing store is reported, rejects no record, and gets the missed readings with the next one', async () => {
  const faulty = faultyBackend()
  const context = testContext({ backend: faulty.backend })
  faulty.fault = 'throws'
  await context.readings.record('kp', [point(20, 1)])
  expect(context.errors).toHaveLength(1)
  await expect(context.readings.lastDay('kp')).rejects.toMatchObject({ code: 'store_unavailable' })
  faulty.fault = 'none'
  context.time.at += 2_000
  await context.readings.record('kp', [point(10, 2)])
  expect(await context.readings.lastDay('kp')).toEqual([point(20, 1), point(10, 2)])
})

describe('one answer of a feed fills hours', () => {
  const stamps = Array.from({ length: 300 }, (_, i) => new Date(NOON - i * MINUTE).toISOString().slice(0, 19))
  const asked = async <T>(upstream: Upstream<unknown, T>, row: (stamp: string, i: number) => object) => {
    const context = testContext()
    const fetch = async () => new Response(JSON.stringify(stamps.map(row)))
    await fetchFeed({ upstream, params: undefined, previous: undefined }, { ...context, fetch })
    if (!upstream.seriesId) throw new Error('the feed names no series')
    return context.readings.lastDay(upstream.seriesId)
  }

  test.each([
    ['kp', () => asked(planetaryKIndex, (t) => kpRow(t, 2.33)), 2.33],
    ['solar wind', () => asked(solarWind, (t) => windRow(t, { proton_speed: 432.1 })), 432.1],
    ['Bz', () => asked(interplanetaryMagneticField, (t) => magRow(t, { bz_gsm: -4.5 })), -4.5],
    ['X-rays', () => asked(xrayFlux, (t) => xrayRow(t, 1.5e-6)), 1.5e-6],
    ['protons', () => asked(protonFlux, (t) => protonRow(t, 0.25)), 0.25],
  ])('%s', async (_, of, value) => {
    const readings = await of()
    expect(readings.length).toBeGreaterThanOrEqual(60)
    expect(readings.length).toBeLessThanOrEqual(61)
    expect(new Set(readings.map((reading) => reading.value))).toEqual(new Set([value]))
    expect(readings.at(-1)?.at).toBe(NOON)
  })

  test('readings of an inactive spacecraft, or of bad quality, are left out', async () => {
    const readings = await asked(interplanetaryMagneticField, (t, i) =>
      magRow(t, {
        bz_gsm: i % 3,
        ...(i % 3 === 1 && { active: false }),
        ...(i % 3 === 2 && { overall_quality: 1 }),
      }),
    )
    expect(new Set(readings.map(({ value }) => value))).toEqual(new Set([0]))
  })
})
