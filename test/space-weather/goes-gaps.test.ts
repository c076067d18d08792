import { describe, expect, test } from 'vitest'
import { electronRow, protonRow, xrayRow } from '../fixtures/swpc.ts'
import { stoppedClock, testService } from '../support/service.ts'

const MINUTE = 60_000
const NOW = Date.parse('2026-11-21T10:45:00Z')
const GAP = [Date.parse('2026-11-21T10:00:00Z'), Date.parse('2026-11-21T10:39:00Z')] as const

type Channel = [
  id: string,
  file: string,
  stepMin: number,
  row: (time: string, flux: number) => object,
  column: string,
]

const CHANNELS: readonly Channel[] = [
  ['xray', 'xrays', 1, xrayRow, 'flux_w_m2'],
  ['proton', 'integral-protons', 5, protonRow, 'flux_pfu'],
  ['electrons', 'integral-electrons', 5, electronRow, 'flux_pfu'],
]

/** A service of both satellites; the primary one has nothing of the gap, and the fluxes of the two differ. */
async function serviceOf([, file, stepMin, row]: Channel) {
  const clock = stoppedClock(NOW)
  const asked: string[] = []
  const primary = { hasGap: true }
  const secondary = { isAway: false }
  const fetch: typeof globalThis.fetch = async (input) => {
    const [, satellite] = new RegExp(`goes/(primary|secondary)/${file}-6-hour`).exec(String(input)) ?? []
    if (!satellite) return new Response('', { status: 500 })
    asked.push(satellite)
    if (satellite === 'secondary' && secondary.isAway) return new Response('', { status: 500 })
    const now = clock.now().getTime()
    const rows = []
    for (let at = now - 360 * MINUTE; at < now; at += stepMin * MINUTE) {
      const isGone = satellite === 'primary' && primary.hasGap && at >= GAP[0] && at <= GAP[1]
      if (!isGone) rows.push(row(new Date(at).toISOString(), satellite === 'primary' ? 1e-6 : 2e-6))
    }
    return new Response(JSON.stringify(rows))
  }
  return { ...(await testService({ fetch }, clock)), clock, asked, primary, secondary }
}

describe.each(CHANNELS)('a gap of the primary GOES in the %s that nobody watched', (...channel) => {
  const [id, , stepMin, , column] = channel
  const series = `/v1/space-weather/${id}/series?start=2026-11-21T09:50:00Z&stop=2026-11-21T10:45:00Z`

  test('is filled from the secondary one by the first request after it', async () => {
    const { get, asked } = await serviceOf(channel)
    const { data } = (await get(`/v1/space-weather/${id}`)).json
    expect(data[column]).toBe(1e-6)
    expect(asked).toEqual(['primary', 'secondary'])
    const { time, provenance, ...columns } = (await get(series)).json.data
    const values: (number | null)[] = columns[column]
    expect(values).toHaveLength(55 / stepMin)
    expect(values.filter((value) => value === null)).toEqual([])
    const isInGap = (at: string) => Date.parse(at) >= GAP[0] && Date.parse(at) <= GAP[1]
    expect(values).toEqual(time.map((at: string) => (isInGap(at) ? 2e-6 : 1e-6)))
    expect(provenance).toHaveLength(3)
  })

  test('costs one request, and a new one another', async () => {
    const { get, clock, asked } = await serviceOf(channel)
    for (let i = 0; i < 5; i += 1) {
      await get(`/v1/space-weather/${id}`)
      clock.advance(stepMin * MINUTE)
    }
    expect(asked.filter((satellite) => satellite === 'secondary')).toHaveLength(1)
  })

  test('is looked for again where the secondary one did not respond', async () => {
    const { get, clock, asked, secondary } = await serviceOf(channel)
    secondary.isAway = true
    expect((await get(`/v1/space-weather/${id}`)).status).toBe(200)
    secondary.isAway = false
    clock.advance(stepMin * MINUTE)
    await get(`/v1/space-weather/${id}`)
    expect(asked).toEqual(['primary', 'secondary', 'primary', 'secondary'])
    expect((await get(series)).json.data[column]).not.toContain(null)
  })

  test('is not looked for where there is none of more than ten minutes', async () => {
    const { get, primary, asked } = await serviceOf(channel)
    primary.hasGap = false
    await get(`/v1/space-weather/${id}`)
    expect(asked).toEqual(['primary'])
  })
})
