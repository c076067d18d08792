import { memory } from '@space-data/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kpRow, threeHourRow } from '../fixtures/swpc.ts'
import { stoppedClock, testService } from '../support/service.ts'
import { orInSoak, runs } from '../support/tier.ts'
import { swpcOverTime } from './swpc-over-time.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const NOON = Date.parse('2026-11-21T12:00:00Z')
const NAMES = ['kp', 'wind', 'mag', 'xray', 'proton'] as const
const iso = (at: number) => new Date(at).toISOString()

async function overTime() {
  const clock = stoppedClock(NOON)
  const swpc = swpcOverTime(() => clock.now().getTime())
  const service = await testService({ store: memory(), fetch: swpc.fetch }, clock)
  const latest = (name: string) => service.get(`/v1/space-weather/${name}`)
  const valueAt = (name: string, at: number | string) =>
    service.get(`/v1/space-weather/${name}?at=${typeof at === 'number' ? iso(at) : at}`)
  return { ...service, swpc, latest, valueAt }
}

/** Feeds that fail: none, those of one quantity, or all by minute. */
const outages = [undefined, /planetary_k_index_1m/, /rtsw_wind/, /xrays-6/, /1m|6-hour/]
const step = fc.record({
  minutes: fc.integer({ min: 1, max: 200 }),
  outage: fc.integer({ min: 0, max: outages.length - 1 }),
  name: fc.constantFrom(...NAMES),
})

test('agrees with what the latest path answered at that instant, through outages of any feed', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      const { clock, swpc, spaceData, latest, valueAt } = await overTime()
      const answers: { name: string; at: number; data: Record<string, unknown> }[] = []
      for (const { minutes, outage, name } of steps) {
        clock.advance(minutes * MINUTE)
        swpc.failing = outages[outage]
        await spaceData.jobs.series.run()
        const at = clock.now().getTime()
        const { status, json } = await latest(name)
        if (status !== 200) continue
        const again = await valueAt(name, at)
        expect(again.status).toBe(200)
        // An answer may be from before, and that of a fallback older than what was recorded.
        const isOwn = /1 minute|primary/.test(json.source)
        if (json.fetched_at === iso(at) && isOwn) expect(again.json.data).toEqual(json.data)
        // Early in a window the estimates that have come back are of the last minute of the window before. An
        // index of its end that is still valid is newer.
        const isOtherIndex = name === 'kp' && again.json.data.source !== json.data.source
        const least = Date.parse(json.data.as_of) - (isOtherIndex ? MINUTE : 0)
        expect(Date.parse(again.json.data.as_of)).toBeGreaterThanOrEqual(least)
        expect(Date.parse(again.json.data.as_of)).toBeLessThanOrEqual(at)
        answers.push({ name, at, data: json.data })
        compared += 1
      }
      swpc.failing = undefined
      clock.advance(HOUR)
      await spaceData.jobs.series.run()
      for (const { name, data } of answers) {
        const then = (await valueAt(name, String(data['as_of']))).json.data
        // The history of a better feed may have come since.
        if (then.source === data['source']) expect(then).toEqual(data)
        else expect(then.source).toMatch(/1 minute|primary/)
      }
    }),
    // To shrink so long a story takes minutes and gigabytes.
    { ...runs(6, 12), endOnFailure: true },
  )
  expect(compared).toBeGreaterThan(orInSoak(15, 50))
}, 60_000)

