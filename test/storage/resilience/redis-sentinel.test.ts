import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { redis } from '../../../packages/core/src/adapters/redis/index.ts'
import { openStore } from '../../../packages/core/src/kernel/storage/store.ts'
import { freePort } from '../../support/free-port.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { haveRedis, type RedisServer, startRedis, startSentinel } from '../../support/redis.ts'

const NOW = Date.now()
const UNTIL = NOW + 86_400_000

vi.setConfig({ testTimeout: 120_000 })

interface Watched {
  readonly primary: RedisServer
  readonly replica: RedisServer
  readonly sentinels: readonly RedisServer[]
  readonly url: string
}

/** A primary with a replica, watched by three Sentinels; all are ended after the test. */
async function startWatched(...settings: readonly string[]): Promise<Watched> {
  const primary = await startRedis(...settings)
  const replica = await startRedis('--replicaof', `127.0.0.1 ${primary.port}`, ...settings)
  const sentinels = await Promise.all(
    Array.from({ length: 3 }, () => startSentinel({ name: 'space', port: primary.port })),
  )
  onTestFinished(async () => {
    for (const server of [primary, replica, ...sentinels]) await server[Symbol.asyncDispose]()
  })
  await vi.waitFor(async () => expect(await primary.cli('INFO', 'replication')).toMatch(/state=online/), {
    timeout: PATIENCE_MS,
    interval: 20,
  })
  for (const sentinel of sentinels)
    await vi.waitFor(
      async () => {
        const facts = await sentinel.cli('SENTINEL', 'MASTER', 'space')
        expect(facts).toMatch(/num-slaves\n1\nnum-other-sentinels\n2/)
      },
      { timeout: PATIENCE_MS, interval: 50 },
    )
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')
  return { primary, replica, sentinels, url: `redis+sentinel://${hosts}/space` }
}

async function openWhole(url: string) {
  const store = openStore(await redis(url))
  onTestFinished(() => store.close())
  return store
}

describe.skipIf(!(await haveRedis()))('a Redis behind Sentinels', () => {
  test('a killed primary is replaced, and at most what was under way is lost', async () => {
    const { primary, replica, url } = await startWatched()
    const store = await openWhole(url)
    let [granted, rejected, longestMs, last, goesOn] = [0, 0, 0, performance.now(), true]
    const lanes = Array.from({ length: 10 }, async () => {
      while (goesOn) {
        try {
          const { added: given } = await store.atomic.add('k', 1_000_000, UNTIL, NOW)
          granted += given
          longestMs = Math.max(longestMs, performance.now() - last)
          last = performance.now()
        } catch {
          rejected += 1
        }
        // Leaves processor time to the servers.
        await sleep(2)
      }
    })
    await vi.waitUntil(() => granted > 100, { timeout: PATIENCE_MS, interval: 5 })
    await primary.kill()
    const rejectedBefore = rejected
    await vi.waitUntil(() => rejected >= rejectedBefore + 10, { timeout: PATIENCE_MS, interval: 5 })
    const beforeSwitch = granted
    await vi.waitFor(() => expect(granted).toBeGreaterThan(beforeSwitch + 10), {
      timeout: PATIENCE_MS,
      interval: 50,
    })
    goesOn = false
    await Promise.all(lanes)
    const counted = await store.atomic.count('k', NOW)
    console.log(
      `FIGURE Sentinel, primary killed: ${granted} takes granted, ${counted} counted, ${rejected} rejected, outage ${(longestMs / 1_000).toFixed(1)} s`,
    )
    expect(await replica.cli('ROLE')).toMatch(/^master/)
    // What the replica had not received when the primary died: at most one for each caller.
    expect(granted - counted).toBeLessThanOrEqual(10)
    expect(counted - granted).toBeLessThanOrEqual(rejected)
  })

  test('after a switch that an operator asks for, the new primary is used', async () => {
    const { replica, sentinels, url } = await startWatched()
    const store = await openWhole(url)
    await store.set('a', 1)
    await sentinels[0]!.cli('SENTINEL', 'FAILOVER', 'space')
    await vi.waitFor(async () => expect(await replica.cli('ROLE')).toMatch(/^master/), {
      timeout: PATIENCE_MS,
      interval: 50,
    })
    await vi.waitFor(
      async () => {
        await store.set('b', 2)
        expect(await replica.cli('EXISTS', 'space-data:record:b')).toBe('1')
      },
      { timeout: PATIENCE_MS, interval: 50 },
    )
    expect(await store.get('a')).toBe(1)
  })

  test('two of three Sentinels may be dead or hang', async () => {
    const { sentinels, url } = await startWatched()
    await sentinels[0]!.kill()
    sentinels[1]!.pause()
    const store = await openWhole(url)
    await vi.waitFor(() => store.set('a', 1), { timeout: PATIENCE_MS, interval: 50 })
    sentinels[1]!.resume()
  })

  test('a flush waits for the replica', async () => {
    const { replica, url } = await startWatched()
    const store = await openWhole(url)
    await store.set('a', 1)
    await store.flush()
    expect(await replica.cli('EXISTS', 'space-data:record:a')).toBe('1')
    replica.pause()
    await expect(store.flush()).rejects.toMatchObject({
      code: 'store_unavailable',
      cause: { message: expect.stringMatching(/no replica of the Redis .* has confirmed a write/) },
    })
    replica.resume()
    await vi.waitFor(() => store.flush(), { timeout: PATIENCE_MS, interval: 100 })
  })

  test('Sentinels that do not know the name, or do not answer, are named in the warning', async () => {
    await using sentinel = await startSentinel()
    const dead = await freePort()
    const backend = await redis(`redis+sentinel://:secret@127.0.0.1:${dead},127.0.0.1:${sentinel.port}/space`)
    onTestFinished(() => backend.close())
    const reason =
      'no Sentinel returned the address of space (' +
      `127.0.0.1:${dead}: connect ECONNREFUSED 127.0.0.1:${dead}; ` +
      `127.0.0.1:${sentinel.port}: it monitors no primary with this name)`
    expect(backend.warnings).toEqual([`${backend.description} cannot be used yet: ${reason}`])
    expect(backend.description).toBe(
      `Redis space of the Sentinels at 127.0.0.1:${dead}, 127.0.0.1:${sentinel.port}`,
    )
    await expect(backend.adapter.get('a')).rejects.toThrow(reason)
  })

  test('the primary is asked with the password of the URL, the Sentinels without', async () => {
    await using primary = await startRedis('--requirepass', 'right/secret')
    await using sentinel = await startSentinel({ name: 'space', port: primary.port })
    const backend = await redis(`redis+sentinel://:right%2Fsecret@127.0.0.1:${sentinel.port}/space/0`)
    onTestFinished(() => backend.close())
    await backend.adapter.set('a', '{"value":1}')
    expect(await backend.adapter.get('a')).toBe('{"value":1}')
  })
})
