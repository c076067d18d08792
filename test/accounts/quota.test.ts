import { memory, type StoreBackend, type TierName, tiers } from '@space-data/core'
import type { KeyRecord } from '@space-data/core/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { issueKey } from '../../packages/core/src/kernel/accounts/keys/issue.ts'
import {
  keepQuota,
  type QuotaResult,
  quotaProblem,
} from '../../packages/core/src/kernel/accounts/quota/account-day.ts'
import { refundUnchanged } from '../../packages/core/src/kernel/accounts/quota/free-unchanged.ts'
import { temporarySqlite } from '../storage/temporary-sqlite.ts'
import { NOON, type TestContext, testContext } from '../support/context.ts'
import { faultyBackend } from '../support/faulty-backend.ts'

const DAY = 86_400_000
const open: StoreBackend[] = []
afterEach(async () => {
  for (const backend of open.splice(0)) await backend.close()
})

describe.each([
  ['memory', async () => memory()],
  ['SQLite', temporarySqlite],
])('the quota, on %s', (_, openBackend) => {
  const setUp = async () => {
    const backend = await openBackend()
    open.push(backend)
    return { backend, context: testContext({ backend }) }
  }

  test('admits exactly its limit of 20,000 at once by two instances', async () => {
    const { backend, context: one } = await setUp()
    const other = testContext({ backend, time: one.time })
    const key = keyOf('free')
    const taken = await Promise.all(
      [...Array(20_000)].map((_, i) => (i % 2 ? one : other).accounts.quotas.consume(key)),
    )
    const granted = taken.filter((allowance) => allowance.granted)
    expect(granted.map(({ remaining }) => remaining).sort((a, b) => a - b)).toEqual([...Array(1_000).keys()])
    expect(taken.filter(({ granted, remaining }) => !granted && remaining !== 0)).toEqual([])
  })

  test('is exact with what is given back', async () => {
    const { context } = await setUp()
    const key = keyOf('free')
    await Promise.all([...Array(900)].map(() => context.accounts.quotas.consume(key)))
    let counted = 900
    for (let i = 0; i < 150; i += 1) {
      const allowance = await context.accounts.quotas.consume(key)
      expect(allowance).toMatchObject({ granted: true, limit: 1_000, remaining: 999 - counted })
      if (i % 3 === 0) {
        const spent = await context.accounts.quotas.refund(allowance)
        expect(spent.remaining).toBe(1_000 - counted)
      } else counted += 1
    }
    expect(await context.accounts.quotas.consume(key)).toMatchObject({ granted: false, remaining: 0 })
  })

  test('begins anew at midnight UTC, and what is given back later goes to its own day', async () => {
    const { backend, context } = await setUp()
    const key = keyOf('free')
    context.time.at = NOON + DAY / 2 - 1
    const last = await context.accounts.quotas.consume(key)
    expect(last).toMatchObject({ remaining: 999, resetSeconds: 1 })
    context.time.at += 1
    expect(await context.accounts.quotas.consume(key)).toMatchObject({ remaining: 999, resetSeconds: 86_400 })
    await context.accounts.quotas.refund(last)
    expect(await context.accounts.quotas.consume(key)).toMatchObject({ remaining: 998 })
    context.time.at -= 1
    const onTheDayBefore = testContext({ backend, time: context.time })
    expect(await onTheDayBefore.accounts.quotas.consume(key)).toMatchObject({ remaining: 999 })
  })
})

