import { memory } from '@space-data/core'
import { expect, test } from 'vitest'
import { sampleFetch } from '../../packages/cli/src/sample/index.ts'
import { stoppedClock, testService } from '../support/service.ts'

const KP = '/v1/space-weather/kp'
const NOON = '2026-11-21T12:00:00Z'
const A_DAY_AHEAD = '2026-11-22T12:00:00Z'

test('what was fetched by a clock that was a day ahead is fetched anew once it is right, also by the next process', async () => {
  const clock = stoppedClock(A_DAY_AHEAD)
  const store = memory()
  const ahead = await testService({ store }, clock)
  expect((await ahead.get(KP)).json.fetched_at).toBe('2026-11-22T12:00:00.000Z')
  clock.goTo(NOON)
  expect((await ahead.get(KP)).json.fetched_at).toBe('2026-11-21T12:00:00.000Z')

  clock.goTo(A_DAY_AHEAD)
  await ahead.get('/v1/space-weather/wind')
  clock.goTo(NOON)
  const next = await testService({ store }, clock)
  expect((await next.get('/v1/space-weather/wind')).json.fetched_at).toBe('2026-11-21T12:00:00.000Z')
})

test('what a clock that is a little ahead has fetched is not fetched again for that', async () => {
  const clock = stoppedClock()
  const { get } = await testService({}, clock)
  const { json } = await get(KP)
  clock.advance(-60_000)
  expect((await get(KP)).json).toEqual(json)
})

test('failures of a clock that was ahead hold nothing up once it is right', async () => {
  const clock = stoppedClock(A_DAY_AHEAD)
  const sample = sampleFetch(clock.now)
  let isDown = true
  let asked = 0
  const counting: typeof fetch = async (input, init) => {
    asked += 1
    return isDown ? new Response('', { status: 500 }) : sample(input, init)
  }
  const { get } = await testService({ fetch: counting }, clock)
  for (let i = 0; i < 4; i += 1) {
    expect((await get(KP)).status).toBe(503)
    clock.advance(10_000)
  }
  const before = asked
  clock.advance(-11_000)
  expect([(await get(KP)).status, asked]).toEqual([503, before])
  isDown = false
  clock.goTo(NOON)
  expect((await get(KP)).status).toBe(200)
})
