import { memory } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { sampleFetch } from '../../packages/cli/src/sample/index.ts'
import { takeLease } from '../../packages/core/src/jobs/lease.ts'
import { changingAccount } from '../../packages/core/src/keys/account-lock.ts'
import { claimFill } from '../../packages/core/src/store/fill-lease.ts'
import { shellsOf } from '../../packages/core/src/store/shells.ts'
import { hasBudget } from '../../packages/core/src/upstreams/budget.ts'
import { NOON as NOON_MS, testContext } from '../support/context.ts'
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

describe.each([1, 400])('what a process holds that is killed while its clock is %d days ahead', (days) => {
  /** The context of that process, and one of another that comes when the clock has been set right. */
  function setUp() {
    const backend = memory()
    const ahead = testContext({ backend, time: { at: NOON_MS + days * 86_400_000 } })
    return { ahead, right: testContext({ backend }) }
  }
  const killed = () => new Promise<never>(() => {})

  test('keeps nobody from changing the account', async () => {
    const { ahead, right } = setUp()
    await new Promise<void>((resolve) => {
      void changingAccount('acme', ahead, () => {
        resolve()
        return killed()
      })
    })
    const [at, done] = [performance.now(), await changingAccount('acme', right, async () => 'done')]
    expect(done).toBe('done')
    expect(performance.now() - at).toBeLessThan(1_000)
  })

  test('keeps nobody from running a job, and is told of to nobody', async () => {
    const { ahead, right } = setUp()
    await takeLease('shells', 'the dead', ahead)
    expect((await right.shellJob.facts()).running).toBeNull()
    const lease = await takeLease('shells', 'the next', right)
    expect((await right.shellJob.facts()).running?.who).toBe('the next')
    await lease.release()
  })

  test('keeps nobody from loading a snapshot', async () => {
    const { ahead, right } = setUp()
    const dead = await claimFill('fill::kp', ahead)
    const next = await claimFill('fill::kp', right)
    expect(next).toBeDefined()
    await Promise.all([dead?.release(), next?.release()])
  })

  test('is not taken off a budget', async () => {
    const { ahead, right } = setUp()
    const budget = { name: 'test', calls: 3, perMs: 3_600_000 }
    for (let i = 0; i < 3; i += 1) expect(await hasBudget(budget, ahead)).toBe(true)
    expect(await hasBudget(budget, ahead)).toBe(false)
    for (let i = 0; i < 3; i += 1) expect(await hasBudget(budget, right)).toBe(true)
    expect(await hasBudget(budget, right)).toBe(false)
  })

  test('is the pointer to the shells still, which has no end', async () => {
    const { ahead, right } = setUp()
    expect(await shellsOf(ahead.store, '').turn('', 'a-run token', ahead.now())).toBe(true)
    expect(await shellsOf(right.store, '').pointer(right.now())).toBe('a-run token')
  })
})

test.each([31, 400])(
  'a clock that is %d days ahead for a while makes nobody forget the day',
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
