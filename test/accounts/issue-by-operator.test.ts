import { InvalidOptionError, memory, type StoreBackend, type TierName, tiers } from '@space-data/core'
import type { IssueKeyOptions } from '@space-data/core/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { issueKey } from '../../packages/core/src/kernel/accounts/keys/issue.ts'
import { createKeys } from '../../packages/core/src/kernel/accounts/keys/keys.ts'
import { temporarySqlite } from '../storage/temporary-sqlite.ts'
import { testContext } from '../support/context.ts'

const open: StoreBackend[] = []
afterEach(async () => {
  for (const backend of open.splice(0)) await backend.close()
})

const order = (tier: TierName, account?: string): IssueKeyOptions => ({ tier, label: 'test', account })

describe.each([
  ['memory', async () => memory()],
  ['SQLite', temporarySqlite],
])('keys of one account, on %s', (_, openBackend) => {
  test('are never more than the tier allows, however many are ordered at once by two processes', async () => {
    const backend = await openBackend()
    open.push(backend)
    const one = testContext({ backend })
    const other = testContext({ backend, time: one.time })
    const wave = () =>
      Promise.allSettled([...Array(20)].map((_, i) => issueKey(order('hobby', 'acme'), i % 2 ? one : other)))

    const refusals = new Set<string>()
    for (let i = 0; i < 5; i += 1) {
      for (const result of await wave()) {
        if (result.status === 'rejected') refusals.add(`${result.reason.name}: ${result.reason.message}`)
      }
    }
    const keys = await createKeys(one).list()
    expect(keys).toHaveLength(3)
    expect([...refusals].sort()).toEqual([
      'KeyConflictError: Account acme already has 3 of 3 keys in tier hobby. Revoke one first.',
    ])
  })
})

test.each(Object.entries(tiers))('tier %s has the number of keys that it says', async (name, { keys }) => {
  const context = testContext()
  const tier = name as TierName
  for (let i = 0; i < (keys ?? 25); i += 1) await issueKey(order(tier, 'acme'), context)
  if (keys !== null) await expect(issueKey(order(tier, 'acme'), context)).rejects.toThrow('Revoke one first')
  await issueKey(order(tier, 'other'), context)
  await issueKey(order(tier), context)
})

test('a revoked key makes room for another, and so does an expired one', async () => {
  const context = testContext()
  const keys = createKeys(context)
  const { record } = await keys.issue(order('free', 'acme'))
  await expect(keys.issue(order('free', 'acme'))).rejects.toThrow('has 1 of 1 keys in tier free')
  await keys.revoke(record.id)
  await keys.issue({ ...order('free', 'acme'), expiresInMs: 1_000 })
  await expect(keys.issue(order('free', 'acme'))).rejects.toThrow('Revoke one first')
  context.time.at += 1_000
  await keys.issue(order('free', 'acme'))
})

test('an account is in one tier at a time', async () => {
  const context = testContext()
  const keys = createKeys(context)
  const { record } = await keys.issue(order('hobby', 'acme'))
  await expect(keys.issue(order('pro', 'acme'))).rejects.toThrow('Account acme is in tier hobby')
  await keys.issue(order('pro', 'acme2'))
  await keys.revoke(record.id)
  await keys.issue(order('pro', 'acme'))
})

test('an order that fails leaves the account free for the next one', async () => {
  const backend = memory()
  const context = testContext({ backend })
  Object.defineProperty(backend.adapter, 'set', { value: () => false, configurable: true })
  await expect(issueKey(order('free', 'acme'), context)).rejects.toMatchObject({
    code: 'store_unavailable',
  })
  Reflect.deleteProperty(backend.adapter, 'set')
  await issueKey(order('free', 'acme'), context)
})

test.each([
  [{ tier: 'gold' as TierName, label: 'x' }, 'Unknown tier "gold". Use one of free, hobby, pro'],
  [{ tier: '__proto__' as TierName, label: 'x' }, 'Unknown tier "__proto__"'],
  [{ tier: 'pro' as const, label: '' }, 'A label must have 1 to 100 characters'],
  [{ tier: 'pro' as const, label: 'a\nb' }, 'A label must have 1 to 100 characters'],
  [{ tier: 'pro' as const, label: 'x', account: '' }, 'An account name must have 1 to 64'],
  [{ tier: 'pro' as const, label: 'x', account: 'a:b' }, 'An account name must have 1 to 64'],
  [{ tier: 'pro' as const, label: 'x', account: 'a\n' }, 'An account name must have 1 to 64'],
  [{ tier: 'pro' as const, label: 'x', account: 'operator' }, 'The account name operator is reserved'],
])('an order that makes no sense is refused in plain words: %j', async (nonsense, message) => {
  const context = testContext()
  await expect(issueKey(nonsense, context)).rejects.toThrow(InvalidOptionError)
  await expect(issueKey(nonsense, context)).rejects.toThrow(message)
  expect(await context.store.keys('')).toEqual([])
})

test('a label or an account that holds a key is refused: both are kept as they are', async () => {
  const context = testContext()
  const key = 'sd_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'
  for (const leaky of [{ label: `mine: ${key}` }, { account: key }]) {
    await expect(issueKey({ ...order('pro'), ...leaky }, context)).rejects.toThrow(/must not contain a key/)
  }
  expect(await context.store.keys('')).toEqual([])
})

test('a key lives for at most 100 years', async () => {
  const context = testContext()
  const century = 36_500 * 86_400_000
  const lasting = (expiresInMs: number) => issueKey({ ...order('pro'), expiresInMs }, context)
  expect((await lasting(century)).record.expiresAt).toBe('2126-10-28T12:00:00.000Z')
  for (const ms of [century + 1, 0, -1, Number.NaN])
    await expect(lasting(ms)).rejects.toThrow(InvalidOptionError)
})

test('only free keys expire unless the operator says so', async () => {
  const context = testContext()
  expect((await issueKey(order('free'), context)).record.expiresAt).toBe('2027-11-21T12:00:00.000Z')
  expect((await issueKey(order('pro'), context)).record.expiresAt).toBeNull()
  const { record } = await issueKey({ ...order('pro'), expiresInMs: 90 * 86_400_000 }, context)
  expect(record.expiresAt).toBe('2027-02-19T12:00:00.000Z')
})

test('keys are listed oldest first, shown by id, and revoked once', async () => {
  const context = testContext()
  const keys = createKeys(context)
  const ids: string[] = []
  for (let i = 0; i < 12; i += 1) {
    ids.push((await keys.issue(order('pro'))).record.id)
    context.time.at += 1
  }
  expect((await keys.list()).map(({ id }) => id)).toEqual(ids)
  expect((await keys.show(ids[3]!))?.id).toBe(ids[3])
  expect(await keys.show('key_unknown')).toBeUndefined()
  expect(await keys.revoke('key_unknown')).toBeUndefined()
  const revoked = await keys.revoke(ids[3]!)
  context.time.at += 1_000
  expect(await keys.revoke(ids[3]!)).toEqual(revoked)
  expect((await keys.show(ids[3]!))?.revokedAt).toBe('2026-11-21T12:00:00.012Z')
})