describe('a clock that goes back over midnight', () => {
  const MIDNIGHT = NOON + DAY / 2

  test.each([
    ['a millisecond', 1],
    ['an hour', 3_600_000],
    ['24 hours', DAY],
  ])('by %s gives nobody a day twice', (_, ms) => {
    const context = testContext({ time: { at: MIDNIGHT - 1 } })
    const key = keyOf('free')
    for (let i = 0; i < 1_000; i += 1) spend(key, context)
    context.time.at = MIDNIGHT + 30 * 60_000
    for (let i = 0; i < 400; i += 1) spend(key, context)
    context.time.at -= ms
    for (let i = 0; i < 600; i += 1) expect(spend(key, context)).toMatchObject({ granted: true })
    const refused = context.accounts.quotas.consume(key) as QuotaResult
    expect(refused).toMatchObject({ granted: false })
    expect(refused.resetSeconds).toBeGreaterThanOrEqual(1)
    expect(refused.resetSeconds).toBeLessThanOrEqual(86_400)
    context.time.at = MIDNIGHT + DAY - 1
    expect(context.accounts.quotas.consume(key)).toMatchObject({ granted: false, resetSeconds: 1 })
    context.time.at += 1
    expect(context.accounts.quotas.consume(key)).toMatchObject({
      granted: true,
      remaining: 999,
      resetSeconds: 86_400,
    })
  })

  test('by more had been wrong before, and is followed: a jump of a year does not stop the days', () => {
    const context = testContext()
    const key = keyOf('free')
    context.time.at = NOON + 365 * DAY
    context.accounts.quotas.consume(key)
    context.time.at = NOON
    for (const day of [0, 1, 2]) {
      context.time.at = NOON + day * DAY
      expect(context.accounts.quotas.consume(key)).toMatchObject({
        granted: true,
        remaining: 999,
        resetSeconds: 43_200,
      })
    }
  })
})

test.each([
  ['2026-11-21', 7],
  ['2028-02-29', 61],
])('seconds to wait are whole, from 86,400 to 1, on %s', (day, step) => {
  const context = testContext()
  const key = keyOf('free')
  const wrong: number[] = []
  for (let second = 0; second < 86_400; second += step) {
    context.time.at = Date.parse(`${day}T00:00:00Z`) + second * 1_000 + (second % 1_000)
    const allowance = spend(key, context)
    const { retryAfterSeconds } = quotaProblem(allowance)
    const expected = 86_400 - second
    if (allowance.resetSeconds !== expected || retryAfterSeconds !== expected) wrong.push(second)
  }
  expect(wrong).toEqual([])
})

test('belongs to the account: all its keys share it, and other accounts do not', async () => {
  const context = testContext()
  const order = { tier: 'hobby', label: 'test', account: 'acme' } as const
  const [a, b] = [await issueKey(order, context), await issueKey(order, context)]
  const other = await issueKey({ tier: 'hobby', label: 'test' }, context)
  expect(context.accounts.quotas.consume(a.record)).toMatchObject({ remaining: 49_999 })
  expect(context.accounts.quotas.consume(b.record)).toMatchObject({ remaining: 49_998 })
  expect(context.accounts.quotas.consume(other.record)).toMatchObject({ remaining: 49_999 })
})

test.each(Object.entries(tiers))('tier %s has the requests of its day', (name, { requestsPerDay }) => {
  const allowance = testContext().accounts.quotas.consume(keyOf(name as TierName))
  const remaining = requestsPerDay === null ? 0 : requestsPerDay - 1
  expect(allowance).toMatchObject({ granted: true, limit: requestsPerDay, remaining })
})

test('an unbounded tier is never refused', () => {
  const context = testContext()
  const key = keyOf('enterprise')
  for (let i = 0; i < 5_000; i += 1)
    expect(context.accounts.quotas.consume(key)).toMatchObject({ granted: true, limit: null })
})

test('a refusal is rate_limited, with the seconds to midnight', () => {
  const context = testContext()
  const key = keyOf('free')
  for (let i = 0; i < 1_000; i += 1) spend(key, context)
  const allowance = context.accounts.quotas.consume(key) as QuotaResult
  const problem = quotaProblem(allowance)
  expect([problem.code, problem.status, problem.retryAfterSeconds]).toEqual(['rate_limited', 429, 43_200])
})

