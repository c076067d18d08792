import { memory, Problem } from '@space-data/core'
import { describe, expect, test, vi } from 'vitest'
import { ignoreWaitUntil } from '../../../packages/core/src/kernel/storage/cache/snapshot.ts'
import { NOON } from '../../support/context.ts'
import { DAY, later, MINUTE, raise, settled, setUp, TTL } from './cache.ts'

describe('the last good value survives a restart', () => {
  test('a stored value is not loaded again after a restart while it is valid', async () => {
    const { ask, upstream, time, restart } = setUp()
    await ask()
    await settled()
    time.at = NOON + TTL - 1
    const restarted = restart()
    const readings = await Promise.all([...Array(100)].map(() => ask('a', restarted)))
    expect(new Set(readings)).toEqual(new Set(['hit: load 1']))
    expect(upstream.loads).toBe(1)
  })

  test('an expired stored value is passed to the next load after a restart', async () => {
    const { ask, upstream, time, restart } = setUp()
    await ask()
    await settled()
    time.at = NOON + TTL
    expect(await ask('a', restart())).toBe('miss: load 2')
    expect(upstream.previous).toBe('load 1')
  })

  test('a stored value is kept for seven days after its end, until which it may be served', async () => {
    const { ask, store, kind, snapshots } = setUp()
    const set = vi.spyOn(store, 'set')
    await ask()
    const valid = { ...kind, load: async () => ({ ...(await kind.load(undefined)), validUntil: NOON + DAY }) }
    await snapshots.read('b', valid, ignoreWaitUntil)
    await settled()
    expect(set.mock.calls.map(([key, , ttlMs]) => [key, ttlMs])).toEqual([
      ['snapshot::a', TTL + 7 * DAY],
      ['snapshot::b', 8 * DAY],
    ])
  })

  test('a value that is not stored is loaded again after a restart', async () => {
    const { ask, store, restart } = setUp({ stored: false })
    await ask()
    await settled()
    expect(await store.keys('')).toEqual([])
    expect(await ask('a', restart())).toBe('miss: load 2')
  })

  test('a value loaded by another process is read from the store instead of loaded', async () => {
    const { ask, upstream, time, restart } = setUp()
    const other = restart()
    await ask()
    await settled()
    await ask('a', other)
    time.at = NOON + TTL
    expect(await ask()).toBe('miss: load 2')
    await settled()
    expect(await ask('a', other)).toBe('hit: load 2')
    expect(upstream.loads).toBe(2)
  })

  test.each([
    ['no value', { fetchedAt: NOON, validUntil: NOON + TTL, value: { n: 1 } }],
    ['no times', { value: { text: 'old' } }],
    ['text', 'old'],
    ['a time that is text', { fetchedAt: '2026', validUntil: NOON + TTL, value: { text: 'old' } }],
  ])('a stored record that is %s counts as absent and is reported', async (_, record) => {
    const { ask, errors, store } = setUp()
    await store.set('snapshot::a', record)
    expect(await ask()).toBe('miss: load 1')
    expect(errors).toHaveLength(1)
    expect(errors[0]).toBeInstanceOf(TypeError)
    await settled()
    expect(await store.get('snapshot::a')).toMatchObject({ fetchedAt: NOON, value: { text: 'load 1' } })
  })

  test('an unavailable store is reported, and reads still succeed', async () => {
    const backend = memory()
    const { ask, errors } = setUp({ backend })
    for (const method of ['get', 'set']) {
      Object.defineProperty(backend.adapter, method, { value: () => raise('the store is away') })
    }
    expect(await ask()).toBe('miss: load 1')
    await settled()
    expect(await ask()).toBe('hit: load 1')
    expect(errors).toMatchObject([{ code: 'store_unavailable' }, { code: 'store_unavailable' }])
  })
})

