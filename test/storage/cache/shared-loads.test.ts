import { memory, Problem } from '@space-data/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ignoreWaitUntil } from '../../../packages/core/src/kernel/storage/cache/snapshot.ts'
import { NOON } from '../../support/context.ts'
import { DAY, later, raise, settled, setUp, TTL } from './cache.ts'

/** How long a load lease lasts without renewal. */
const SPAN = 6_000
const LEASE = 'fill::a'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

afterEach(() => {
  vi.useRealTimers()
})

describe('several processes on one store', () => {
  test('1,000 readers in each of four processes cause one load, and all get its value', async () => {
    const { ask, upstream, restart } = setUp()
    const { promise, resolve } = later()
    upstream.answer = () => promise
    const processes = [restart(), restart(), restart(), restart()]
    const asked = processes.flatMap((cache) => [...Array(1_000)].map(() => ask('a', cache)))
    await settled()
    resolve({ text: 'for all' })
    const readings = await Promise.all(asked)
    expect(upstream.loads).toBe(1)
    expect(readings.filter((reading) => reading === 'miss: for all')).toHaveLength(1)
    expect(readings.filter((reading) => reading === 'collapsed: for all')).toHaveLength(3_999)
  })

  test('each key has its own load lease', async () => {
    const { ask, upstream, restart } = setUp()
    const { promise, resolve } = later()
    upstream.answer = () => promise
    const first = ask()
    await settled()
    upstream.answer = async () => ({ text: 'other' })
    expect(await ask('b', restart())).toBe('miss: other')
    resolve({ text: 'one' })
    expect(await first).toBe('miss: one')
  })

  test('after a failed load the next process loads at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { ask, upstream, restart } = setUp()
    const { promise, reject } = later()
    upstream.answer = () => promise
    const first = ask()
    await settled()
    upstream.answer = async () => ({ text: 'better luck' })
    const second = ask('a', restart())
    await vi.advanceTimersByTimeAsync(120)
    expect(upstream.loads).toBe(1)
    reject(new Problem('upstream_unavailable'))
    expect(await first).toBe('upstream_unavailable')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(upstream.loads).toBe(2)
    expect(await second).toBe('miss: better luck')
  })

  test('while another process refreshes ahead, the old value is served without a load', async () => {
    const { ask, upstream, time, snapshots, kind, restart } = setUp()
    const other = restart()
    await ask()
    await settled()
    await ask('a', other)
    const { promise, resolve } = later()
    upstream.answer = () => promise
    time.at = NOON + 0.9 * TTL
    expect(snapshots.read('a', kind, ignoreWaitUntil)).toMatchObject({ outcome: 'hit' })
    await settled()
    expect(upstream.loads).toBe(2)
    expect(other.read('a', kind, ignoreWaitUntil)).toMatchObject({
      outcome: 'hit',
      snapshot: { fetchedAt: NOON },
    })
    await settled()
    expect(upstream.loads).toBe(2)
    resolve({ text: 'refreshed' })
    await settled()
    time.at += 5_000
    expect(await ask('a', other)).toBe('hit: load 1')
    await settled()
    expect(await ask('a', other)).toBe('hit: refreshed')
    expect(upstream.loads).toBe(2)
  })

  test('a snapshot stored just before the lease is released is used instead of loading', async () => {
    const { ask, upstream, store, snapshots, kind, restart } = setUp()
    const get = vi.spyOn(store, 'get')
    get.mockImplementationOnce(async () => {
      await snapshots.put('a', kind, { text: 'in between' }, NOON)
      return undefined
    })
    expect(await ask('a', restart())).toBe('hit: in between')
    expect(upstream.loads).toBe(0)
    expect(await store.atomic.setIfAbsent(LEASE, 'next', NOON + 1, NOON)).toBe('next')
  })
})

