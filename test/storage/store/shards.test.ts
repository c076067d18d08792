import { memory, type StoreBackend } from '@space-data/core'
import type { KeyRecord } from '@space-data/core/accounts'
import { expect, test } from 'vitest'
import { coalesce } from '../../../packages/core/src/adapters/shared/coalesce.ts'
import { issueFreeKey } from '../../../packages/core/src/kernel/accounts/keys/issue.ts'
import type { Added } from '../../../packages/core/src/kernel/storage/atomic-store.ts'
import type { CircuitBreakers } from '../../../packages/core/src/kernel/storage/circuit-breaker.ts'
import { breakPerBatch } from '../../../packages/core/src/kernel/storage/circuit-breaker-counters.ts'
import { openStore } from '../../../packages/core/src/kernel/storage/store.ts'
import { testContext } from '../../support/context.ts'
import { faultyBackend } from '../../support/faulty-backend.ts'

const SHARDS = 16
const shardOf = (key: string) =>
  [...key].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7) % SHARDS

/** A backend with sixteen shards; the shards in `bad` fail. */
function shardedBackend(bad: ReadonlySet<number>) {
  const [good, faulty] = [memory(), faultyBackend()]
  faulty.fault = 'throws'
  const backendOf = (key: string) => (bad.has(shardOf(key)) ? faulty.backend : good)
  const records = (key: string) => backendOf(key).adapter as Map<string, string>
  const backend: StoreBackend = {
    ...good,
    shardOf,
    adapter: {
      opts: {},
      get: (key: string) => records(key).get(key),
      set: (key: string, value: string) => records(key).set(key, value),
      delete: (key: string) => records(key).delete(key),
      clear() {},
      on() {},
    } as unknown as StoreBackend['adapter'],
    atomic: {
      add: (key, ...take) => backendOf(key).atomic.add(key, ...take),
      raise: (key, ...raise) => backendOf(key).atomic.raise(key, ...raise),
      subtract: (key) => backendOf(key).atomic.subtract(key),
      setIfAbsent: (key, ...claim) => backendOf(key).atomic.setIfAbsent(key, ...claim),
      compareAndSwap: (key, ...swap) => backendOf(key).atomic.compareAndSwap(key, ...swap),
      count: (key, now) => backendOf(key).atomic.count(key, now),
      get: (key, ...look) => backendOf(key).atomic.get(key, ...look),
    },
  }
  return { backend, faulty }
}

test('one failing shard of sixteen leaves every request of accounts on other shards counted', async () => {
  const context = testContext({ backend: shardedBackend(new Set([7])).backend })
  const day = new Date(context.now()).toISOString().slice(0, 10)
  const accounts = Array.from({ length: 160 }, (_, i) => `account-${i}`)
  let [counted, uncounted] = [0, 0]
  for (let round = 0; round < 20; round += 1) {
    for (const account of accounts) {
      const { certain } = await context.accounts.quotas.consume({ account, tier: 'free' } as KeyRecord)
      const isOnBad = shardOf(`quota:${account}:${day}`) === 7
      if (isOnBad) uncounted += certain ? 0 : 1
      else counted += certain ? 1 : 0
    }
  }
  const onBad = accounts.filter((account) => shardOf(`quota:${account}:${day}`) === 7).length
  expect(onBad).toBeGreaterThan(0)
  expect([counted, uncounted]).toEqual([20 * (160 - onBad), 20 * onBad])
})

test('keys whose records are on working shards are still issued, every one', async () => {
  const { backend } = shardedBackend(new Set([7]))
  let isOnBad = false
  const noting = (key: string) => {
    isOnBad ||= shardOf(key) === 7
    return shardOf(key)
  }
  const context = testContext({
    backend: { ...backend, shardOf: noting },
    limits: { issuancePerHour: 1_000 },
  })
  let onWorking = 0
  for (let i = 0; i < 200; i += 1) {
    isOnBad = false
    const error = await issueFreeKey('x', `network-${i}`, context).then(
      () => undefined,
      ({ code }: { code: string }) => code,
    )
    if (!isOnBad) onWorking += 1
    expect(isOnBad ? [undefined, 'store_unavailable'] : [undefined]).toContain(error)
  }
  expect(onWorking).toBeGreaterThan(0)
})

test('onChange is called when the first shard fails, and when the last one recovers', async () => {
  const bad = new Set([3, 7])
  const { backend } = shardedBackend(bad)
  const told: string[] = []
  let at = 0
  const store = openStore(backend, {
    elapsed: () => at,
    onChange: (access, failure) => told.push(`${access} ${failure ? 'failed' : 'back'}`),
  })
  const keyOn = (shard: number) =>
    Array.from({ length: 999 }, (_, i) => `k${i}`).find((key) => shardOf(key) === shard)!
  const [three, seven, well] = [keyOn(3), keyOn(7), keyOn(5)]
  const read = async () => {
    for (const key of [three, seven, well]) await store.get(key).catch(() => {})
  }
  for (let i = 0; i < 4; i += 1) await read()
  expect(told).toEqual(['read failed'])
  bad.delete(3)
  at = 1_000
  await read()
  expect(told).toEqual(['read failed'])
  bad.clear()
  at = 2_000
  await read()
  expect(told).toEqual(['read failed', 'read back'])
})

test('coalesced counters have separate batches for each shard', async () => {
  const batches: string[][] = []
  const plain = memory().atomic
  const batched = ({ writes }: CircuitBreakers) => {
    const take = coalesce<[string, number, number, number], Added>(
      async (takes) => {
        batches.push(takes.map(([key]) => key))
        if (takes.some(([key]) => shardOf(key) === 7)) throw new Error('the part is away')
        return Promise.all(takes.map((each) => plain.add(...each)))
      },
      { breaker: writes, timeoutMs: 500 },
    )
    return { ...plain, add: (...each: [string, number, number, number]) => take(each) }
  }
  const store = openStore({ ...memory(), shardOf, atomic: breakPerBatch(batched) })
  const keys = Array.from({ length: 200 }, (_, i) => `key ${i}`)
  const ends = await Promise.allSettled(keys.map(async (key) => store.atomic.add(key, 1, 60_000, 0)))
  expect(ends.map(({ status }) => status)).toEqual(
    keys.map((key) => (shardOf(key) === 7 ? 'rejected' : 'fulfilled')),
  )
  expect(batches.every((batch) => new Set(batch.map(shardOf)).size === 1)).toBe(true)
})
