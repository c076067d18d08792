import { expect, test } from 'vitest'
import { memory } from '../../packages/core/src/backends/memory.ts'
import { manageAccounts } from '../../packages/core/src/keys/accounts.ts'
import { issueSelfServe } from '../../packages/core/src/keys/issue.ts'
import { manageKeys } from '../../packages/core/src/keys/manage.ts'
import { takeQuota } from '../../packages/core/src/keys/quota.ts'
import { testContext } from '../support/context.ts'

function setUp() {
  const backend = memory()
  const context = testContext({ backend })
  return { backend, context, keys: manageKeys(context), accounts: manageAccounts(context) }
}

test('are listed oldest first with their keys and the requests of the day, self-serve keys among them', async () => {
  const { context, keys, accounts } = setUp()
  expect(await accounts.list()).toEqual([])
  const first = await keys.issue({ tier: 'hobby', label: 'a', account: 'acme' })
  context.time.at += 1
  const { record: own } = await issueSelfServe('me', 'a network', context)
  context.time.at += 1
  await keys.issue({ tier: 'hobby', label: 'b', account: 'acme' })
  for (let i = 0; i < 3; i += 1) takeQuota(first.record, context)
  takeQuota(own, context)

  const [acme, self, ...rest] = await accounts.list()
  expect(rest).toEqual([])
  expect(acme).toMatchObject({
    account: 'acme',
    tier: 'hobby',
    live_keys: 2,
    keys_in_grace: 0,
    most_keys: 3,
    requests_today: 3,
    requests_per_day: 50_000,
  })
  expect(acme?.keys.map(({ label }) => label)).toEqual(['a', 'b'])
  expect(self).toMatchObject({ account: own.id, tier: 'free', live_keys: 1, most_keys: 1, requests_today: 1 })
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
  expect(account).toMatchObject({ tier: 'pro', live_keys: 2, keys_in_grace: 1, most_keys: 10 })
  expect(account?.keys.map(({ tier }) => tier)).toEqual(['hobby', 'pro', 'pro', 'pro'])
  const record = await keys.show(String(ids[2]))
  expect(record && (await takeQuota(record, context))).toMatchObject({ limit: 1_000_000, remaining: 999_999 })
  await expect(keys.issue({ tier: 'hobby', label: 'd', account: 'acme' })).rejects.toThrow(
    'Account acme is in tier pro: put it into tier hobby first',
  )
})

test('stay in their tier when the other one allows fewer keys than live, those in grace not counted', async () => {
  const { keys, accounts } = setUp()
  const { record } = await keys.issue({ tier: 'hobby', label: 'a', account: 'acme' })
  const other = await keys.issue({ tier: 'hobby', label: 'b', account: 'acme' })
  await keys.rotate(record.id, { graceMs: 3_600_000 })
  await expect(accounts.setTier('acme', 'free')).rejects.toMatchObject({
    name: 'KeyRefused',
    message: 'Account acme has 2 live keys and tier free allows 1: revoke 1 first',
  })
  expect(await accounts.show('acme')).toMatchObject({ tier: 'hobby', live_keys: 2, keys_in_grace: 1 })
  await keys.revoke(other.record.id)
  expect(await accounts.setTier('acme', 'free')).toMatchObject({
    tier: 'free',
    live_keys: 1,
    keys_in_grace: 1,
  })
})

test('are refused a tier in plain words', async () => {
  const { keys, accounts } = setUp()
  const { record } = await keys.issue({ tier: 'hobby', label: 'a', account: 'acme' })
  await expect(accounts.setTier('acme', 'gold')).rejects.toThrow(/^There is no tier "gold": free, hobby, pro/)
  expect(await accounts.setTier('nobody', 'pro')).toBeUndefined()
  await keys.revoke(record.id)
  await expect(accounts.setTier('acme', 'pro')).rejects.toThrow(
    'Account acme has no live key: issue one of tier pro',
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
    if (value.includes('"tier":"pro"') && left-- <= 0) throw new Error('the process has ended')
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
  const { record } = await issueSelfServe('me', 'a network', context)
  await accounts.setTier(record.id, 'hobby')
  for (const label of ['b', 'c']) await keys.issue({ tier: 'hobby', label, account: record.id })
  await expect(keys.issue({ tier: 'hobby', label: 'd', account: record.id })).rejects.toThrow('3 of 3 keys')
  expect(await accounts.show(record.id)).toMatchObject({ tier: 'hobby', live_keys: 3 })
})
