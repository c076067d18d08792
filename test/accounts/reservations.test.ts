import { memory, type StoreBackend } from '@space-data/core'
import type { KeyRecord } from '@space-data/core/accounts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepQuota, type QuotaResult } from '../../packages/core/src/kernel/accounts/quota/account-day.ts'
import { requestCounter } from '../../packages/core/src/kernel/accounts/quota/request-count.ts'
import { temporarySqlite } from '../storage/temporary-sqlite.ts'
import { type TestContext, testContext } from '../support/context.ts'
import { faultyBackend } from '../support/faulty-backend.ts'
import { runs } from '../support/tier.ts'

const LIMIT = 10_000
const DAY = 86_400_000

beforeEach(() => {
  vi.useFakeTimers({
    now: Date.parse('2026-11-21T12:00:00Z'),
    toFake: ['setInterval', 'clearInterval', 'performance'],
  })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Memory as a store whose operations take time, so that requests are reserved. */
const slowMemory = (): StoreBackend => ({ ...memory(), timeoutMs: 500 })

function processesOn(backend: StoreBackend, count: number, requestsPerDay = LIMIT): TestContext[] {
  const time = { at: Date.now() }
  const tiers = { free: { requestsPerDay: 100 }, hobby: { requestsPerDay } }
  return Array.from({ length: count }, () => testContext({ backend, time, tiers }))
}

const hobby: KeyRecord = {
  id: 'key',
  account: 'acme',
  tier: 'hobby',
  label: 'test',
  hash: '00',
  createdAt: '2026-11-01T00:00:00Z',
  expiresAt: null,
  revokedAt: null,
} as unknown as KeyRecord

const storedIn = ({ store, time }: TestContext, name = new Date(time.at).toISOString().slice(0, 10)) =>
  store.atomic.count(requestCounter('acme', { name }), time.at)

const consume = async (context: TestContext) => context.accounts.quotas.consume(hobby)

/** Spends requests one after the other; returns how many were granted. */
async function spend(times: number, context: TestContext): Promise<number> {
  let granted = 0
  for (let i = 0; i < times; i += 1) {
    const quota = await consume(context)
    if (!quota.granted) continue
    keepQuota(quota)
    granted += 1
  }
  return granted
}

describe.each([
  ['memory with a delay', async () => slowMemory()],
  ['SQLite', temporarySqlite],
] as const)('reservations, on %s', (_, openBackend) => {
  test('four processes in turn grant exactly the day, and all of it before the last is refused', async () => {
    const backend = await openBackend()
    const processes = processesOn(backend, 4)
    let granted = 0
    let beforeRefusal: number | undefined
    for (let i = 0; i < LIMIT + 400; i += 1) {
      const now = await spend(1, processes[i % 4]!)
      granted += now
      if (now === 0) beforeRefusal ??= granted
    }
    // Each of three other processes holds at most a 64th of what was left when it took it.
    expect(beforeRefusal).toBeGreaterThan(LIMIT - 3 * (LIMIT / 64))
    expect(granted).toBe(LIMIT)
    expect(await storedIn(processes[0]!)).toBe(LIMIT)
    await backend.close()
  })

  test('1,000 at once are granted as one by one, and each says what is left', async () => {
    const backend = await openBackend()
    const [one] = processesOn(backend, 1)
    await spend(100, one!)
    const quotas = await Promise.all(Array.from({ length: 1_000 }, () => consume(one!)))
    expect(quotas.every(({ granted }) => granted)).toBe(true)
    expect(quotas.map(({ remaining }) => remaining).sort((a, b) => b - a)).toEqual(
      Array.from({ length: 1_000 }, (_, i) => LIMIT - 101 - i),
    )
    await backend.close()
  })
})

test('a busy account reaches the store a hundredth as often', async () => {
  const faulty = faultyBackend()
  const [one] = processesOn(faulty.backend, 1, 1e6)
  expect(await spend(50_000, one!)).toBe(50_000)
  expect(faulty.calls.add).toBeLessThan(500)
})

test('an account with a request now and then, or a smaller day, reaches it with each', async () => {
  const faulty = faultyBackend()
  const [one] = processesOn(faulty.backend, 1)
  for (let i = 0; i < 20; i += 1) {
    await spend(2, one!)
    await vi.advanceTimersByTimeAsync(5_000)
  }
  expect(faulty.calls).toMatchObject({ add: 40, subtract: 0 })
  const [small] = processesOn(faulty.backend, 1, LIMIT - 1)
  await spend(200, small!)
  expect(faulty.calls).toMatchObject({ add: 240, subtract: 0 })
})

test('what is not used is returned after a second, and another process gets it within 1.5 s', async () => {
  const backend = slowMemory()
  const [one, other] = processesOn(backend, 2)
  expect(await spend(100, one!)).toBe(100)
  expect(await storedIn(one!)).toBeGreaterThan(100)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await storedIn(one!)).toBeGreaterThan(100)
  await vi.advanceTimersByTimeAsync(250)
  expect(await storedIn(one!)).toBe(100)
  expect(await spend(LIMIT, other!)).toBe(LIMIT - 100)
})

test('a process that is used returns nothing, and one that is closed everything', async () => {
  const [one] = processesOn(slowMemory(), 1)
  await spend(200, one!)
  const counted = await storedIn(one!)
  for (let i = 0; i < 4; i += 1) {
    await vi.advanceTimersByTimeAsync(900)
    await spend(1, one!)
  }
  expect(await storedIn(one!)).toBe(counted)
  await one!.accounts.reservations.returnAll()
  expect(await storedIn(one!)).toBe(204)
})

test('a process that is killed loses at most a 64th of what was left', async () => {
  const backend = slowMemory()
  const [killed, other] = processesOn(backend, 2)
  const before = await spend(3_000, killed!)
  const after = await spend(LIMIT, other!)
  expect(before + after).toBeLessThanOrEqual(LIMIT)
  expect(before + after).toBeGreaterThanOrEqual(LIMIT - Math.floor(LIMIT / 64))
})

test('what was reserved before midnight is returned to its own day', async () => {
  const [one] = processesOn(slowMemory(), 1)
  const today = new Date(one!.time.at).toISOString().slice(0, 10)
  await spend(100, one!)
  one!.time.at += DAY
  await spend(1, one!)
  await vi.advanceTimersByTimeAsync(1_500)
  expect([await storedIn(one!, today), await storedIn(one!)]).toEqual([100, 1])
})

test('of a tier that is lowered nothing is spent under the new limit', async () => {
  const [one] = processesOn(slowMemory(), 1)
  await spend(200, one!)
  const lowered = { ...hobby, tier: 'free' }
  expect(await one!.accounts.quotas.consume(lowered)).toMatchObject({ granted: false, limit: 100 })
  expect(await storedIn(one!)).toBe(200)
})

test('while the store is away reserved requests go on, are counted, and are not returned twice', async () => {
  const faulty = faultyBackend()
  const [one] = processesOn(faulty.backend, 1)
  await spend(300, one!)
  const left = (await storedIn(one!)) - 300
  faulty.fault = 'throws'
  const quotas: QuotaResult[] = []
  for (let i = 0; i <= left; i += 1) quotas.push(await consume(one!))
  expect(quotas.map(({ certain }) => certain)).toEqual([...Array(left).fill(true), false])
  await one!.accounts.quotas.refund(quotas[0]!)
  await vi.advanceTimersByTimeAsync(1_500)
  faulty.fault = 'none'
  await vi.advanceTimersByTimeAsync(5_000)
  // The one that was refunded stays counted: whether the store has taken it back is not known.
  expect(await storedIn(one!)).toBe(300 + left)
})

describe('where timers end with their request', () => {
  const isolated = (): StoreBackend => ({ ...slowMemory(), isolatesRequests: true })
  const watching: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void watching.push(work)
  const spendWatched = async (times: number, context: TestContext) => {
    for (let i = 0; i < times; i += 1)
      keepQuota(await context.accounts.quotas.consume(hobby, context.now(), waitUntil))
  }
  beforeEach(() => {
    watching.length = 0
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  })

  test('a request that goes on after its response watches the reservation, and returns it', async () => {
    const [one] = processesOn(isolated(), 1)
    await spendWatched(100, one!)
    expect(watching).toHaveLength(1)
    expect(await storedIn(one!)).toBeGreaterThan(100)
    await vi.advanceTimersByTimeAsync(1_250)
    await watching[0]
    expect(await storedIn(one!)).toBe(100)
    await spendWatched(100, one!)
    expect(watching).toHaveLength(2)
  })

  test('it returns a reservation that is in use before the request ends', async () => {
    const [one] = processesOn(isolated(), 1)
    await spendWatched(1_000, one!)
    for (let i = 0; i < 50; i += 1) {
      await vi.advanceTimersByTimeAsync(500)
      if (i < 49) await spendWatched(1, one!)
    }
    await watching[0]
    expect(await storedIn(one!)).toBe(1_049)
  })

  test('at the end of the day exactly the limit is granted, and nothing more is returned', async () => {
    const backend = isolated()
    const [one, other] = processesOn(backend, 2)
    let granted = 0
    const spendOnce = async (context: TestContext) => {
      const quota = await context.accounts.quotas.consume(hobby, context.now(), waitUntil)
      if (quota.granted) granted += 1
    }
    for (let i = 0; i < LIMIT / 2 + 200; i += 1) {
      await spendOnce(one!)
      await spendOnce(other!)
    }
    expect(granted).toBe(LIMIT)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await storedIn(one!)).toBe(LIMIT)
  })

  test('without one that goes on nothing is reserved', async () => {
    const [one] = processesOn(isolated(), 1)
    await spend(100, one!)
    expect(await storedIn(one!)).toBe(100)
  })
})

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('use' as const), process: fc.nat(2), times: fc.nat(400) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('304' as const), process: fc.nat(2), times: fc.nat(60) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), process: fc.nat(2), times: fc.nat(3_000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('kill' as const), process: fc.nat(2), times: fc.nat(0) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('clock' as const), process: fc.nat(2), times: fc.nat(120_000) }),
  },
)