describe('while requests are under way', () => {
  test('a refusal says ten seconds, and is not remembered: what is given back is had at once', () => {
    const backend = memory()
    const context = testContext({ backend })
    const other = testContext({ backend, time: context.time })
    const key = keyOf('free')
    for (let i = 0; i < 990; i += 1) spend(key, context)
    const underWay = Array.from({ length: 10 }, () => other.accounts.quotas.consume(key) as QuotaResult)
    const refused = other.accounts.quotas.consume(key) as QuotaResult
    expect(refused).toMatchObject({ granted: false, remaining: 0, resetSeconds: 43_200, retrySeconds: 10 })
    expect(quotaProblem(refused)).toMatchObject({ retryAfterSeconds: 10 })
    expect(quotaProblem(refused).message).toContain('requests in progress')
    // What runs in another process is not known here.
    expect(quotaProblem(context.accounts.quotas.consume(key) as QuotaResult).retryAfterSeconds).toBe(43_200)
    for (const allowance of underWay) other.accounts.quotas.refund(allowance)
    for (let i = 0; i < 10; i += 1) expect(spend(key, other)).toMatchObject({ granted: true })
    expect(quotaProblem(other.accounts.quotas.consume(key) as QuotaResult)).toMatchObject({
      retryAfterSeconds: 43_200,
    })
  })

  test('near midnight it says when the day ends', () => {
    const context = testContext({
      time: { at: NOON + DAY / 2 - 3_000 },
      tiers: { free: { requestsPerDay: 1 } },
    })
    context.accounts.quotas.consume(keyOf('free'))
    expect(
      quotaProblem(context.accounts.quotas.consume(keyOf('free')) as QuotaResult).retryAfterSeconds,
    ).toBe(3)
  })

  test('each counts until its answer, whatever that is and whether the store takes it back', async () => {
    const faulty = faultyBackend()
    const context = testContext({ backend: faulty.backend, tiers: { free: { requestsPerDay: 3 } } })
    const [a, b, c] = [...Array(3)].map(() => context.accounts.quotas.consume(keyOf('free')) as QuotaResult)
    keepQuota(a as QuotaResult)
    await refundUnchanged(b as QuotaResult, context)
    expect((await context.accounts.quotas.consume(keyOf('free'))).granted).toBe(true)
    faulty.fault = 'throws'
    await context.accounts.quotas.refund(c as QuotaResult)
    faulty.fault = 'none'
    context.time.at += 1_000
    // One of the four is under way, and the store has all three counted.
    expect(quotaProblem(await context.accounts.quotas.consume(keyOf('free'))).retryAfterSeconds).toBe(10)
  })
})

describe('answers of 304', () => {
  const unchanged = (context: TestContext, key: KeyRecord) => {
    const allowance = context.accounts.quotas.consume(key) as QuotaResult
    return refundUnchanged(allowance, context) as QuotaResult
  }

  test.each([1, 7, 10, 1_000])(
    'are free %i times a day of so many requests, in all processes together',
    (limit) => {
      const backend = memory()
      const tiers = { free: { requestsPerDay: limit } }
      const one = testContext({ backend, tiers })
      const other = testContext({ backend, tiers, time: one.time })
      const key = keyOf('free')
      let answers = 0
      for (let i = 0; i < 3 * limit + 20; i += 1) {
        const context = i % 2 ? one : other
        const allowance = context.accounts.quotas.consume(key) as QuotaResult
        if (!allowance.granted) break
        refundUnchanged(allowance, context)
        answers += 1
      }
      // So many free ones, at most nine of them left in each process, and the day itself.
      expect(answers).toBeLessThanOrEqual(2 * limit)
      expect(answers).toBeGreaterThanOrEqual(2 * limit - 9)
      for (let i = 0; i < 20; i += 1) spend(key, one)
      one.time.at += DAY
      expect(unchanged(one, key)).toMatchObject({ remaining: limit })
    },
  )

  test.each([1, 7, 10, 1_000])('are free exactly %i times in one process', (limit) => {
    const context = testContext({ tiers: { free: { requestsPerDay: limit } } })
    const spent = () => unchanged(context, keyOf('free')).remaining < limit
    for (let i = 0; i < limit; i += 1) expect(spent()).toBe(false)
    expect(spent()).toBe(true)
  })

  test('cost one write more in ten', () => {
    const faulty = faultyBackend()
    const context = testContext({ backend: faulty.backend })
    for (let i = 0; i < 1_000; i += 1) unchanged(context, keyOf('free'))
    expect(faulty.calls).toMatchObject({ add: 1_100, subtract: 1_000 })
    for (let i = 0; i < 500; i += 1) unchanged(context, keyOf('free'))
    expect(faulty.calls).toMatchObject({ add: 1_601, subtract: 1_000 })
  })

  test('of an unbounded tier are refunded, without the store once requests are reserved', () => {
    const faulty = faultyBackend()
    const context = testContext({ backend: faulty.backend })
    for (let i = 0; i < 50; i += 1) unchanged(context, keyOf('enterprise'))
    expect(faulty.calls).toMatchObject({ add: 5, subtract: 4 })
  })

  test('are free again once the tier is raised', () => {
    const context = testContext({ tiers: { free: { requestsPerDay: 20 } } })
    for (let i = 0; i < 25; i += 1) unchanged(context, keyOf('free'))
    const raised = { ...keyOf('hobby'), account: keyOf('free').account }
    expect(unchanged(context, raised)).toMatchObject({ remaining: 49_995 })
  })
})

