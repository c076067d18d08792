import { memory } from '@space-data/core'
import { expect, test, vi } from 'vitest'
import { createAccounts } from '../../packages/core/src/kernel/accounts/accounts.ts'
import { KeyRecords } from '../../packages/core/src/kernel/accounts/keys/key-records.ts'
import { createKeys } from '../../packages/core/src/kernel/accounts/keys/keys.ts'
import { testContext } from '../support/context.ts'

const order = { tier: 'hobby', label: 'test', account: 'acme' } as const

/** Two processes on one store, and what happens whenever the first of them has written something. */
async function setUp(keys: number) {
  const backend = memory()
  const records = backend.adapter as Map<string, string>
  const events = { afterWrite: async (_key: string) => {} }
  const adapter = {
    opts: {},
    get: (key: string) => records.get(key),
    async set(key: string, value: string) {
      records.set(key, value)
      if (!key.startsWith('key-log:')) await events.afterWrite(key)
      return true
    },
    delete: (key: string) => records.delete(key),
    clear: () => {},
    on: () => {},
  }
  const other = testContext({ backend })
  const slow = testContext({ backend: { ...backend, adapter: adapter as never }, time: other.time })
  const ids: string[] = []
  for (let i = 0; i < keys; i += 1) {
    ids.push((await createKeys(other).issue(order)).record.id)
    other.time.at += 1
  }
  const states = async () =>
    (await createKeys(other).list()).map(({ tier, revokedAt }) => (revokedAt === null ? tier : 'revoked'))
  return { slow, other, events, ids, states }
}

test('a change that takes longer than its lock is not overtaken by another one, and undoes none', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  try {
    const { slow, other, events, ids, states } = await setUp(3)
    let revoked: Promise<unknown> | undefined
    events.afterWrite = async () => {
      revoked ??= createKeys(other).revoke(String(ids[2]))
      // Time for the revocation to ask for the lock again, and to be done if it gets it.
      other.time.at += 6_000
      await vi.advanceTimersByTimeAsync(100)
    }
    await createAccounts(slow).setTier('acme', 'pro')
    await vi.advanceTimersByTimeAsync(100)
    expect(await revoked).toMatchObject({ id: ids[2], tier: 'pro', revokedAt: expect.any(String) })
    expect(await states()).toEqual(['pro', 'pro', 'revoked'])
  } finally {
    vi.useRealTimers()
  }
})

test('a process that has lost its lock writes nothing more, and says so', async () => {
  const { slow, other, events, ids, states } = await setUp(3)
  events.afterWrite = async (key) => {
    if (!key.startsWith('key:')) return
    other.time.at += 30_000
    await createKeys(other).revoke(String(ids[2]))
  }
  await expect(createAccounts(slow).setTier('acme', 'pro')).rejects.toMatchObject({
    code: 'store_unavailable',
    cause: { message: 'The lock on account acme was lost.' },
  })
  expect(await states()).toEqual(['pro', 'hobby', 'revoked'])
})

test('a lock that has run out is lost even if nobody has taken it', async () => {
  const { slow, other, events, states } = await setUp(2)
  events.afterWrite = async () => {
    other.time.at += 30_000
  }
  await expect(createAccounts(slow).setTier('acme', 'pro')).rejects.toMatchObject({
    code: 'store_unavailable',
  })
  expect(await states()).toEqual(['pro', 'hobby'])
})

test('an order that has lost its lock gives no key beyond what the tier allows', async () => {
  const { slow, other, events, states } = await setUp(2)
  events.afterWrite = async () => {
    events.afterWrite = async () => {}
    other.time.at += 30_000
    await createKeys(other).issue(order)
  }
  await expect(createKeys(slow).issue(order)).rejects.toMatchObject({ code: 'store_unavailable' })
  expect(await states()).toEqual(['hobby', 'hobby', 'hobby'])
})

test('a rotation that has lost its lock gives no second successor', async () => {
  const { slow, other, events, ids } = await setUp(1)
  events.afterWrite = async () => {
    events.afterWrite = async () => {}
    other.time.at += 30_000
    await createKeys(other).rotate(String(ids[0]), { graceMs: 3_600_000 })
  }
  await expect(createKeys(slow).rotate(String(ids[0]), { graceMs: 0 })).rejects.toMatchObject({
    code: 'store_unavailable',
  })
  expect(await createKeys(other).list()).toHaveLength(2)
})

test('a record is read again just before it is written: what a write that came late made of it stays', async () => {
  const { slow, other, events, ids, states } = await setUp(3)
  events.afterWrite = async () => {
    events.afterWrite = async () => {}
    const records = new KeyRecords(other.store)
    const last = await records.byId(String(ids[2]))
    if (last) await records.put({ ...last, revokedAt: '2026-11-21T12:00:00.000Z' })
  }
  await createAccounts(slow).setTier('acme', 'pro')
  expect(await states()).toEqual(['pro', 'pro', 'revoked'])
})
