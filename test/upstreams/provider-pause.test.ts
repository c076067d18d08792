import { memory } from '@space-data/core'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'
import { shortSample } from '../support/short-sample.ts'
import { atProviders, interceptFetch } from './msw.ts'

const MINUTE = 60_000
const NAMES = ['wind', 'mag', 'xray', 'proton', 'kp'] as const

const internet = interceptFetch()

/** Two processes on one store, and how often they request SWPC; `answer` replaces a good response. */
async function world() {
  const clock = stoppedClock('2026-11-21T12:00:00Z')
  const sample = shortSample(clock.now)
  const swpc = { calls: 0, answer: undefined as (() => Response) | undefined }
  internet.use(
    ...atProviders(({ url }) => {
      if (!url.includes('swpc')) return sample(url)
      swpc.calls += 1
      return swpc.answer?.() ?? sample(url)
    }),
  )
  const store = memory()
  const start = () => testService({ store, fetch: 'global' }, clock)
  const services = [await start(), await start()]
  /** Asks both processes for everything three times at once; returns the calls and the kinds of status. */
  const burst = async () => {
    swpc.calls = 0
    const asked = services.flatMap(({ get }) =>
      [1, 2, 3].flatMap(() => NAMES.map(async (name) => (await get(`/v1/space-weather/${name}`)).status)),
    )
    const statuses = [...new Set(await Promise.all(asked))].sort()
    return { calls: swpc.calls, statuses }
  }
  const status = async (headers = {}) => services[1]!.ask('GET', '/status', headers)
  return { clock, swpc, burst, status, start, first: services[0]! }
}

const busy = (status: number, after: string) => () =>
  new HttpResponse('busy', { status, headers: { 'retry-after': after } })

describe.each([
  ['a 503 with Retry-After: 99999999999', busy(503, '99999999999')],
  ['a 429 with a date in 9999', busy(429, 'Fri, 31 Dec 9999 23:59:59 GMT')],
])('%s', (_, answer) => {
  test('pauses the provider until one probe of all processes succeeds, a quarter of an hour later', async () => {
    const { clock, swpc, burst, first } = await world()
    swpc.answer = answer
    expect((await first.get('/v1/space-weather/wind')).status).toBe(503)
    expect(swpc.calls).toBe(1)
    swpc.answer = undefined
    for (const minutes of [0.01, 5, 9.8]) {
      clock.advance(minutes * MINUTE)
      expect(await burst()).toEqual({ calls: 0, statuses: [503] })
    }
    clock.goTo('2026-11-21T12:15:00Z')
    const probed = await burst()
    expect(probed.calls).toBeGreaterThanOrEqual(1)
    clock.advance(10_000)
    expect((await burst()).statuses).toEqual([200])
  })

  test('is repeated by the probe: one request in a quarter of an hour, however many wait', async () => {
    const { clock, swpc, burst } = await world()
    swpc.answer = answer
    await burst()
    for (const minute of [15, 30, 45]) {
      clock.goTo(Date.parse('2026-11-21T12:00:00Z') + minute * MINUTE - 10_000)
      expect(await burst()).toEqual({ calls: 0, statuses: [503] })
      clock.advance(10_000)
      expect(await burst()).toEqual({ calls: 1, statuses: [503] })
    }
  })

  test('is at /status with its end and its reason, in every process and after a restart', async () => {
    const { clock, swpc, burst, status, start } = await world()
    swpc.answer = answer
    await burst()
    const { json } = await (await start()).ask('GET', '/status')
    const paused = json.data.upstreams.filter((row: { paused_until: unknown }) => row.paused_until !== null)
    expect(new Set(paused.map((row: { provider: string }) => row.provider))).toEqual(new Set(['NOAA SWPC']))
    expect(paused[0]).toMatchObject({
      paused_until: '2026-11-21T13:00:00.000Z',
      pause_reason: expect.stringMatching(/^HTTP (503|429) with a request to pause$/),
    })
    const page = (await status({ accept: 'text/html' })).text
    expect(page).toMatch(/<h3>NOAA SWPC<\/h3><p>It gets no requests until .*13:00.*: HTTP \d+ with a request/)
    swpc.answer = undefined
    clock.goTo('2026-11-21T12:15:00Z')
    await burst()
    clock.advance(MINUTE)
    const after = (await (await start()).ask('GET', '/status')).json.data.upstreams
    expect(after.every((row: { paused_until: unknown }) => row.paused_until === null)).toBe(true)
  })
})

test('a short Retry-After is kept as it is', async () => {
  const { clock, swpc, burst, first } = await world()
  swpc.answer = busy(503, '120')
  await first.get('/v1/space-weather/wind')
  swpc.answer = undefined
  clock.advance(2 * MINUTE - 10_000)
  expect((await burst()).calls).toBe(0)
  clock.advance(10_000)
  expect((await burst()).calls).toBeGreaterThan(1)
})

test('a pause of a clock that was ahead is over once the clock is set right', async () => {
  const { clock, swpc, burst, first } = await world()
  swpc.answer = busy(503, '3600')
  await first.get('/v1/space-weather/wind')
  swpc.answer = undefined
  clock.goTo('2026-11-20T12:00:00Z')
  // With a probe only some would succeed.
  expect((await burst()).statuses).toEqual([200])
})
