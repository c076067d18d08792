import { expect, test } from 'vitest'
import { inBatches } from '../../packages/core/src/backends/batches.ts'
import { memory } from '../../packages/core/src/backends/memory.ts'
import { issueSelfServe } from '../../packages/core/src/keys/issue.ts'
import { takeQuota } from '../../packages/core/src/keys/quota.ts'
import type { Backend } from '../../packages/core/src/store/backend.ts'
import type { KeyRecord } from '../../packages/core/src/store/keys.ts'
import { openStore } from '../../packages/core/src/store/store.ts'
import { type Watches, watchable } from '../../packages/core/src/store/watch.ts'
import { testContext } from '../support/context.ts'
import { faultyBackend } from '../support/faulty-backend.ts'

const SHARDS = 16
const shardOf = (key: string) =>
  [...key].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7) % SHARDS

/** A place in sixteen parts, some of which fail. */
function shardedBackend(bad: ReadonlySet<number>) {
  const [good, faulty] = [memory(), faultyBackend()]
  faulty.fault = 'throws'
  const placeOf = (key: string) => (bad.has(shardOf(key)) ? faulty.backend : good)
  const records = (key: string) => placeOf(key).adapter as Map<string, string>
  const backend: Backend = {
    ...good,
    shardOf,
    adapter: {
      opts: {},
      get: (key: string) => records(key).get(key),
      set: (key: string, value: string) => records(key).set(key, value),
      delete: (key: string) => records(key).delete(key),
      clear() {},
      on() {},
    } as unknown as Backend['adapter'],
    counters: {
      take: (key, ...take) => placeOf(key).counters.take(key, ...take),
      raise: (key, ...raise) => placeOf(key).counters.raise(key, ...raise),
      giveBack: (key) => placeOf(key).counters.giveBack(key),
      claim: (key, ...claim) => placeOf(key).counters.claim(key, ...claim),
      swap: (key, ...swap) => placeOf(key).counters.swap(key, ...swap),
      used: (key, now) => placeOf(key).counters.used(key, now),
      holder: (key, ...look) => placeOf(key).counters.holder(key, ...look),
    },
  }
  return { backend, faulty }
}

test('one part of sixteen that fails leaves the accounts on the others counted, every one of their requests', async () => {
  const context = testContext({ backend: shardedBackend(new Set([7])).backend })
  const day = new Date(context.now()).toISOString().slice(0, 10)
  const accounts = Array.from({ length: 160 }, (_, i) => `account-${i}`)
  let [counted, uncounted] = [0, 0]
  for (let round = 0; round < 20; round += 1) {
    for (const account of accounts) {
      const { certain } = await takeQuota({ account, tier: 'free' } as KeyRecord, context)
      const isOnBad = shardOf(`quota:${account}:${day}`) === 7
      if (isOnBad) uncounted += certain ? 0 : 1
      else counted += certain ? 1 : 0
    }
  }
  const onBad = accounts.filter((account) => shardOf(`quota:${account}:${day}`) === 7).length
  expect(onBad).toBeGreaterThan(0)
  expect([counted, uncounted]).toEqual([20 * (160 - onBad), 20 * onBad])
})

test('issuing goes on for those whose slot and record are on the others', async () => {
  const context = testContext({
    backend: shardedBackend(new Set([7])).backend,
    limits: { issuancePerHour: 1_000 },
  })
  const ends = await Promise.allSettled(
    Array.from({ length: 200 }, (_, i) => issueSelfServe('x', `network-${i}`, context)),
  )
  const issued = ends.filter(({ status }) => status === 'fulfilled').length
  // A slot, a record and what finds it by its id: three of sixteen.
  expect(issued).toBeGreaterThan(200 * (15 / 16) ** 3 * 0.85)
  for (const end of ends) if (end.status === 'rejected') expect(end.reason.code).toBe('store_unavailable')
})

test('the failure is told with the first part that fails, and its end with the last that is back', async () => {
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

test('counters that work in batches have batches of their own for each part', async () => {
  const batches: string[][] = []
  const plain = memory().counters
  const batched = ({ writes }: Watches) => {
    const take = inBatches<[string, number, number, number], { granted: boolean; used: number }>(
      async (takes) => {
        batches.push(takes.map(([key]) => key))
        if (takes.some(([key]) => shardOf(key) === 7)) throw new Error('the part is away')
        return Promise.all(takes.map((each) => plain.take(...each)))
      },
      { watch: writes, patienceMs: 500 },
    )
    return { ...plain, take: (...each: [string, number, number, number]) => take(each) }
  }
  const store = openStore({ ...memory(), shardOf, counters: watchable(batched) })
  const keys = Array.from({ length: 200 }, (_, i) => `key ${i}`)
  const ends = await Promise.allSettled(keys.map(async (key) => store.counters.take(key, 1, 60_000, 0)))
  expect(ends.map(({ status }) => status)).toEqual(
    keys.map((key) => (shardOf(key) === 7 ? 'rejected' : 'fulfilled')),
  )
  expect(batches.every((batch) => new Set(batch.map(shardOf)).size === 1)).toBe(true)
})