describe('the lease', () => {
  const holderOf = (store: ReturnType<typeof setUp>['store'], at: number) =>
    store.atomic.get(LEASE, at, at + SPAN)

  test('the load lease is released once the store has the snapshot, not before', async () => {
    const { ask, store } = setUp()
    const set = store.set
    let kept: () => void = () => {}
    vi.spyOn(store, 'set').mockImplementation(async (...record) => {
      await new Promise<void>((resolve) => {
        kept = resolve
      })
      return set(...record)
    })
    expect(await ask()).toBe('miss: load 1')
    await settled()
    expect(await holderOf(store, NOON)).not.toBe('')
    kept()
    await settled()
    expect(await holderOf(store, NOON)).toBe('')
  })

  test('the load lease of a killed process is waited for until it expires, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { ask, upstream, store, time } = setUp()
    await store.atomic.setIfAbsent(LEASE, 'a dead process', NOON + SPAN, NOON)
    const reading = ask()
    await vi.advanceTimersByTimeAsync(200)
    expect(upstream.loads).toBe(0)
    time.at = NOON + SPAN
    await vi.advanceTimersByTimeAsync(1_000)
    expect(upstream.loads).toBe(1)
    expect(await reading).toBe('miss: load 1')
  })

  test('a reader who comes right after a process was killed during its load gets a value in time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const { ask, upstream, time, restart } = setUp()
    upstream.answer = () => new Promise(() => {})
    void ask().catch(() => {})
    await settled()
    // A dead process renews nothing.
    vi.clearAllTimers()
    upstream.answer = async () => {
      await pause(2_000)
      return { text: 'in time' }
    }
    const reading = ask('a', restart())
    for (let step = 0; step < 200; step += 1) {
      time.at += 50
      await vi.advanceTimersByTimeAsync(50)
    }
    expect(await reading).toBe('miss: in time')
  })

  test('the load lease is waited for at most ten seconds; then this and the next readers fail', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { ask, upstream, store, snapshots, kind } = setUp()
    await store.atomic.setIfAbsent(LEASE, 'a dead process', NOON + SPAN, NOON)
    const reading = ask()
    await vi.advanceTimersByTimeAsync(10_200)
    expect(await reading).toBe('upstream_unavailable')
    expect(() => snapshots.read('a', kind, ignoreWaitUntil)).toThrow(Problem)
    expect(upstream.loads).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('with staleIfError the last good value is served after waiting for the load lease', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { ask, store, time } = setUp({ staleIfErrorMs: DAY })
    await ask()
    await settled()
    time.at = NOON + TTL
    await store.atomic.setIfAbsent(LEASE, 'a dead process', time.at + SPAN, time.at)
    const reading = ask()
    await vi.advanceTimersByTimeAsync(10_200)
    expect(await reading).toBe('stale: load 1')
  })

  test('the load lease is renewed while a load takes longer than its ttl', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const { ask, upstream, time, store, restart } = setUp()
    const { promise, resolve } = later()
    upstream.answer = () => promise
    const first = ask()
    await settled()
    for (let second = 0; second < 90; second += 1) {
      time.at += 1_000
      await vi.advanceTimersByTimeAsync(1_000)
    }
    const second = ask('a', restart())
    await vi.advanceTimersByTimeAsync(100)
    resolve({ text: 'late' })
    await vi.advanceTimersByTimeAsync(100)
    expect(await first).toBe('upstream_unavailable')
    expect(await second).toBe('collapsed: late')
    expect(upstream.loads).toBe(1)
    expect(await holderOf(store, time.at)).toBe('')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a lost load lease is not released from its next owner', async () => {
    const { ask, upstream, store, time, restart } = setUp()
    const { promise, resolve } = later()
    upstream.answer = () => promise
    const first = ask()
    await settled()
    time.at = NOON + SPAN
    const next = later()
    upstream.answer = () => next.promise
    const second = ask('a', restart())
    await settled()
    expect(upstream.loads).toBe(2)
    const holder = await holderOf(store, time.at)
    resolve({ text: 'first' })
    expect(await first).toBe('miss: first')
    await settled()
    expect(await holderOf(store, time.at)).toBe(holder)
    next.resolve({ text: 'second' })
    expect(await second).toBe('miss: second')
    await settled()
    expect(await holderOf(store, time.at)).toBe('')
  })

  test('waitUntil keeps the release of the load lease running after the response', async () => {
    const { snapshots, kind, store } = setUp()
    const work: Promise<unknown>[] = []
    await snapshots.read('a', kind, (deferred) => work.push(deferred))
    await Promise.all(work)
    expect(await holderOf(store, NOON)).toBe('')
  })

  test('no load lease is acquired for values that are not stored', async () => {
    const { ask, store } = setUp({ stored: false })
    const claim = vi.spyOn(store.atomic, 'setIfAbsent')
    expect(await ask()).toBe('miss: load 1')
    expect(claim).not.toHaveBeenCalled()
  })

  test('a store that fails to lease is reported, and the load goes ahead', async () => {
    const backend = memory()
    const failing = { ...backend.atomic, setIfAbsent: () => raise('the store is away') }
    const { ask, errors, upstream } = setUp({ backend: { ...backend, atomic: failing } })
    const readings = await Promise.all([...Array(100)].map(() => ask()))
    expect(new Set(readings)).toEqual(new Set(['miss: load 1', 'collapsed: load 1']))
    expect(upstream.loads).toBe(1)
    expect(errors).toMatchObject([{ code: 'store_unavailable' }])
  })

  test('a load lease that cannot be released is reported, and expires by itself', async () => {
    const backend = memory()
    const failing = { ...backend.atomic, compareAndSwap: () => raise('the store is away') }
    const { ask, errors, time, store } = setUp({ backend: { ...backend, atomic: failing } })
    expect(await ask()).toBe('miss: load 1')
    await settled()
    expect(errors).toMatchObject([{ code: 'store_unavailable' }])
    time.at = NOON + SPAN
    expect(await holderOf(store, time.at)).toBe('')
  })
})
