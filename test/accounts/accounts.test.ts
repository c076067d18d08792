import { memory } from '@space-data/core'
import { expect, test } from 'vitest'
import { createAccounts } from '../../packages/core/src/kernel/accounts/accounts.ts'
import { issueFreeKey } from '../../packages/core/src/kernel/accounts/keys/issue.ts'
import { createKeys } from '../../packages/core/src/kernel/accounts/keys/keys.ts'
import { testContext } from '../support/context.ts'

function setUp() {
  const backend = memory()
  const context = testContext({ backend })
  return { backend, context, keys: createKeys(context), accounts: createAccounts(context) }
}

test('are listed oldest first with their keys and the requests of the day, self-serve keys among them', async () => {
  const { context, keys, accounts } = setUp()
  expect(await accounts.list()).toEqual([])
  const first = await keys.issue({ tier: 'hobby', label: 'a', account: 'acme' })
  context.time.at += 1
  const { record: own } = await issueFreeKey('me', 'a network', context)
  context.time.at += 1
  await keys.issue({ tier: 'hobby', label: 'b', account: 'acme' })
  for (let i = 0; i < 3; i += 1) context.accounts.quotas.consume(first.record)
  context.accounts.quotas.consume(own)

  const [acme, self, ...rest] = await accounts.list()
  expect(rest).toEqual([])
  expect(acme).toMatchObject({
    account: 'acme',
    tier: 'hobby',
    liveKeys: 2,
    keysInGrace: 0,
    maxKeys: 3,
    requestsToday: 3,
    requestsPerDay: 50_000,
  })
  expect(acme?.keys.map(({ label }) => label)).toEqual(['a', 'b'])
  expect(self).toMatchObject({ account: own.id, tier: 'free', liveKeys: 1, maxKeys: 1, requestsToday: 1 })
  expect(await accounts.show('acme')).toEqual(acme)
  expect(await accounts.show(own.id)).toEqual(self)
  expect(await accounts.show('nobody')).toBeUndefined()
})

test('are put into another tier with all live keys, and are counted by it', async () => {
  const { context, keys, accounts } = setUp()
  const ids: string[] = []
  for (const label of ['a', 'b', 'c']) {
    ids.push((await keys.issue({ tier: 'hobby', label, account: 'acme' })).record.id)
    context.time.at += 1
  }
  await keys.revoke(String(ids[0]))
  await keys.rotate(String(ids[1]), { graceMs: 3_600_000 })
  const account = await accounts.setTier('acme', 'pro')
  expect(account).toMatchObject({ tier: 'pro', liveKeys: 2, keysInGrace: 1, maxKeys: 10 })
  expect(account?.keys.map(({ tier }) => tier)).toEqual(['hobby', 'pro', 'pro', 'pro'])
  const record = await keys.show(String(ids[2]))
  expect(record && (await context.accounts.quotas.consume(record))).toMatchObject({
    limit: 1_000_000,
    remaining: 999_999,
  })
  await expect(keys.issue({ tier: 'hobby', label: 'd', account: 'acme' })).rejects.toThrow(
    'Account acme is in tier pro. Move it to tier hobby first.',
  )
})

test('stay in their tier when the other one allows fewer keys than live, those in grace not counted', async () => {
  const { keys, accounts } = setUp()
  const { record } = await keys.issue({ tier: 'hobby', label: 'a', account: 'acme' })
  const other = await keys.issue({ tier: 'hobby', label: 'b', account: 'acme' })
  await keys.rotate(record.id, { graceMs: 3_600_000 })
  await expect(accounts.setTier('acme', 'free')).rejects.toMatchObject({
    name: 'KeyConflictError',
    message: 'Account acme has 2 live keys, but tier free allows 1. Revoke 1 first.',
  })
  expect(await accounts.show('acme')).toMatchObject({ tier: 'hobby', liveKeys: 2, keysInGrace: 1 })
  await keys.revoke(other.record.id)
  expect(await accounts.setTier('acme', 'free')).toMatchObject({
    tier: 'free',
    liveKeys: 1,
    keysInGrace: 1,
  })
})

test('are refused a tier in plain words', async () => {
  const { keys, accounts } = setUp()
  const { record } = await keys.issue({ tier: 'hobby', label: 'a', account: 'acme' })
  await expect(accounts.setTier('acme', 'gold')).rejects.toThrow(
    /^Unknown tier "gold". Use one of free, hobby, pro/,
  )
  expect(await accounts.setTier('nobody', 'pro')).toBeUndefined()
  await keys.revoke(record.id)
  await expect(accounts.setTier('acme', 'pro')).rejects.toThrow(
    'Account acme has no live key. Issue one in tier pro.',
  )
})

test('that a change stopped half-way are put right by the same change', async () => {
  const { backend, context, keys, accounts } = setUp()
  for (const label of ['a', 'b', 'c']) {
    await keys.issue({ tier: 'hobby', label, account: 'acme' })
    context.time.at += 1
  }
  const records = backend.adapter as Map<string, string>
  const { set } = Map.prototype
  let left = 1
  records.set = (key, value) => {
    if (key.startsWith('key:') && value.includes('"tier":"pro"') && left-- <= 0)
      throw new Error('the process has ended')
    return set.call(records, key, value)
  }
  await expect(accounts.setTier('acme', 'pro')).rejects.toMatchObject({ code: 'store_unavailable' })
  Reflect.deleteProperty(records, 'set')
  const half = await accounts.show('acme')
  expect(half?.keys.map(({ tier }) => tier)).toEqual(['pro', 'hobby', 'hobby'])
  expect((await accounts.setTier('acme', 'pro'))?.keys.map(({ tier }) => tier)).toEqual(['pro', 'pro', 'pro'])
})

test('of an operator may grow from a self-serve key, which counts', async () => {
  const { context, keys, accounts } = setUp()
  const { record } = await issueFreeKey('me', 'a network', context)
  await accounts.setTier(record.id, 'hobby')
  for (const label of ['b', 'c']) await keys.issue({ tier: 'hobby', label, account: record.id })
  await expect(keys.issue({ tier: 'hobby', label: 'd', account: record.id })).rejects.toThrow('3 of 3 keys')
  expect(await accounts.show(record.id)).toMatchObject({ tier: 'hobby', liveKeys: 3 })
})