describe('what is held', () => {
  test('getFresh returns a valid value from memory or the store, and never loads', async () => {
    const { snapshots, kind, upstream, time, restart } = setUp()
    expect(await snapshots.getFresh('a', kind)).toBeUndefined()
    await snapshots.put('a', kind, { text: 'put' }, NOON)
    expect((await snapshots.getFresh('a', kind))?.value.text).toBe('put')
    expect((await restart().getFresh('a', kind))?.value.text).toBe('put')
    time.at = NOON + TTL
    expect(await snapshots.getFresh('a', kind)).toBeUndefined()
    expect(await restart().getFresh('a', kind)).toBeUndefined()
    expect(upstream.loads).toBe(0)
  })

  test('concurrent getFresh calls share one read of the store', async () => {
    const { snapshots, kind, store, restart } = setUp()
    await snapshots.put('a', kind, { text: 'put' }, NOON)
    const get = vi.spyOn(store, 'get')
    const restarted = restart()
    const found = await Promise.all([...Array(100)].map(() => restarted.getFresh('a', kind)))
    expect(found.map((snapshot) => snapshot?.value.text)).toEqual(Array(100).fill('put'))
    expect(get).toHaveBeenCalledTimes(1)
  })

  test('getFresh reads the store at most once a minute', async () => {
    const { snapshots, kind, time, restart } = setUp()
    expect(await snapshots.getFresh('a', kind)).toBeUndefined()
    await restart().put('a', kind, { text: 'put' }, NOON)
    time.at = NOON + MINUTE - 1
    expect(await snapshots.getFresh('a', kind)).toBeUndefined()
    time.at = NOON + MINUTE
    expect((await snapshots.getFresh('a', kind))?.value.text).toBe('put')
  })

  test('a value in memory is not replaced by an older one from the store', async () => {
    const { ask, snapshots, kind, upstream, failing, time, restart } = setUp({ staleIfErrorMs: DAY })
    const { stored: _, ...unstored } = kind
    await snapshots.put('a', unstored, { text: 'newer' }, NOON)
    await restart().put('a', kind, { text: 'older' }, NOON - MINUTE)
    time.at = NOON + TTL
    expect(await snapshots.getFresh('a', kind)).toBeUndefined()
    upstream.answer = failing('upstream_unavailable')
    expect(await ask()).toBe('stale: newer')
  })

  test('a value put during a load that fails is kept', async () => {
    const { ask, snapshots, kind, upstream } = setUp()
    const { promise, reject } = later()
    upstream.answer = () => promise
    const reading = ask()
    await settled()
    await snapshots.put('a', kind, { text: 'put' }, NOON)
    reject(new Problem('upstream_unavailable'))
    expect(await reading).toBe('hit: put')
    expect(await ask()).toBe('hit: put')
  })

  test('put rejects if the store fails', async () => {
    const backend = memory()
    const { snapshots, kind } = setUp({ backend })
    Object.defineProperty(backend.adapter, 'set', { value: () => raise('disk full') })
    await expect(snapshots.put('a', kind, { text: 'put' }, NOON)).rejects.toMatchObject({
      code: 'store_unavailable',
    })
  })
})

describe('memory is bounded', () => {
  test('the memory tier is limited in bytes, and evicts the least recently used entry', async () => {
    const { ask, upstream } = setUp({ stored: false })
    upstream.answer = async () => ({ text: `load ${upstream.loads}`, bytes: 40 * 1024 * 1024 })
    for (const key of ['a', 'b', 'c']) await ask(key)
    expect(await ask('a')).toBe('hit: load 1')
    await ask('d')
    expect(await ask('a')).toBe('hit: load 1')
    expect(await ask('c')).toBe('hit: load 3')
    expect(await ask('b')).toBe('miss: load 5')
  })

  test('the memory tier counts the size of entries themselves: of 55,000 unknown ids 52,428 stay', async () => {
    const { ask, upstream, failing } = setUp({ stored: false })
    expect(await ask('in use')).toBe('miss: load 1')
    upstream.answer = failing('not_found')
    for (let i = 0; i < 55_000; i += 5_000) {
      await Promise.all(Array.from({ length: 5_000 }, (_, n) => ask(`id ${i + n}`)))
      expect(await ask('in use')).toBe('hit: load 1')
    }
    expect(upstream.loads).toBe(55_001)
    await ask('id 54999')
    expect(upstream.loads).toBe(55_001)
    await ask('id 0')
    expect(upstream.loads).toBe(55_002)
  })

  test('a value larger than the memory tier is served but not cached', async () => {
    const { ask, upstream } = setUp({ stored: false })
    upstream.answer = async () => ({ text: `load ${upstream.loads}`, bytes: 1e9 })
    expect(await ask()).toBe('miss: load 1')
    expect(await ask()).toBe('miss: load 2')
  })
})
