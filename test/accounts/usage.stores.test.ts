import { afterEach, describe, expect, test } from 'vitest'
import { issueFreeKey, issueKey } from '../../packages/core/src/kernel/accounts/keys/issue.ts'
import { createKeys } from '../../packages/core/src/kernel/accounts/keys/keys.ts'
import { everyStore } from '../storage/every-store.ts'
import { NOON, testContext } from '../support/context.ts'

const DAY = 86_400_000
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

describe.each(Object.entries(everyStore))('the usage of an account, on %s', (_, openBackend) => {
  test('is exact by day for 30 days, of a limited tier and of an unbounded one', async () => {
    const backend = await openBackend()
    open.push(() => backend.close())
    const context = testContext({ backend, time: { at: NOON } })
    const keys = createKeys(context)
    const accounts = await Promise.all(
      ['hobby', 'enterprise'].map(async (tier) => {
        const { record } = await keys.issue({ tier, label: 'test', account: `of-${tier}` })
        return { tier, record }
      }),
    )
    const elsewhere = testContext({ backend, time: context.time })
    for (let day = 0; day < 33; day += 1) {
      for (const { record } of accounts) {
        const takes = Array.from({ length: day }, (_, i) =>
          (i % 2 ? context : elsewhere).accounts.quotas.consume(record),
        )
        const [first] = await Promise.all(takes)
        if (first) await context.accounts.quotas.refund(first)
      }
      context.time.at += DAY
    }
    // What an instance has counted ahead is returned when it is idle, or closed.
    await Promise.all([
      context.accounts.reservations.returnAll(),
      elsewhere.accounts.reservations.returnAll(),
    ])
    for (const { tier } of accounts) {
      const usage = await keys.usage(`of-${tier}`)
      expect(usage).toMatchObject({
        account: `of-${tier}`,
        tier,
        requestsToday: 0,
        requestsPerDay: tier === 'hobby' ? 50_000 : null,
      })
      // Today is the day after the last that was used; one request of each was given back.
      expect(usage?.days.map(({ requests }) => requests)).toEqual([
        0,
        ...Array.from({ length: 29 }, (_, i) => 31 - i),
      ])
      expect(usage?.days[0]).toEqual({ day: '2026-12-24', requests: 0 })
      expect(usage?.days.at(-1)).toEqual({ day: '2026-11-25', requests: 3 })
    }
  })

  test('is not changed by being looked at', async () => {
    const backend = await openBackend()
    open.push(() => backend.close())
    const context = testContext({ backend })
    const { record } = await issueKey({ tier: 'free', label: 'test' }, context)
    const { usage } = createKeys(context)
    expect(await usage(record.account)).toMatchObject({ requestsToday: 0 })
    for (let i = 0; i < 1_000; i += 1) await context.accounts.quotas.consume(record)
    for (let i = 0; i < 5; i += 1) expect(await usage(record.account)).toMatchObject({ requestsToday: 1_000 })
    expect(await context.accounts.quotas.consume(record)).toMatchObject({ granted: false })
    context.time.at += DAY
    expect(await usage(record.account)).toMatchObject({ requestsToday: 0 })
    expect(await context.accounts.quotas.consume(record)).toMatchObject({ granted: true, remaining: 999 })
  })
})

test('belongs to the account: keys that were rotated or revoked are in it, and an account without keys is none', async () => {
  const context = testContext()
  const keys = createKeys(context)
  const { record } = await issueFreeKey('me', 'a network', context)
  context.accounts.quotas.consume(record)
  const fresh = await keys.rotate(record.id, { graceMs: 0 })
  if (fresh) context.accounts.quotas.consume(fresh.record)
  expect(await keys.usage(record.id)).toMatchObject({ account: record.id, tier: 'free', requestsToday: 2 })
  await keys.revoke(String(fresh?.record.id))
  expect(await keys.usage(record.id)).toMatchObject({ tier: 'free', requestsToday: 2 })
  expect(await keys.usage('nobody')).toBeUndefined()
  expect(await keys.usage(String(fresh?.record.id))).toBeUndefined()
})
