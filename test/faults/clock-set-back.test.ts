import { memory } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { withAccountLock } from '../../packages/core/src/kernel/accounts/account-lock.ts'
import { acquireLoadLease } from '../../packages/core/src/kernel/storage/cache/load-lease.ts'
import { acquireJobLease } from '../../packages/core/src/kernel/storage/lease/job-lease.ts'
import { NOON as NOON_MS, testContext } from '../support/context.ts'
import { stoppedClock, testService } from '../support/service.ts'

const KP = '/v1/space-weather/kp'
const NOON = '2026-11-21T12:00:00Z'
const A_DAY_AHEAD = '2026-11-22T12:00:00Z'

test('values fetched while the clock was a day ahead are fetched again once it is right, also by other processes', async () => {
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

test('values fetched while the clock was a little ahead are not fetched again', async () => {
  const clock = stoppedClock()
  const { get } = await testService({}, clock)
  const { json } = await get(KP)
  clock.advance(-60_000)
  expect((await get(KP)).json).toEqual(json)
})

test('failures recorded while the clock was ahead block nothing once it is right', async () => {
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

describe.each([1, 400])('a claim of a process killed while its clock was %d days ahead', (days) => {
  /** The context of that process, and one of another that comes when the clock has been set right. */
  function setUp() {
    const backend = memory()
    const ahead = testContext({ backend, time: { at: NOON_MS + days * 86_400_000 } })
    return { ahead, right: testContext({ backend }) }
  }
  const killed = () => new Promise<never>(() => {})

  test('does not block changes of the account', async () => {
    const { ahead, right } = setUp()
    await new Promise<void>((resolve) => {
      void withAccountLock('acme', ahead, () => {
        resolve()
        return killed()
      })
    })
    // No time passes by which it could be waited for.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(await withAccountLock('acme', right, async () => 'done')).toBe('done')
  })

  test('does not block jobs, and is not reported', async () => {
    const { ahead, right } = setUp()
    await acquireJobLease('shells', 'the dead', ahead)
    expect((await right.debris.shellJob.facts()).running).toBeNull()
    const lease = await acquireJobLease('shells', 'the next', right)
    expect((await right.debris.shellJob.facts()).running?.instanceName).toBe('the next')
    await lease.release()
  })

  test('does not block loading a snapshot', async () => {
    const { ahead, right } = setUp()
    const dead = await acquireLoadLease('fill::kp', ahead)
    const next = await acquireLoadLease('fill::kp', right)
    expect(next).toBeDefined()
    await Promise.all([dead?.release(), next?.release()])
  })

  test('does not count against a budget', async () => {
    const { ahead, right } = setUp()
    const budget = { name: 'test', calls: 3, perMs: 3_600_000 }
    for (let i = 0; i < 3; i += 1) expect(await ahead.upstreams.budgets.tryConsume(budget)).toBe(true)
    expect(await ahead.upstreams.budgets.tryConsume(budget)).toBe(false)
    for (let i = 0; i < 3; i += 1) expect(await right.upstreams.budgets.tryConsume(budget)).toBe(true)
    expect(await right.upstreams.budgets.tryConsume(budget)).toBe(false)
  })

  test('still holds if it is the pointer to the shells, which never expires', async () => {
    const { ahead, right } = setUp()
    expect(await ahead.debris.shells.swapPointer('', 'a-run token', ahead.now())).toBe(true)
    expect(await right.debris.shells.readPointer(right.now())).toBe('a-run token')
  })
})

test.each([31, 400])(
  'a clock that was %d days ahead for a while does not lose the counts of the day',
  async (days) => {
    const clock = stoppedClock()
    const { ask, get } = await testService({}, clock)
    const issue = () =>
      ask('POST', '/v1/keys', { 'content-type': 'application/json' }, { ip: '192.0.2.7' }, '{"label":"x"}')
    for (let i = 0; i < 5; i += 1) await get(KP)
    expect((await issue()).status).toBe(200)
    clock.goTo(NOON_MS + days * 86_400_000)
    for (let minute = 0; minute < 5; minute += 1) {
      clock.advance(60_000)
      await get(KP)
      await issue()
    }
    clock.goTo(NOON)
    expect((await get(KP)).headers.get('ratelimit')).toMatch(/r=49994;/)
    expect((await issue()).status).toBe(429)
  },
)