test('in any order of use, refunds, waits, kills and clocks: never one over, and what is lost is bounded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const backend = slowMemory()
      let processes = processesOn(backend, 3)
      let granted = 0
      let lost = 0
      for (const { kind, process, times } of steps) {
        const context = processes[process]!
        if (kind === 'wait') await vi.advanceTimersByTimeAsync(times)
        else if (kind === 'clock') context.time.at += times - 60_000
        else if (kind === 'kill') {
          lost += Math.ceil((LIMIT - granted) / 64) + 60
          processes = processes.map((each) => (each === context ? fresh(context, backend) : each))
        } else if (kind === 'use') granted += await spend(times, context)
        else {
          const quotas = await Promise.all(Array.from({ length: times }, () => consume(context)))
          for (const quota of quotas) if (quota.granted) await context.accounts.quotas.refund(quota)
        }
        expect(granted).toBeLessThanOrEqual(await storedIn(processes[0]!))
        expect(await storedIn(processes[0]!)).toBeLessThanOrEqual(LIMIT)
      }
      await Promise.all(processes.map((each) => each.accounts.reservations.returnAll()))
      expect(await storedIn(processes[0]!)).toBeLessThanOrEqual(granted + lost)
      if (lost === 0) expect(await storedIn(processes[0]!)).toBe(granted)
    }),
    runs(40, 500),
  )
})

function fresh({ time }: TestContext, backend: StoreBackend): TestContext {
  return testContext({ backend, time, tiers: { hobby: { requestsPerDay: LIMIT } } })
}
