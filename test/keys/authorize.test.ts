import { memory, Problem, type StoreBackend } from '@space-data/core'
import { expect, test } from 'vitest'
import { createAuthenticator } from '../../packages/core/src/keys/authenticate.ts'
import { createKeys } from '../../packages/core/src/keys/index.ts'
import { newSecret } from '../../packages/core/src/keys/secret.ts'
import { NOON, testContext } from '../support/context.ts'

/** Two instances on one store, a way to ask them, and a count of the reads of keys that reach the store. */
function setUp() {
  const backend = memory()
  const records = backend.adapter as Map<string, string>
  const store = { reads: 0, failing: false }
  const adapter = Object.assign(new Map<string, string>(), {
    get(key: string) {
      if (key.startsWith('key:')) store.reads += 1
      if (store.failing) throw new Error('the store is away')
      return records.get(key)
    },
    set: (key: string, value: string) => records.set(key, value),
  })
  const counted: StoreBackend = { ...backend, adapter }
  const time = { at: NOON }
  const context = testContext({ backend: counted, time })
  const [one, other] = [context, testContext({ backend: counted, time })].map(createAuthenticator)
  const ask = async (key: string, authorize = one!): Promise<string> => {
    try {
      return (await authorize({ header: (name) => (name === 'x-api-key' ? key : null) })).id
    } catch (error) {
      if (error instanceof Problem) return error.code
      throw error
    }
  }
  const readsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = store.reads
    await work()
    return store.reads - before
  }
  return { time, store, ask, other: other!, readsOf, keys: createKeys(context), one: one! }
}

test('a good key is its record, read once in five seconds', async () => {
  const { ask, keys, time, readsOf } = setUp()
  const { key, record } = await keys.issue({ tier: 'pro', label: 'test' })
  const reads = await readsOf(async () => {
    for (let i = 0; i < 100; i += 1) {
      expect(await ask(key)).toBe(record.id)
      time.at += 49
    }
  })
  expect(reads).toBe(1)
  time.at = NOON + 5_000
  expect(await readsOf(() => ask(key))).toBe(1)
})

test('what is known already is answered at once, without a promise', async () => {
  const { ask, keys, one } = setUp()
  const { key, record } = await keys.issue({ tier: 'pro', label: 'test' })
  await ask(key)
  expect(one({ header: (name) => (name === 'authorization' ? `Bearer ${key}` : null) })).toEqual(record)
})

test('a revoked key is refused by every instance within five seconds, and stays refused', async () => {
  const { ask, keys, other, time } = setUp()
  const { key, record } = await keys.issue({ tier: 'pro', label: 'test' })
  await ask(key)
  time.at += 3_000
  await ask(key, other)
  await keys.revoke(record.id)
  time.at = NOON + 5_000
  expect(await ask(key)).toBe('invalid_key')
  time.at = NOON + 8_000
  expect(await ask(key, other)).toBe('invalid_key')
  for (const later of [1, 5_000, 60_000]) {
    time.at += later
    expect(await ask(key)).toBe('invalid_key')
    expect(await ask(key, other)).toBe('invalid_key')
  }
})

test('an unknown key costs one read a second at most', async () => {
  const { ask, readsOf, time } = setUp()
  const unknown = newSecret('sd_live_')
  const reads = await readsOf(async () => {
    for (let i = 0; i < 1_000; i += 1) {
      expect(await ask(unknown)).toBe('invalid_key')
      time.at += 10
    }
  })
  expect(reads).toBe(10)
})

test('a thousand requests at once with one key, known or not, cost one read', async () => {
  const { ask, keys, readsOf } = setUp()
  const { key } = await keys.issue({ tier: 'pro', label: 'test' })
  for (const presented of [key, newSecret('sd_live_')]) {
    const reads = await readsOf(() => Promise.all(Array.from({ length: 1_000 }, () => ask(presented))))
    expect(reads).toBe(1)
  }
})

test('a key that is issued after it was unknown works a second later', async () => {
  const { ask, keys, time, other } = setUp()
  const { key, record } = await keys.issue({ tier: 'pro', label: 'test' })
  expect(await ask(key)).toBe(record.id)
  time.at += 1_000
  expect(await ask(key, other)).toBe(record.id)
})

test('a wrong shape costs no read at all', async () => {
  const { ask, readsOf } = setUp()
  const good = newSecret('sd_live_')
  const reads = await readsOf(async () => {
    for (let i = 0; i < 10_000; i += 1) {
      const at = 8 + (i % 36)
      const changed = good.slice(0, at) + (good[at] === 'x' ? 'y' : 'x') + good.slice(at + 1)
      expect(await ask(changed)).toBe('invalid_key')
    }
    expect(await ask('')).toBe('invalid_key')
    expect(await ask('__proto__')).toBe('invalid_key')
  })
  expect(reads).toBe(0)
})

test('a key expires at its instant, not a millisecond before or after, known or not', async () => {
  const { ask, keys, time, other } = setUp()
  const { key, record } = await keys.issue({ tier: 'pro', label: 'test', expiresInMs: 60_000 })
  time.at = NOON + 59_999
  expect(await ask(key)).toBe(record.id)
  time.at = NOON + 60_000
  expect(await ask(key)).toBe('expired_key')
  expect(await ask(key, other)).toBe('expired_key')
  time.at = NOON + 60_001
  expect(await ask(key)).toBe('expired_key')
})

test('a key that is revoked and expired is invalid: revoking is the stronger word', async () => {
  const { ask, keys, time } = setUp()
  const { key, record } = await keys.issue({ tier: 'pro', label: 'test', expiresInMs: 60_000 })
  await keys.revoke(record.id)
  time.at += 60_000
  expect(await ask(key)).toBe('invalid_key')
})

test('a store that fails is store_unavailable, never a false "unknown key", and is not remembered', async () => {
  const { ask, keys, store } = setUp()
  const { key, record } = await keys.issue({ tier: 'pro', label: 'test' })
  store.failing = true
  expect(await ask(key)).toBe('store_unavailable')
  store.failing = false
  expect(await ask(key)).toBe(record.id)
  store.failing = true
  expect(await ask(key)).toBe(record.id)
})