test('a tier that only another instance knows is served as free, and told of once', () => {
  const context = testContext()
  const gold = { ...keyOf('free'), tier: 'gold' }
  for (let i = 0; i < 3; i += 1) expect(spend(gold, context)).toMatchObject({ limit: 1_000 })
  spend({ ...gold, tier: 'silver' }, context)
  expect(context.errors.map(String)).toEqual([
    'Error: A key is in tier "gold", which is not configured here; it gets the quota of free. Configure the same tiers on all instances that share the store.',
    expect.stringContaining('"silver"'),
  ])
})

describe('the rate of a network', () => {
  const admits = async (context: ReturnType<typeof testContext>, ip: string) => {
    let admitted = 0
    let waitSeconds: number | undefined
    for (let i = 0; i < 200; i += 1) {
      try {
        await context.accounts.rates.limit('reference', ip)
        admitted += 1
      } catch (error) {
        waitSeconds = (error as { retryAfterSeconds: number }).retryAfterSeconds
      }
    }
    return [admitted, waitSeconds]
  }

  test('is exact, for a whole /64, and begins anew with the minute', async () => {
    const context = testContext({ time: { at: NOON + 12_345 }, limits: { referencePerMinute: 120 } })
    expect(await admits(context, '2001:db8:1:2::1')).toEqual([120, 48])
    expect(await admits(context, '2001:db8:1:2:ffff::1')).toEqual([0, 48])
    expect(await admits(context, '2001:db8:1:3::1')).toEqual([120, 48])
    context.time.at = NOON + 59_999
    expect(await admits(context, '2001:db8:1:2::1')).toEqual([0, 1])
    context.time.at = NOON + 60_000
    expect(await admits(context, '2001:db8:1:2::1')).toEqual([120, 60])
  })

  test('is each policy’s own', async () => {
    const context = testContext({ limits: { speedtestPerMinute: 1 } })
    await context.accounts.rates.limit('speedtest', '192.0.2.1')
    await expect(
      (async () => context.accounts.rates.limit('speedtest', '192.0.2.1'))(),
    ).rejects.toMatchObject({
      code: 'rate_limited',
    })
    await context.accounts.rates.limit('issuance', '192.0.2.1')
    await context.accounts.rates.limit('reference', '192.0.2.1')
  })
})

test('an account whose day is used up and whose tier is raised goes on at once', async () => {
  const context = testContext()
  const free = { ...keyOf('free'), account: 'raised' }
  for (let i = 0; i <= 1_000; i += 1) await context.accounts.quotas.consume(free)
  expect(await context.accounts.quotas.consume(free)).toMatchObject({ granted: false })
  expect(await context.accounts.quotas.consume({ ...free, tier: 'hobby' })).toMatchObject({
    granted: true,
    remaining: 48_999,
  })
})

/** One request from the take to its answer, on a store that answers at once. */
function spend(key: KeyRecord, context: TestContext): QuotaResult {
  const allowance = context.accounts.quotas.consume(key) as QuotaResult
  return allowance.granted ? keepQuota(allowance) : allowance
}

function keyOf(tier: TierName): KeyRecord {
  return {
    id: 'key_1',
    hash: '0'.repeat(64),
    label: 'test',
    tier,
    account: `account of ${tier}`,
    createdAt: '2026-11-21T12:00:00.000Z',
    expiresAt: null,
    revokedAt: null,
    replaces: null,
  }
}
