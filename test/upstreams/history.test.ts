import { memory } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { expect, test } from 'vitest'
import { SERIES } from '../../packages/core/src/store/repositories/readings.ts'
import { stoppedClock, testService } from '../support/service.ts'

const HOUR = 3_600_000
const OF_A_WEEK = /7-day|noaa-planetary-k-index|propagated-solar-wind\.json/

/** Instances on one store that count how often they ask for a whole week. */
function originsId({ answer, wind = true }: { answer?: () => Response; wind?: boolean } = {}) {
  const clock = stoppedClock('2026-11-21T13:20:00Z')
  const sample = sampleFetch(clock.now)
  const store = memory()
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    // A day of every spacecraft takes its time to make.
    if (!wind && /rtsw/.test(String(input))) return new Response('', { status: 500 })
    if (!OF_A_WEEK.test(String(input))) return sample(input, init)
    asked.push(String(input))
    return answer?.() ?? sample(input, init)
  }
  const start = () => testService({ store, fetch }, clock)
  return { clock, asked, start }
}
const look = ({ ask }: Awaited<ReturnType<typeof testService>>) =>
  ask('GET', '/weather', { accept: 'text/html' })

test('the first page on an empty store charts whole weeks', async () => {
  const { asked, start, clock } = originsId()
  const service = await start()
  expect((await look(service)).status).toBe(200)
  const week = await service.ask('GET', '/weather?span=7d', { accept: 'text/html' })
  expect(week.text).not.toContain('No data')
  const readings = await service.spaceData.readings()
  for (const series of SERIES) {
    const day = readings[series]
    expect(day.length).toBeGreaterThan(280)
    expect(clock.now().getTime() - (day[0]?.at ?? 0)).toBeGreaterThan(23.8 * HOUR)
  }
  expect(asked).toHaveLength(4)
})

test('the history of a week is fetched once by all processes, not again while it is stored', async () => {
  const { asked, start, clock } = originsId({ wind: false })
  await look(await start())
  const other = await start()
  for (let i = 0; i < 2; i += 1) {
    clock.advance(4 * HOUR)
    await look(other)
  }
  expect(asked).toHaveLength(4)
})

test('Kp is backfilled from the three-hour index without overwriting minutes', async () => {
  const { start } = originsId({ wind: false })
  const { spaceData, get } = await start()
  await get('/v1/space-weather/kp')
  const before = (await spaceData.readings()).kp
  await spaceData.handle(new Request('http://x.test/weather', { headers: { accept: 'text/html' } }))
  const after = (await spaceData.readings()).kp
  expect(before.length).toBeLessThan(80)
  expect(after).toEqual(expect.arrayContaining([...before]))
  const windowOf = ({ at }: { at: number }) => Math.floor(at / (3 * HOUR))
  const first = after.filter((each) => windowOf(each) === windowOf(after[40]!))
  expect(new Set(first.map(({ value }) => value)).size).toBe(1)
})

test('a history product that fails fails nothing else, and is not requested again within the hour', async () => {
  const { asked, start, clock } = originsId({ answer: () => new Response('', { status: 404 }) })
  const service = await start()
  expect((await look(service)).status).toBe(200)
  clock.advance(HOUR - 1)
  await look(service)
  expect(asked).toHaveLength(4)
  expect(service.errors).toEqual([])
  const { upstreams } = (await service.get('/status')).json.data
  for (const { status } of upstreams) expect(['operational', 'unknown']).toContain(status)
  clock.advance(HOUR / 60)
  await look(service)
  expect(asked).toHaveLength(8)
})
