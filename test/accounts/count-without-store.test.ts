import { type TierName, tiers } from '@space-data/core'
import type { KeyRecord } from '@space-data/core/accounts'
import { describe, expect, test } from 'vitest'
import { keepQuota, quotaProblem } from '../../packages/core/src/kernel/accounts/quota/account-day.ts'
import { NOON, testContext } from '../support/context.ts'
import { ABSENCES, everythingLate, faultyBackend } from '../support/faulty-backend.ts'

const DAY = 86_400_000
const FAULTS = [...ABSENCES, 'read-only'] as const

function setUp() {
  const faulty = faultyBackend()
  const context = testContext({ backend: faulty.backend })
  /** Takes a number of requests, and tells how many were granted. */
  const take = async (count: number, key = keyOf('free'), of = context): Promise<number> => {
    let granted = 0
    for (let i = 0; i < count; i += 1) {
      const allowance = await of.accounts.quotas.consume(key)
      if (!allowance.granted) continue
      keepQuota(allowance)
      granted += 1
    }
    return granted
  }
  const openEvents = () => context.events.filter(({ type }) => type === 'quota_fail_open').length
  return { faulty, context, take, openEvents }
}

describe.each(FAULTS)('a store that %s', (fault) => {
  test('a tenth of the day is admitted, then 429; what the store counts goes on where it was', async () => {
    const { faulty, context, take, openEvents } = setUp()
    expect(await take(300)).toBe(300)
    faulty.fault = fault
    const before = faulty.calls.add
    const admitted = await take(1_000)
    expect(admitted).toBe(100)
    expect(openEvents()).toBe(100)
    expect(faulty.calls.add - before).toBeLessThanOrEqual(3)
    await everythingLate()
    faulty.fault = 'none'
    context.time.at += 1_000
    // A late store has done the work of the one operation that reached it.
    const ghosts = fault === 'late' ? 1 : 0
    expect(await context.accounts.quotas.consume(keyOf('free'))).toMatchObject({
      granted: true,
      certain: true,
      remaining: 699 - ghosts,
    })
    expect(await take(1_000)).toBe(699 - ghosts)
  })
})

test('never more than what was left when the store was last asked', async () => {
  const { faulty, take, context } = setUp()
  expect(await take(963)).toBe(963)
  faulty.fault = 'throws'
  expect(await take(500)).toBe(37)
  const refused = await context.accounts.quotas.consume(keyOf('free'))
  expect(refused).toMatchObject({ granted: false, certain: true, remaining: 0, resetSeconds: 43_200 })
  expect(quotaProblem(refused).message).toBe('Daily quota exceeded; it resets at 00:00 UTC.')
})

test('of one day and process, however often the store goes and comes', async () => {
  const { faulty, take, context } = setUp()
  let admitted = 0
  for (let i = 0; i < 20; i += 1) {
    faulty.fault = 'throws'
    admitted += await take(9)
    faulty.fault = 'none'
    context.time.at += 1_000
    expect(await take(1)).toBe(1)
  }
  expect(admitted).toBe(100)
})

test('what is refused says to ask again soon, since the store may know of more', async () => {
  const { faulty, take, context } = setUp()
  faulty.fault = 'throws'
  await take(100)
  const refused = await context.accounts.quotas.consume(keyOf('free'))
  expect(refused).toMatchObject({ granted: false, certain: false, remaining: 0, resetSeconds: 30 })
  expect(quotaProblem(refused)).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 30 })
  expect(quotaProblem(refused).message).toContain('cannot be counted')
})

test.each(Object.entries(tiers))('a tenth of tier %s', async (name, { requestsPerDay }) => {
  const { faulty, take, openEvents } = setUp()
  faulty.fault = 'throws'
  const tenth = requestsPerDay === null ? Infinity : requestsPerDay / 10
  const asked = Math.min(tenth + 50, 5_050)
  expect(await take(asked, keyOf(name as TierName))).toBe(Math.min(tenth, asked))
  expect(openEvents()).toBe(Math.min(tenth, asked))
})

