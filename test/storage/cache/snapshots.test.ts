import { Problem, type ProblemName } from '@space-data/core'
import { describe, expect, test, vi } from 'vitest'
import {
  ignoreWaitUntil,
  type SnapshotKind,
} from '../../../packages/core/src/kernel/storage/cache/snapshot.ts'
import { NOON } from '../../support/context.ts'
import { DAY, later, MINUTE, raise, settled, setUp, TTL, told, type Value } from './cache.ts'

describe('one load for all', () => {
  test('1,000 concurrent readers cause one load: one miss, the rest collapsed', async () => {
    const { ask, upstream } = setUp()
    const readings = await Promise.all([...Array(1_000)].map(() => ask()))
    expect(upstream.loads).toBe(1)
    expect(readings[0]).toBe('miss: load 1')
    expect(readings.slice(1).every((reading) => reading === 'collapsed: load 1')).toBe(true)
  })

  test('a value in memory is returned synchronously', async () => {
    const { ask, snapshots, kind, upstream, time } = setUp()
    await ask()
    for (const at of [NOON, NOON + 0.8 * TTL - 1]) {
      time.at = at
      expect(snapshots.read('a', kind, ignoreWaitUntil)).toEqual({
        outcome: 'hit',
        snapshot: { value: { text: 'load 1' }, fetchedAt: NOON, validUntil: NOON + TTL },
      })
    }
    await settled()
    expect(upstream.loads).toBe(1)
  })

  test('snapshots of different keys and origins are separate', async () => {
    const { ask, restart } = setUp()
    expect(await ask()).toBe('miss: load 1')
    expect(await ask('__proto__')).toBe('miss: load 2')
    await settled()
    expect(await ask('a', restart('sample'))).toBe('miss: load 3')
    expect(await ask('a', restart())).toBe('hit: load 1')
  })

  test('a failed load rejects only the readers that wait for it', async () => {
    const { ask, upstream, failing, time } = setUp()
    const good = upstream.answer
    upstream.answer = failing('upstream_unavailable')
    const waiting = await Promise.all([...Array(100)].map(() => ask()))
    expect(new Set(waiting)).toEqual(new Set(['upstream_unavailable']))
    upstream.answer = good
    expect(await ask('b')).toBe('miss: load 2')
    time.at += 7_501
    expect(await ask()).toBe('miss: load 3')
  })

  test('a reader that disconnects does not end the load of others', async () => {
    const { ask, snapshots, kind, upstream } = setUp()
    const { promise, resolve } = later()
    upstream.answer = () => promise
    const work: Promise<unknown>[] = []
    void Promise.resolve(snapshots.read('a', kind, (deferred) => work.push(deferred))).catch(() => {})
    const second = snapshots.read('a', kind, ignoreWaitUntil)
    resolve({ text: 'for all' })
    expect(await told(() => second)).toBe('collapsed: for all')
    await Promise.all(work)
    expect(work.length).toBeGreaterThan(0)
    expect(await ask()).toBe('hit: for all')
  })
})

describe('refreshing ahead', () => {
  test('a refresh begins once, between 80 and 90 % of the validity, while the old value is served', async () => {
    for (let i = 0; i < 8; i += 1) {
      const { ask, snapshots, kind, upstream, time } = setUp()
      await ask()
      time.at = NOON + 0.8 * TTL - 1
      snapshots.read('a', kind, ignoreWaitUntil)
      await settled()
      expect(upstream.loads).toBe(1)
      time.at = NOON + 0.9 * TTL
      for (let n = 0; n < 10; n += 1) {
        expect(snapshots.read('a', kind, ignoreWaitUntil)).toMatchObject({
          outcome: 'hit',
          snapshot: { fetchedAt: NOON },
        })
      }
      await settled()
      expect(upstream.loads).toBe(2)
      expect(upstream.previous).toBe('load 1')
      expect(snapshots.read('a', kind, ignoreWaitUntil)).toMatchObject({ snapshot: { fetchedAt: time.at } })
    }
  })

  test('a failed refresh is repeated after 5 to 7.5 s, and the old value is served until it expires', async () => {
    const { ask, snapshots, kind, upstream, failing, time, errors } = setUp()
    await ask()
    upstream.answer = failing('upstream_unavailable')
    time.at = NOON + 0.9 * TTL
    while (time.at < NOON + TTL) {
      expect(snapshots.read('a', kind, ignoreWaitUntil)).toMatchObject({
        outcome: 'hit',
        snapshot: { fetchedAt: NOON },
      })
      await settled()
      time.at += 500
    }
    expect(upstream.loads).toBeGreaterThanOrEqual(90 / 8)
    expect(upstream.loads).toBeLessThanOrEqual(1 + 90 / 5)
    expect(errors).toEqual([])
    time.at = NOON + TTL
    expect(await ask()).toBe('upstream_unavailable')
  })

  test('a refresh that failed just before expiry does not delay the next load', async () => {
    const { ask, snapshots, kind, upstream, failing, time } = setUp()
    await ask()
    const good = upstream.answer
    upstream.answer = failing('upstream_unavailable')
    time.at = NOON + TTL - 1
    snapshots.read('a', kind, ignoreWaitUntil)
    await settled()
    upstream.answer = good
    time.at += 1
    expect(await ask()).toBe('miss: load 3')
  })

  test('a refresh without a newer value is not repeated for five seconds, nor stored again', async () => {
    const { ask, snapshots, kind, upstream, time, store } = setUp()
    const set = vi.spyOn(store, 'set')
    await ask()
    await settled()
    upstream.fetchedAt = NOON
    time.at = NOON + 0.9 * TTL
    for (let ms = 0; ms < 60_000; ms += 100) {
      snapshots.read('a', kind, ignoreWaitUntil)
      await settled()
      time.at += 100
    }
    expect(upstream.loads).toBe(1 + 12)
    expect(set).toHaveBeenCalledTimes(1)
  })

  test('a failed refresh is reported, unless the upstream was unreachable', async () => {
    const { ask, snapshots, kind, upstream, time, errors } = setUp()
    await ask()
    upstream.answer = () => Promise.reject(new TypeError('our mistake'))
    time.at = NOON + 0.9 * TTL
    snapshots.read('a', kind, ignoreWaitUntil)
    await settled()
    expect(errors).toMatchObject([{ code: 'internal_error', cause: { message: 'our mistake' } }])
  })
})

