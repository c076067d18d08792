import { Problem, type ProblemName } from '@space-data/core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  ignoreWaitUntil,
  type SnapshotKind,
} from '../../../packages/core/src/kernel/storage/cache/snapshot.ts'
import { MAX_STALE_MS } from '../../../packages/core/src/kernel/storage/cache/store-tier.ts'
import { NOON } from '../../support/context.ts'
import { DAY, later, MINUTE, settled, setUp, TTL, told, type Value } from './cache.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('staleIfError', () => {
  test.each<[ProblemName & string, string]>([
    ['upstream_unavailable', 'stale: load 1'],
    ['upstream_invalid', 'stale: load 1'],
    ['store_unavailable', 'stale: load 1'],
    ['not_found', 'not_found'],
    ['internal_error', 'internal_error'],
    ['rate_limited', 'rate_limited'],
    // Without `recentUntil` it is that of a central instance.
    ['upstream_stale', 'upstream_stale'],
  ])('staleIfError on %s gives %s, at first and from memory', async (code, expected) => {
    const { ask, upstream, failing, time } = setUp({ staleIfErrorMs: DAY })
    await ask()
    upstream.answer = failing(code)
    time.at = NOON + TTL + 1
    expect(await ask()).toBe(expected)
    expect(await ask()).toBe(expected)
    expect(upstream.loads).toBe(2)
  })

  test('staleIfError ends on time, and then the failure is returned', async () => {
    const { ask, upstream, failing, time } = setUp({ staleIfErrorMs: 60 * MINUTE })
    await ask()
    upstream.answer = failing('upstream_unavailable')
    time.at = NOON + TTL + 60 * MINUTE - 1
    expect(await ask()).toBe('stale: load 1')
    time.at += 1
    expect(await ask()).toBe('upstream_unavailable')
  })

  test('staleIfError is never longer than seven days', async () => {
    const { ask, upstream, failing, time } = setUp({ staleIfErrorMs: 365 * DAY })
    await ask()
    upstream.answer = failing('upstream_unavailable')
    expect(MAX_STALE_MS).toBe(7 * DAY)
    time.at = NOON + TTL + MAX_STALE_MS - 1
    expect(await ask()).toBe('stale: load 1')
    time.at += 1
    expect(await ask()).toBe('upstream_unavailable')
  })

  test('staleIfError is off by default', async () => {
    const { ask, upstream, failing, time } = setUp()
    await ask()
    upstream.answer = failing('upstream_unavailable')
    time.at = NOON + TTL
    expect(await ask()).toBe('upstream_unavailable')
  })

  test('staleIfError does not hold for values that are never served as stale', async () => {
    const { ask, snapshots, kind, upstream, failing, time } = setUp({ staleIfErrorMs: DAY })
    await ask()
    upstream.answer = failing('upstream_unavailable')
    time.at = NOON + TTL
    const neverStale = { ...kind, isNeverStale: true }
    expect(await told(() => snapshots.read('a', neverStale, ignoreWaitUntil))).toBe('upstream_unavailable')
  })

  test('staleIfError has nothing to serve if there was never a value', async () => {
    const { ask, upstream, failing } = setUp({ staleIfErrorMs: DAY })
    upstream.answer = failing('upstream_unavailable')
    expect(await ask()).toBe('upstream_unavailable')
  })
})

test('a value is served neither as fresh nor as stale once its data are too old', async () => {
  const { snapshots, kind, upstream, failing, time, restart } = setUp({ staleIfErrorMs: DAY })
  const askWith = (recentMs: number, key: string, cache = snapshots) => {
    const aging: SnapshotKind<Value> = {
      ...kind,
      load: async (previous) => ({ ...(await kind.load(previous)), recentUntil: NOON + recentMs }),
    }
    return told(() => cache.read(key, aging, ignoreWaitUntil))
  }
  const within = () => askWith(5 * MINUTE, 'within its TTL')
  const after = (cache = snapshots) => askWith(60 * MINUTE, 'after its TTL', cache)
  expect([await within(), await after()]).toEqual(['miss: load 1', 'miss: load 2'])
  await settled()
  upstream.answer = failing('upstream_stale')
  time.at = NOON + 5 * MINUTE
  expect(await within()).toBe('hit: load 1')
  time.at += 1
  expect(await within()).toBe('upstream_stale')
  time.at = NOON + 60 * MINUTE
  expect([await after(), await after(restart())]).toEqual(['stale: load 2', 'stale: load 2'])
  time.at += 1
  expect([await after(), await after(restart())]).toEqual(['upstream_stale', 'upstream_stale'])
})

describe('a load that takes longer than ten seconds', () => {
  const fakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

  test('a load of more than ten seconds fails its reader, continues, and fills the cache', async () => {
    fakeTimers()
    const { ask, snapshots, kind, upstream } = setUp()
    const { promise, resolve } = later()
    upstream.answer = () => promise
    const read = async () => snapshots.read('a', kind, ignoreWaitUntil)
    const first = expect(read()).rejects.toMatchObject({
      code: 'upstream_unavailable',
      retryAfterSeconds: 30,
    })
    await vi.advanceTimersByTimeAsync(9_999)
    const second = ask()
    await vi.advanceTimersByTimeAsync(1)
    await first
    expect(vi.getTimerCount()).toBe(1)
    resolve({ text: 'late' })
    expect(await second).toBe('collapsed: late')
    expect(await ask()).toBe('hit: late')
    expect(upstream.loads).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a load of more than ten seconds serves the last good value where staleIfError allows it', async () => {
    fakeTimers()
    const { ask, upstream, time } = setUp({ staleIfErrorMs: DAY })
    await ask()
    upstream.answer = () => new Promise(() => {})
    time.at = NOON + TTL
    const reading = ask()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await reading).toBe('stale: load 1')
  })

  test('a load that fails after ten seconds is cached as failed, without an unhandled rejection', async () => {
    fakeTimers()
    const { ask, snapshots, kind, upstream } = setUp()
    const { promise, reject } = later()
    upstream.answer = () => promise
    const reading = ask()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await reading).toBe('upstream_unavailable')
    reject(new Problem('upstream_invalid'))
    await settled()
    expect(() => snapshots.read('a', kind, ignoreWaitUntil)).toThrow('an unusable response')
    expect(upstream.loads).toBe(1)
  })
})