describe('a value at an instant', () => {
  test('is the newest one at or before it, with the payload of the latest path', async () => {
    const { spaceData, valueAt } = await overTime()
    await spaceData.jobs.series.run()
    const { status, json } = await valueAt('wind', '2026-11-18T06:30:30Z')
    expect(status).toBe(200)
    expect(json.data).toEqual({
      speed_km_s: 300 + 6 * 60 + 30,
      density_per_cm3: 5,
      temperature_k: 100_000,
      dynamic_pressure_npa: 3.982,
      spacecraft: null,
      as_of: '2026-11-18T06:30:00.000Z',
      source: 'NOAA SWPC propagated solar wind (7 days)',
    })
    expect(json.source).toBe(json.data.source)
    expect((await valueAt('proton', '2026-11-20T00:04:59Z')).json.data.as_of).toBe('2026-11-20T00:00:00.000Z')
    expect((await valueAt('xray', '2026-11-20')).json.data).toMatchObject({
      flare_class: 'B1.0',
      as_of: '2026-11-20T00:00:00.000Z',
    })
  })

  test('of Kp is the three-hour index where no estimate by minute was recorded', async () => {
    const { spaceData, valueAt } = await overTime()
    await spaceData.jobs.series.run()
    const { data } = (await valueAt('kp', '2026-11-18T07:15:00Z')).json
    expect(data).toMatchObject({
      kp: 8,
      as_of: '2026-11-18T07:15:00.000Z',
      source: 'NOAA SWPC planetary K index (3 hours)',
    })
    // Up to its end a window is that of the instant, then the next one is.
    expect((await valueAt('kp', '2026-11-18T09:00:00Z')).json.data).toEqual({
      ...data,
      as_of: '2026-11-18T09:00:00.000Z',
    })
    expect((await valueAt('kp', '2026-11-18T09:00:01Z')).json.data.kp).not.toBe(8)
    expect((await valueAt('kp', '2026-11-21T11:15:00Z')).json.data.source).toContain('(1 minute)')
  })

  test('of Kp early in a window is that of the window before, as on the latest path', async () => {
    const clock = stoppedClock('2026-11-21T12:10:00Z')
    const estimates = [kpRow('2026-11-21T11:59:00', 5.33), kpRow('2026-11-21T12:10:00', 0.33)]
    const fetch = async (input: string | URL | Request) =>
      String(input).includes('k_index_1m') ? Response.json(estimates) : new Response('', { status: 404 })
    const { get } = await testService({ store: memory(), fetch: fetch as typeof globalThis.fetch }, clock)
    const { data } = (await get('/v1/space-weather/kp')).json
    expect(data).toMatchObject({ kp: 5.33, as_of: '2026-11-21T11:59:00.000Z' })
    clock.advance(2 * HOUR)
    expect((await get('/v1/space-weather/kp?at=2026-11-21T12:10:00Z')).json.data).toEqual(data)
    expect((await get('/v1/space-weather/kp?at=2026-11-21T12:00:00Z')).json.data).toEqual(data)
  })

  test('of Kp is the three-hour index where the estimate ended early in its window, once it is published', async () => {
    const clock = stoppedClock('2026-11-21T12:05:00Z')
    const estimates = [kpRow('2026-11-21T11:59:00', 5.33), kpRow('2026-11-21T12:05:00', 0.33)]
    const windows = [threeHourRow('2026-11-21T09:00:00', 5.33), threeHourRow('2026-11-21T12:00:00', 4)]
    const fetch = async (input: string | URL | Request) => {
      const isLate = clock.now() >= new Date('2026-11-21T15:00:00Z')
      if (String(input).includes('noaa-planetary-k-index.json'))
        return Response.json(isLate ? windows : windows.slice(0, 1))
      const isEstimate = String(input).includes('k_index_1m') && !isLate
      return isEstimate ? Response.json(estimates) : new Response('', { status: 404 })
    }
    const { get } = await testService({ store: memory(), fetch: fetch as typeof globalThis.fetch }, clock)
    const kpNow = async () => (await get('/v1/space-weather/kp')).json.data
    const kpAt = async (at: string) => (await get(`/v1/space-weather/kp?at=${at}`)).json.data
    const early = await kpNow()
    clock.advance(3 * HOUR + 5 * MINUTE)
    const late = await kpNow()
    expect([early.as_of, late.as_of]).toEqual(['2026-11-21T11:59:00.000Z', '2026-11-21T15:00:00.000Z'])
    expect(await kpAt('2026-11-21T12:05:00Z')).toEqual(early)
    expect(await kpAt('2026-11-21T15:10:00Z')).toEqual(late)
  })

  test('within the last hour is loaded if it is not recorded yet', async () => {
    const { clock, swpc, valueAt } = await overTime()
    expect((await valueAt('mag', NOON - 30 * MINUTE)).json.data.bz_gsm_nt).toBe(-69)
    const asked = swpc.requested.length
    clock.advance(30 * MINUTE)
    expect((await valueAt('mag', NOON - 2 * HOUR)).json.data.bz_gsm_nt).toBe(-60)
    expect(swpc.requested).toHaveLength(asked)
    swpc.failing = /./
    expect((await valueAt('mag', NOON + 10 * MINUTE)).json.data.as_of).toBe(iso(NOON))
  })

  test('in a gap, or before anything was recorded, is 404 and says which time has none', async () => {
    const { clock, spaceData, valueAt } = await overTime()
    await spaceData.jobs.series.run()
    const before = await valueAt('wind', '2026-11-01T12:00:00Z')
    expect([before.status, before.json]).toEqual([
      404,
      {
        error: 'value_not_found',
        message: 'No value is recorded from 2026-11-01T09:00:00.000Z to 2026-11-01T12:00:00.000Z.',
      },
    ])
    clock.advance(30 * DAY)
    expect((await valueAt('xray', NOON + 3 * HOUR)).status).toBe(200)
    expect((await valueAt('xray', NOON + 3 * HOUR + MINUTE)).status).toBe(404)
  })

  test('that has not come is 400, and so is what is no instant', async () => {
    const { valueAt } = await overTime()
    for (const at of [NOON + 1, '2026-11-21T12:00:00', '2026-02-30T00:00:00Z', 'yesterday', '']) {
      const { status, json } = await valueAt('kp', at)
      expect([at, status, json.error]).toEqual([at, 400, 'invalid_parameter'])
      expect(json.message).toMatch(/^Invalid at: /)
    }
  })

  test('is valid long once its day is closed, and then the same to the byte', async () => {
    const { clock, spaceData, valueAt } = await overTime()
    await spaceData.jobs.series.run()
    const recordedAt = clock.now().toISOString()
    const lifetime = ({ json }: { json: { valid_until: string } }) =>
      Date.parse(json.valid_until) - clock.now().getTime()
    expect(lifetime(await valueAt('wind', NOON))).toBe(MINUTE)
    expect(lifetime(await valueAt('wind', NOON - 3 * DAY))).toBe(HOUR)
    clock.advance(10 * DAY)
    const closed = await valueAt('wind', NOON)
    expect(lifetime(closed)).toBe(6.5 * DAY)
    expect(closed.json.fetched_at).toBe(recordedAt)
    clock.advance(HOUR)
    expect((await valueAt('wind', iso(NOON))).text).toBe(closed.text)
  })
})