test('accounts and days each have their own part, and what is given back is given back', async () => {
  const { faulty, take, context } = setUp()
  faulty.fault = 'throws'
  expect(await take(150)).toBe(100)
  expect(await take(150, { ...keyOf('free'), account: 'another' })).toBe(100)
  context.time.at += DAY
  for (let i = 0; i < 1_000; i += 1) {
    const allowance = await context.accounts.quotas.consume(keyOf('free'))
    expect(allowance).toMatchObject({ granted: true, certain: false })
    await context.accounts.quotas.refund(allowance)
  }
  expect(await take(150)).toBe(100)
})

test('an account whose day is used up reaches the store four times a second, and sees what was given back', async () => {
  const faulty = faultyBackend()
  const context = testContext({ backend: faulty.backend })
  const elsewhere = testContext({ backend: faulty.backend, time: context.time })
  const last = await elsewhere.accounts.quotas.consume(keyOf('free'))
  for (let i = 0; i < 999; i += 1) keepQuota(await context.accounts.quotas.consume(keyOf('free')))
  const before = faulty.calls.add
  for (let i = 0; i < 10_000; i += 1) {
    expect((await context.accounts.quotas.consume(keyOf('free'))).granted).toBe(false)
    context.time.at += 1
  }
  expect(faulty.calls.add - before).toBe(40)
  context.time.at = NOON + 60_000
  expect((await context.accounts.quotas.consume(keyOf('free'))).granted).toBe(false)
  await elsewhere.accounts.quotas.refund(last)
  context.time.at += 249
  expect((await context.accounts.quotas.consume(keyOf('free'))).granted).toBe(false)
  context.time.at += 1
  const allowance = await context.accounts.quotas.consume(keyOf('free'))
  expect(allowance.granted).toBe(true)
  expect((await context.accounts.quotas.consume(keyOf('free'))).granted).toBe(false)
  await context.accounts.quotas.refund(allowance)
  expect((await context.accounts.quotas.consume(keyOf('free'))).granted).toBe(true)
})

test('what cannot be given back stays taken, and nobody else hears of it', async () => {
  const { faulty, take, context } = setUp()
  const allowance = await context.accounts.quotas.consume(keyOf('free'))
  for (const fault of FAULTS) {
    faulty.fault = fault
    expect(await context.accounts.quotas.refund(allowance)).toEqual(allowance)
    await everythingLate()
    context.time.at += 1_000
  }
  expect(context.errors.length).toBeGreaterThanOrEqual(FAULTS.length)
  faulty.fault = 'none'
  expect(await take(2_000)).toBeGreaterThanOrEqual(999)
})

describe('the rate of a network', () => {
  const limits = { referencePerMinute: 120 }
  const admits = async (context: ReturnType<typeof testContext>, ip: string, count = 200) => {
    let admitted = 0
    for (let i = 0; i < count; i += 1) {
      admitted += await (async () => context.accounts.rates.limit('reference', ip))().then(
        () => 1,
        ({ code }) => {
          expect(code).toBe('rate_limited')
          return 0
        },
      )
    }
    return admitted
  }

  test.each(FAULTS)('is kept by each process for itself on a store that %s', async (fault) => {
    const faulty = faultyBackend()
    const context = testContext({ backend: faulty.backend, limits })
    const other = testContext({ backend: faulty.backend, time: context.time, limits })
    faulty.fault = fault
    expect(await admits(context, '192.0.2.1')).toBe(120)
    expect(await admits(context, '192.0.2.2')).toBe(120)
    expect(await admits(other, '192.0.2.1')).toBe(120)
    context.time.at += 60_000
    expect(await admits(context, '192.0.2.1')).toBe(120)
    await everythingLate()
    faulty.fault = 'none'
    context.time.at += 60_000
    expect(await admits(context, '192.0.2.1', 70)).toBe(70)
    expect(await admits(other, '192.0.2.1', 70)).toBe(50)
  })
})

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
