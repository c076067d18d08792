import { memory, type StoreBackend } from '@space-data/core'
import { describe, expect, test, vi } from 'vitest'
import { createAccounts } from '../../packages/core/src/kernel/accounts/accounts.ts'
import { createAuthenticator } from '../../packages/core/src/kernel/accounts/keys/authenticate.ts'
import { issueFreeKey } from '../../packages/core/src/kernel/accounts/keys/issue.ts'
import { createKeys } from '../../packages/core/src/kernel/accounts/keys/keys.ts'
import { NOON, testContext } from '../support/context.ts'
import { faultyBackend } from '../support/faulty-backend.ts'
import { turns } from '../support/turns.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const order = { tier: 'hobby', label: 'dashboard', account: 'acme' } as const

/** How an instance that has met no key before receives one. */
async function standing(key: string, backend: StoreBackend, time: { at: number }): Promise<string> {
  const authorize = createAuthenticator(testContext({ backend, time }))
  try {
    return (await authorize({ header: (name) => (name === 'x-api-key' ? key : null) })).id
  } catch (error) {
    return (error as { code: string }).code
  }
}

/** A store on memory that does `step` before and after everything that changes it. */
function stepping(real: StoreBackend, step: () => Promise<void>): StoreBackend {
  const records = real.adapter as Map<string, unknown>
  const stepped = async <T>(work: () => T | Promise<T>): Promise<T> => {
    await step()
    const result = await work()
    await step()
    return result
  }
  const adapter = {
    opts: {},
    get: (key: string) => records.get(key),
    set: (key: string, value: unknown) => stepped(() => records.set(key, value)),
    delete: (key: string) => stepped(() => records.delete(key)),
    clear: () => {},
    on: () => {},
  }
  const { atomic } = real
  return {
    ...real,
    adapter: adapter as unknown as StoreBackend['adapter'],
    atomic: {
      ...atomic,
      add: (...take) => stepped(() => atomic.add(...take)),
      subtract: (key) => stepped(() => atomic.subtract(key)),
      setIfAbsent: (...claim) => stepped(() => atomic.setIfAbsent(...claim)),
      compareAndSwap: (...swap) => stepped(() => atomic.compareAndSwap(...swap)),
    },
  }
}

describe('a rotated key', () => {
  test('works for the grace period beside the new one, which is of the same account, tier and label', async () => {
    const backend = memory()
    const context = testContext({ backend })
    const keys = createKeys(context)
    const old = await keys.issue({ ...order, expiresInMs: 90 * DAY })
    context.time.at += DAY
    const fresh = await keys.rotate(old.record.id, { graceMs: DAY })
    expect(fresh?.key).not.toBe(old.key)
    expect(fresh?.record).toMatchObject({
      ...order,
      createdAt: '2026-11-22T12:00:00.000Z',
      expiresAt: old.record.expiresAt,
      revokedAt: null,
      replaces: old.record.id,
    })
    expect(await keys.show(old.record.id)).toEqual({ ...old.record, expiresAt: '2026-11-23T12:00:00.000Z' })
    const at = (key = '') => standing(key, backend, context.time)
    expect([await at(old.key), await at(fresh?.key)]).toEqual([old.record.id, fresh?.record.id])
    context.time.at += DAY - 1
    expect([await at(old.key), await at(fresh?.key)]).toEqual([old.record.id, fresh?.record.id])
    context.time.at += 1
    expect([await at(old.key), await at(fresh?.key)]).toEqual(['expired_key', fresh?.record.id])
  })

  test('ends no later than it would have, and at once without grace', async () => {
    const context = testContext()
    const keys = createKeys(context)
    const brief = await keys.issue({ ...order, expiresInMs: HOUR })
    await keys.rotate(brief.record.id, { graceMs: DAY, expiresInMs: 2 * DAY })
    expect((await keys.show(brief.record.id))?.expiresAt).toBe(brief.record.expiresAt)
    const other = await keys.issue(order)
    const fresh = await keys.rotate(other.record.id, { graceMs: 0 })
    expect((await keys.show(other.record.id))?.expiresAt).toBe('2026-11-21T12:00:00.000Z')
    expect(fresh?.record.expiresAt).toBeNull()
  })

  test('has its end known to an instance that has used it, within 5 s', async () => {
    const context = testContext()
    const { key, record } = await createKeys(context).issue(order)
    const authorize = createAuthenticator(context)
    const ask = async () => authorize({ header: (name) => (name === 'x-api-key' ? key : null) })
    await ask()
    await createKeys(context).rotate(record.id, { graceMs: 0 })
    context.time.at += 5_000
    await expect(ask()).rejects.toMatchObject({ code: 'expired_key' })
  })

  test('of self-serve stays its own account, whose one key it was', async () => {
    const context = testContext()
    const { record } = await issueFreeKey('me', 'a network', context)
    const fresh = await createKeys(context).rotate(record.id, { graceMs: HOUR })
    expect(fresh?.record).toMatchObject({ account: record.id, tier: 'free', replaces: record.id })
    expect(await createAccounts(context).show(record.id)).toMatchObject({
      tier: 'free',
      liveKeys: 1,
      keysInGrace: 1,
      maxKeys: 1,
    })
    await expect(
      createKeys(context).issue({ tier: 'free', label: 'more', account: record.id }),
    ).rejects.toThrow('has 1 of 1 keys')
  })
})