describe('failures', () => {
  test.each<ProblemName & string>([
    'upstream_unavailable',
    'upstream_invalid',
    'store_unavailable',
    'internal_error',
  ])('a load that failed with %s is not repeated for 5 to 7.5 s', async (code) => {
    for (let i = 0; i < 8; i += 1) {
      const { ask, snapshots, kind, upstream, failing, time } = setUp()
      upstream.answer = failing(code)
      expect(await ask()).toBe(code)
      time.at = NOON + 4_999
      for (let n = 0; n < 5; n += 1) {
        expect(() => snapshots.read('a', kind, ignoreWaitUntil)).toThrow(Problem)
      }
      expect(upstream.loads).toBe(1)
      time.at = NOON + 7_500
      await ask()
      expect(upstream.loads).toBe(2)
    }
  })

  test('a 404 is cached for 15 minutes', async () => {
    const { ask, snapshots, kind, upstream, failing, time } = setUp()
    upstream.answer = failing('not_found')
    expect(await ask()).toBe('not_found')
    time.at = NOON + 15 * MINUTE - 1
    expect(() => snapshots.read('a', kind, ignoreWaitUntil)).toThrow(Problem)
    expect(upstream.loads).toBe(1)
    time.at = NOON + 15 * MINUTE
    await ask()
    expect(upstream.loads).toBe(2)
  })

  test('an error that is not a Problem becomes internal_error with its cause', async () => {
    const { snapshots, kind, upstream } = setUp()
    upstream.answer = () => Promise.reject(new RangeError('boom'))
    const read = async () => snapshots.read('a', kind, ignoreWaitUntil)
    await expect(read()).rejects.toMatchObject({ code: 'internal_error', cause: { message: 'boom' } })
    const throwing: SnapshotKind<Value> = { ...kind, load: () => raise('at once') }
    const readThrowing = async () => snapshots.read('b', throwing, ignoreWaitUntil)
    await expect(readThrowing()).rejects.toMatchObject({
      code: 'internal_error',
      cause: { message: 'at once' },
    })
  })
})

describe('valid_until is fixed by the load', () => {
  test('valid_until does not change when a value is served again, restored, or stale', async () => {
    const { ask, snapshots, kind, upstream, failing, time, restart } = setUp({ staleIfErrorMs: DAY })
    await ask()
    await settled()
    const times = { fetchedAt: NOON, validUntil: NOON + TTL }
    time.at = NOON + 5 * MINUTE
    expect((await snapshots.read('a', kind, ignoreWaitUntil)).snapshot).toMatchObject(times)
    const restarted = restart()
    expect(await restarted.read('a', kind, ignoreWaitUntil)).toMatchObject({
      outcome: 'hit',
      snapshot: times,
    })
    expect(await restarted.read('a', { ...kind, ttlMs: DAY }, ignoreWaitUntil)).toMatchObject({
      snapshot: times,
    })
    upstream.answer = failing('upstream_unavailable')
    time.at = NOON + 2 * TTL
    for (const cache of [snapshots, restarted, restart()]) {
      expect(await cache.read('a', kind, ignoreWaitUntil)).toMatchObject({
        outcome: 'stale',
        snapshot: times,
      })
    }
  })

  test('valid_until does not change when a version with another ttl restores the value', async () => {
    const { ask, kind, time, restart } = setUp()
    await ask()
    await settled()
    time.at += MINUTE
    const reading = await restart().read('a', { ...kind, ttlMs: DAY }, ignoreWaitUntil)
    expect(reading.snapshot.validUntil).toBe(NOON + TTL)
  })

  test('valid_until counts from when the upstream gave the value, not from its arrival', async () => {
    const { snapshots, kind, upstream } = setUp()
    upstream.fetchedAt = NOON - 5 * MINUTE
    const { snapshot } = await snapshots.read('a', kind, ignoreWaitUntil)
    expect(snapshot).toMatchObject({ fetchedAt: NOON - 5 * MINUTE, validUntil: NOON + 10 * MINUTE })
  })

  test('a value is loaded again at valid_until, not a millisecond earlier', async () => {
    const { ask, upstream, failing, time } = setUp()
    await ask()
    upstream.answer = failing('upstream_unavailable')
    time.at = NOON + TTL - 1
    expect(await ask()).toBe('hit: load 1')
    time.at = NOON + TTL
    expect(await ask()).toBe('upstream_unavailable')
  })
})
