import { memory } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { dailySolar, fluxRow } from '../fixtures/swpc.ts'
import { stoppedClock, testService } from '../support/service.ts'

const [HOUR, DAY] = [3_600_000, 86_400_000]
const FLUX = '/v1/space-weather/flux'
const SUNSPOTS = '/v1/space-weather/sunspots'

/** A service whose SWPC sends these bodies, by a part of their addresses, and of nothing else anything. */
async function serviceWith(bodies: Record<string, string>, at = '2026-11-22T18:00:00Z', keepSeries = 365) {
  const clock = stoppedClock(at)
  const fetch = async (input: string | URL | Request) => {
    const found = Object.entries(bodies).find(([part]) => String(input).includes(part))
    return found ? new Response(found[1]) : new Response('', { status: 500 })
  }
  return { ...(await testService({ store: memory(), fetch, keepSeries }, clock)), clock, bodies }
}

const list = JSON.stringify([fluxRow('2026-11-21T20:00:00', 203), fluxRow('2026-11-20T20:00:00', 195)])
const summaryOf = (time_tag: string) => JSON.stringify([{ flux: 199, time_tag }])

describe('the radio flux', () => {
  test('is that of noon, although the summary has a newer reading', async () => {
    const { get } = await serviceWith({ f107_cm: list, '10cm-flux': summaryOf('2026-11-22T17:00:00') })
    const { json } = await get(FLUX)
    expect(json.data).toMatchObject({
      flux_sfu: 203,
      mean_90_day_sfu: 128,
      as_of: '2026-11-21T20:00:00.000Z',
    })
    expect(json.source).toBe('NOAA SWPC 10.7 cm radio flux')
  })

  test.each([
    ['is away', {}],
    ['has another shape', { f107_cm: JSON.stringify([{ time_tag: '2026-11-22T17:00:00', f107: 203 }]) }],
    ['is more than 30 hours old', { f107_cm: list.replaceAll('2026-11-2', '2026-11-1') }],
  ])('is that of the summary while the list %s, without a mean, and not recorded', async (_, bodies) => {
    const { get } = await serviceWith({ ...bodies, '10cm-flux': summaryOf('2026-11-22T17:00:00') })
    const { json } = await get(FLUX)
    expect(json.data).toEqual({
      flux_sfu: 199,
      mean_90_day_sfu: null,
      readings: [],
      as_of: '2026-11-22T17:00:00.000Z',
      source: 'NOAA SWPC 10.7 cm radio flux (summary)',
    })
    const series = (await get(`${FLUX}/series?start=2026-11-22`)).json.data
    expect(series.flux_sfu).toEqual([null])
  })

  test('of two feeds that stopped is refused, with the newest instant', async () => {
    const { get } = await serviceWith(
      { f107_cm: list, '10cm-flux': summaryOf('2026-11-21T22:00:00') },
      '2026-11-23T10:01:00Z',
    )
    const { status, json } = await get(FLUX)
    expect([status, json.error]).toEqual([503, 'upstream_stale'])
    expect(json.message).toContain('newer than 2026-11-21T22:00:00.000Z')
  })
})

describe('a daily series', () => {
  test('is kept when days by minute are deleted, and is corrected by a later list', async () => {
    const { get, clock, bodies } = await serviceWith({ f107_cm: list }, undefined, 2)
    await get(FLUX)
    clock.advance(HOUR)
    bodies['f107_cm'] = list.replace('195', '196')
    await get(FLUX)
    clock.advance(300 * DAY)
    const { flux_sfu, mean_90_day_sfu, time, provenance } = (
      await get(`${FLUX}/series?start=2026-11-19&stop=2026-11-23`)
    ).json.data
    expect(time[0]).toBe('2026-11-19T00:00:00.000Z')
    expect(flux_sfu).toEqual([null, 196, 203, null])
    expect(mean_90_day_sfu).toEqual([null, 128, 128, null])
    expect(provenance).toEqual([
      {
        start: '2026-11-20T00:00:00.000Z',
        stop: '2026-11-22T00:00:00.000Z',
        source: 'NOAA SWPC 10.7 cm radio flux',
        instrument: null,
      },
    ])
  })

  test('has the last 30 days by default, at most 366, and steps of whole days', async () => {
    const { get } = await serviceWith({ 'daily-solar': dailySolar(Date.parse('2026-11-22T14:25:00Z')) })
    await get(SUNSPOTS)
    const { data } = (await get(`${SUNSPOTS}/series`)).json
    expect([data.time.length, data.step_seconds, data.time.at(-1)]).toEqual([
      30,
      86_400,
      '2026-11-22T00:00:00.000Z',
    ])
    expect(data.sunspot_number.slice(-2)).toEqual([116, null])
    const status = async (query: string) => (await get(`${SUNSPOTS}/series?${query}`)).status
    expect(await status('start=2025-11-22&stop=2026-11-23')).toBe(200)
    expect(await status('start=2025-11-21&stop=2026-11-23')).toBe(400)
    expect(await status('step=27d')).toBe(200)
    for (const step of ['1h', '36h', '367d', '0d', '1w']) expect(await status(`step=${step}`)).toBe(400)
  })

  test('is valid for an hour while its feed may correct it, then for up to seven days', async () => {
    const { get, clock } = await serviceWith({ f107_cm: list })
    await get(FLUX)
    const path = `${FLUX}/series?start=2026-11-20&stop=2026-11-22`
    const maxAge = async () =>
      Number(/max-age=(\d+)/.exec((await get(path)).headers.get('cache-control') ?? '')?.[1])
    clock.goTo('2026-11-24T12:00:00Z')
    expect(await maxAge()).toBe(3_600)
    clock.goTo('2027-01-02T12:00:00Z')
    expect(await maxAge()).toBe(3_600)
    clock.goTo('2027-01-03T00:00:00Z')
    expect(await maxAge()).toBe(7 * 86_400)
  })
})