describe('a rotation', () => {
  test('under use never has a moment without a valid key', async () => {
    for (const graceMs of [DAY, 0]) {
      const real = memory()
      const time = { at: NOON }
      const { key, record } = await createKeys(testContext({ backend: real, time })).issue(order)
      let held = key
      let moments = 0
      const refused: string[] = []
      const use = async () => {
        moments += 1
        const answer = await standing(held, real, time)
        if (!answer.startsWith('key_')) refused.push(`${moments}: ${answer}`)
      }
      const rotated = await createKeys(testContext({ backend: stepping(real, use), time })).rotate(
        record.id,
        {
          graceMs,
          async deliver(issued) {
            await use()
            held = issued.key
            await use()
          },
        },
      )
      await use()
      expect(held).toBe(rotated?.key)
      expect(refused).toEqual([])
      expect(moments).toBeGreaterThan(12)
    }
  })

  test('that ends at any step loses nothing, and leaves no more keys than the tier allows and those in grace', async () => {
    let steps = 0
    for (let isCut = true; isCut; steps += 1) {
      const real = memory()
      const time = { at: NOON }
      const after = testContext({ backend: real, time })
      const issued = [await createKeys(after).issue({ ...order, expiresInMs: 90 * DAY })]
      for (const _ of [1, 2]) issued.push(await createKeys(after).issue(order))
      const [{ key, record } = { key: '', record: undefined }] = issued
      const id = String(record?.id)
      let held = key
      let left = steps
      const killed = stepping(real, async () => {
        if (left-- <= 0) throw new Error('the process has ended')
      })
      const deliver = async (fresh: { key: string }) => {
        held = fresh.key
      }
      isCut = await createKeys(testContext({ backend: killed, time }))
        .rotate(id, { graceMs: DAY, deliver })
        .then(
          () => false,
          () => true,
        )
      time.at += 10_000
      expect(await standing(held, real, time)).toMatch(/^key_/)
      const account = await createAccounts(after).show('acme')
      expect(account?.liveKeys).toBe(3)
      expect(account?.keysInGrace).toBeLessThanOrEqual(1)
      const successor = account?.keys.find(({ replaces }) => replaces === id)
      if (held === key) {
        expect(await createKeys(after).show(id)).toEqual(record)
        if (successor) await createKeys(after).revoke(successor.id)
        const again = await createKeys(after).rotate(id, { graceMs: DAY })
        expect(await standing(again?.key ?? '', real, time)).toBe(again?.record.id)
      }
    }
    expect(steps).toBeGreaterThan(12)
  })

  test('whose key could not be delivered is undone', async () => {
    const context = testContext()
    const keys = createKeys(context)
    const { record } = await keys.issue(order)
    context.time.at += 1
    const deliver = () => Promise.reject(new Error('nobody is there'))
    await expect(keys.rotate(record.id, { graceMs: 0, deliver })).rejects.toThrow('nobody is there')
    expect(await keys.show(record.id)).toEqual(record)
    const [, fresh] = await keys.list()
    expect(fresh).toMatchObject({ replaces: record.id, revokedAt: expect.any(String) })
    await keys.rotate(record.id, { graceMs: 0 })
  })

  test('whose key could be neither delivered nor revoked is named', async () => {
    const faulty = faultyBackend()
    const context = testContext({ backend: faulty.backend })
    const keys = createKeys(context)
    const { record } = await keys.issue(order)
    context.time.at += 1
    const deliver = () => {
      faulty.fault = 'read-only'
      return Promise.reject(new Error('the disk is full'))
    }
    const refused = await keys.rotate(record.id, { graceMs: 0, deliver }).catch((error) => error)
    const [, fresh] = await keys.list()
    expect(refused.message).toMatch(/the disk is full.*is unavailable/)
    expect(refused.message).toContain(fresh?.id)
    faulty.fault = 'none'
    await keys.revoke(fresh?.id as string)
    await keys.rotate(record.id, { graceMs: 0 })
  })

  test('of the same key by many at once is made by one', async () => {
    const backend = memory()
    const one = testContext({ backend })
    const other = testContext({ backend, time: one.time })
    const { record } = await createKeys(one).issue(order)
    const rotated = await Promise.allSettled(
      [...Array(10)].map((_, i) => createKeys(i % 2 ? one : other).rotate(record.id, { graceMs: DAY })),
    )
    expect(rotated.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await createKeys(one).list()).toHaveLength(2)
  })

  test('never takes back a revocation, whenever that comes', async () => {
    let steps = 0
    for (let isOver = false; !isOver; steps += 1) {
      const real = memory()
      const time = { at: NOON }
      const keys = createKeys(testContext({ backend: real, time }))
      const { id } = (await keys.issue(order)).record
      let revoked: Promise<unknown> | undefined
      let left = steps
      const meanwhile = async () => {
        if (left-- === 0) revoked = keys.revoke(id)
        await turns(1)
      }
      const rotating = createKeys(testContext({ backend: stepping(real, meanwhile), time }))
      await Promise.allSettled([rotating.rotate(id, { graceMs: DAY })])
      isOver = revoked === undefined
      await (revoked ?? keys.revoke(id))
      expect((await keys.show(id))?.revokedAt).not.toBeNull()
    }
    expect(steps).toBeGreaterThan(12)
  })

  test('is refused in plain words', async () => {
    const context = testContext()
    const keys = createKeys(context)
    const { id } = (await keys.issue(order)).record
    expect(await keys.rotate('key_unknown', { graceMs: 0 })).toBeUndefined()
    for (const graceMs of [-1, Number.NaN, 366 * DAY]) {
      await expect(keys.rotate(id, { graceMs })).rejects.toThrow(/^graceMs must be from 0 to 365 days\.$/)
    }
    await expect(keys.rotate(id, { graceMs: 0, expiresInMs: 0 })).rejects.toThrow('expiresInMs must be')

    const next = String((await keys.rotate(id, { graceMs: DAY }))?.record.id)
    await expect(keys.rotate(id, { graceMs: DAY })).rejects.toThrow(
      `Key ${id} has already been replaced by ${next}. Rotate that key instead, or revoke it first.`,
    )
    await expect(keys.rotate(next, { graceMs: DAY })).rejects.toThrow(
      `Key ${next} replaces ${id}, which expires at 2026-11-22T12:00:00.000Z. Revoke that key first.`,
    )
    await keys.revoke(id)
    await expect(keys.rotate(id, { graceMs: DAY })).rejects.toThrow(
      `Key ${id} is expired or revoked. Issue a new one.`,
    )
    await keys.rotate(next, { graceMs: DAY })
    expect(await keys.list()).toHaveLength(3)
  })
})

test('a lock that a process left behind is waited for, and given up in the end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  try {
    const context = testContext()
    const keys = createKeys(context)
    const { record } = await keys.issue(order)
    const { atomic } = context.store
    await atomic.setIfAbsent('lock:account:acme', 'somebody', NOON + 10_000, NOON)
    const revoked = keys.revoke(record.id)
    await vi.advanceTimersByTimeAsync(9_000)
    context.time.at += 10_000
    await vi.advanceTimersByTimeAsync(100)
    expect((await revoked)?.revokedAt).not.toBeNull()

    await atomic.setIfAbsent('lock:account:acme', 'somebody', NOON + 20_000, context.time.at)
    const never = expect(keys.issue(order)).rejects.toMatchObject({ code: 'store_unavailable' })
    await vi.advanceTimersByTimeAsync(20_000)
    await never
  } finally {
    vi.useRealTimers()
  }
})
