import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { StoreBackend } from '@space-data/core'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { redis } from '../../../packages/core/src/adapters/redis/index.ts'
import { openStore, type Store } from '../../../packages/core/src/kernel/storage/store.ts'
import { freePort } from '../../support/free-port.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { haveRedis, startRedis } from '../../support/redis.ts'
import { type RedisCluster, startRedisCluster } from '../../support/redis-cluster.ts'
import { timed } from '../../support/stopwatch.ts'
import { isDelay } from '../again.mjs'
import { again, NOW, UNTIL, until } from './trouble.ts'

const COUNTER = 'space-data:counter:'

vi.setConfig({ testTimeout: 120_000 })

async function newCluster(options?: Parameters<typeof startRedisCluster>[0]): Promise<RedisCluster> {
  const cluster = await startRedisCluster(options)
  onTestFinished(() => cluster[Symbol.asyncDispose]())
  return cluster
}

async function open(url: string): Promise<StoreBackend> {
  const backend = await redis(url)
  onTestFinished(() => backend.close())
  return backend
}

/** With circuit breakers and batches of each shard. */
async function openWhole(url: string): Promise<Store> {
  return openStore(await open(url))
}

/** Returns a function that tells the primary of a counter, and the primary of the first one. */
async function shards(cluster: RedisCluster, keys: readonly string[]) {
  const primaries = await cluster.primariesOf(keys.map((key) => COUNTER + key))
  const primaryOf = (key: string) => primaries.get(COUNTER + key)!
  return [primaryOf, primaryOf(keys[0]!)] as const
}

/** Consumes on several counters until `stop`, and tells what was granted by counter. */
function consumers({ atomic }: Pick<Store, 'atomic'>, keys: readonly string[], atOnce: number) {
  const granted = new Map(keys.map((key) => [key, 0]))
  let rejected = 0
  const others: unknown[] = []
  let goesOn = true
  /** The longest time between two grants of each counter, in milliseconds. */
  const gaps = new Map<string, { last: number; longest: number }>()
  const lanes = Array.from({ length: atOnce }, async (_, lane) => {
    for (let i = lane; goesOn; i += 1) {
      const key = keys[i % keys.length]!
      try {
        const { added: given } = await atomic.add(key, 10_000_000, UNTIL, NOW)
        granted.set(key, granted.get(key)! + given)
        const now = performance.now()
        const { last, longest } = gaps.get(key) ?? { last: now, longest: 0 }
        gaps.set(key, { last: now, longest: Math.max(longest, now - last) })
      } catch (error) {
        rejected += 1
        if (!isDelay(error)) others.push(error)
      }
      // Leaves processor time to the servers, which share the cores.
      if (i % 5 === 0) await sleep(1)
    }
  })
  return {
    granted,
    /** Resolves once each counter has granted again. */
    eachGranted() {
      const before = new Map(granted)
      return until(() => keys.every((key) => granted.get(key)! > before.get(key)!))
    },
    longestGapMs: () => Math.max(0, ...[...gaps.values()].map(({ longest }) => longest)),
    forgetGaps: () => gaps.clear(),
    rejected: () => rejected,
    others,
    async stop() {
      goesOn = false
      await Promise.all(lanes)
    },
  }
}

type Load = ReturnType<typeof consumers>

/** A busy machine delays servers, too. */
function expectOnlyDelays({ others }: Load): void {
  expect(others).toEqual([])
}

/** What was rejected late may have been counted. */
function expectCounted(key: string, counts: ReadonlyMap<string, number>, { granted, rejected }: Load): void {
  expect(counts.get(key)).toBeGreaterThanOrEqual(granted.get(key)!)
  expect(counts.get(key)).toBeLessThanOrEqual(granted.get(key)! + rejected())
}

async function counts(
  { atomic }: Pick<Store, 'atomic'>,
  keys: readonly string[],
): Promise<Map<string, number>> {
  return new Map(await Promise.all(keys.map(async (key) => [key, await atomic.count(key, NOW)] as const)))
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0)

describe.skipIf(!(await haveRedis()))('a Redis Cluster in trouble', () => {
  test('a killed primary is replaced; the other shards count meanwhile', async () => {
    const cluster = await newCluster({
      replicas: 1,
      settings: ['--cluster-require-full-coverage', 'no', '--cluster-node-timeout', '1000'],
    })
    const store = await openWhole(cluster.url)
    const keys = Array.from({ length: 30 }, (_, i) => `k${i}`)
    const [primaryOf, victim] = await shards(cluster, keys)
    const lost = keys.filter((key) => primaryOf(key) === victim)
    const kept = keys.filter((key) => primaryOf(key) !== victim)
    const onLost = consumers(store, lost, 20)
    const onKept = consumers(store, kept, 20)
    await Promise.all([onLost.eachGranted(), onKept.eachGranted()])
    await victim.kill()
    const killedAt = performance.now()
    await until(async () => !(await cluster.primaries()).includes(victim))
    const promotedMs = performance.now() - killedAt
    await Promise.all([onLost.eachGranted(), onKept.eachGranted()])
    await Promise.all([onLost.stop(), onKept.stop()])

    const after = await counts(store, keys)
    const grantedOnLost = sum(onLost.granted.values())
    const counted = sum(lost.map((key) => after.get(key)!))
    const forgotten = sum(lost.map((key) => Math.max(0, onLost.granted.get(key)! - after.get(key)!)))
    console.log(
      `FIGURE Redis Cluster, primary killed: ${grantedOnLost} takes granted on its shard, ${counted} counted, ${forgotten} forgotten; promoted after ${(promotedMs / 1_000).toFixed(1)} s, outage ${(onLost.longestGapMs() / 1_000).toFixed(1)} s; longest pause of the others ${onKept.longestGapMs().toFixed(0)} ms`,
    )
    expect(onKept.longestGapMs()).toBeLessThan(onLost.longestGapMs())
    expectOnlyDelays(onKept)
    for (const key of kept) expectCounted(key, after, onKept)
    // What the replica had not received when the primary died: at most what 20 callers had under way.
    expect(forgotten).toBeLessThanOrEqual(20)
  })

  test('slots that move under load cost no take and grant none twice', async () => {
    const cluster = await newCluster()
    const store = await openWhole(cluster.url)
    const keys = Array.from({ length: 60 }, (_, i) => `k${i}`)
    const [from, to] = cluster.nodes
    const [primaryOf] = await shards(cluster, keys)
    expect(new Set(keys.map(primaryOf)).size).toBe(3)
    const load = consumers(store, keys, 40)
    await load.eachGranted()
    await promisify(execFile)('redis-cli', [
      ...['--cluster', 'reshard', `127.0.0.1:${from!.port}`, '--cluster-yes'],
      ...['--cluster-from', await from!.cli('CLUSTER', 'MYID')],
      ...['--cluster-to', await to!.cli('CLUSTER', 'MYID')],
      ...['--cluster-slots', '5461'],
    ])
    await load.eachGranted()
    await load.stop()
    const after = await counts(store, keys)
    const granted = sum(load.granted.values())
    console.log(
      `FIGURE Redis Cluster, 5,461 slots moved under load: ${granted} takes granted, ${sum(after.values())} counted, ${load.rejected()} rejected, longest pause ${load.longestGapMs().toFixed(0)} ms`,
    )
    // Each slot is an fsync of every Redis: a slow disk delays takes, which reject in time. No slot is lost.
    expectOnlyDelays(load)
    for (const key of keys) expectCounted(key, after, load)
    expect(await cluster.primaries()).toHaveLength(2)
  })

  test('a primary that hangs delays only its own shard, and runs nothing late', async () => {
    const cluster = await newCluster()
    const store = await openWhole(cluster.url)
    const keys = Array.from({ length: 30 }, (_, i) => `k${i}`)
    const [primaryOf, victim] = await shards(cluster, keys)
    const others = keys.filter((key) => primaryOf(key) !== victim).slice(0, 5)
    expect((await store.atomic.add('k0', 100, UNTIL, NOW)).count).toBe(1)
    const load = consumers(store, others, 10)
    await load.eachGranted()
    victim.pause()
    load.forgetGaps()
    const hung = timed(() => Promise.allSettled([store.atomic.add('k0', 100, UNTIL, NOW)]))
    await load.eachGranted()
    const [[{ status }], hungMs] = await hung
    await load.eachGranted()
    await load.stop()
    expect(status).toBe('rejected')
    expectOnlyDelays(load)
    expect(load.longestGapMs()).toBeLessThan(hungMs)
    await expect(store.keys('')).rejects.toMatchObject({ code: 'store_unavailable' })
    victim.resume()
    await again(() => store.keys(''))
    expect((await again(() => store.atomic.add('k0', 100, UNTIL, NOW))).count).toBe(2)
  })

  test('every node is killed and comes back: the store is used again', async () => {
    const cluster = await newCluster({ settings: ['--appendonly', 'yes', '--appendfsync', 'always'] })
    const backend = await open(cluster.url)
    await backend.adapter.set('kept', '{"value":1}')
    await Promise.all(cluster.nodes.map((node) => node.kill()))
    await Promise.allSettled([backend.adapter.get('kept'), backend.keys(''), backend.dataLoss?.()])
    await expect(backend.adapter.get('kept')).rejects.toThrow('cannot be used')
    await Promise.all(cluster.nodes.map((node) => node.start()))
    await vi.waitFor(async () => expect(await backend.adapter.get('kept')).toBe('{"value":1}'), {
      timeout: PATIENCE_MS,
      interval: 50,
    })
  })

  test('a primary that was emptied is reported, whichever it is', async () => {
    const cluster = await newCluster()
    for (const node of cluster.nodes) {
      const backend = await redis(cluster.url)
      expect(await backend.dataLoss?.()).toBeUndefined()
      await node.cli('FLUSHALL')
      expect(await backend.dataLoss?.()).toBe(`The Redis at 127.0.0.1:${node.port} was emptied or replaced`)
      await backend.close()
    }
    const backend = await open(cluster.url)
    expect(await backend.dataLoss?.()).toBeUndefined()
  })

  test('a flush waits for a replica, and fails while none confirms', async () => {
    const cluster = await newCluster({ replicas: 1 })
    const backend = await open(cluster.url)
    await backend.adapter.set('a', '{"value":1}')
    await backend.flush?.()
    const [, ms] = await timed(async () => backend.flush?.())
    console.log(`FIGURE Redis Cluster: a flush to a replica takes ${ms.toFixed(1)} ms`)
    for (const replica of cluster.nodes.slice(3)) replica.pause()
    await expect(backend.flush?.()).rejects.toThrow(
      /no replica of the Redis at 127\.0\.0\.1:\d+ has confirmed a write within 400 ms/,
    )
    expect((await backend.atomic.add('k', 5, UNTIL, NOW)).added).toBe(1)
    for (const replica of cluster.nodes.slice(3)) replica.resume()
    await vi.waitFor(() => backend.flush?.(), { timeout: PATIENCE_MS, interval: 100 })
  })

  test('a flush without replicas returns at once', async () => {
    const cluster = await newCluster()
    const backend = await open(cluster.url)
    await backend.flush?.()
  })
})

describe.skipIf(!(await haveRedis()))('a Redis Cluster at the start', () => {
  test('one node of the URL is enough, and a dead one does not matter', async () => {
    const cluster = await newCluster()
    const [, second] = cluster.nodes
    await using stranger = await startRedis()
    await stranger.kill()
    const backend = await open(`redis+cluster://127.0.0.1:${stranger.port},127.0.0.1:${second!.port}`)
    await backend.adapter.set('a', '{"value":1}')
    expect(backend.description).toBe(`Redis Cluster at 127.0.0.1:${stranger.port}, 127.0.0.1:${second!.port}`)
  })

  test('it opens while no node responds, warns, and is used once they do', async () => {
    const cluster = await newCluster({ settings: ['--appendonly', 'yes'] })
    await Promise.all(cluster.nodes.map((node) => node.kill()))
    const backend = await open(cluster.url)
    expect(backend.warnings).toEqual([
      expect.stringMatching(/^Redis Cluster at .* cannot be used yet: connect ECONNREFUSED/),
    ])
    await expect(backend.adapter.get('a')).rejects.toThrow(/cannot be used: connect ECONNREFUSED/)
    await expect(backend.keys('')).rejects.toThrow('cannot be used')
    await Promise.all(cluster.nodes.map((node) => node.start()))
    await vi.waitFor(() => backend.adapter.get('a'), { timeout: PATIENCE_MS, interval: 50 })
  })

  test('a Redis that is not in a cluster, and one that evicts any key, are refused', async () => {
    await using alone = await startRedis()
    await expect(redis(`redis+cluster://127.0.0.1:${alone.port}`)).rejects.toMatchObject({
      code: 'REDIS_UNFIT',
      message: `Redis Cluster at 127.0.0.1:${alone.port} cannot be the store: it is not a node of a Redis Cluster: use redis://HOST:PORT`,
    })
    const evicting = await newCluster({ settings: ['--maxmemory-policy', 'allkeys-lru'] })
    await expect(redis(evicting.url)).rejects.toMatchObject({ code: 'REDIS_UNFIT' })
  })

  test('nodes with a password are used with that of the URL, which is never repeated', async () => {
    const password = ['--requirepass', 'right/secret', '--masterauth', 'right/secret']
    // Without one of its own the bus takes the port plus 10,000, which a connection may have.
    const bus = ['--cluster-port', String(await freePort())]
    await using server = await startRedis('--cluster-enabled', 'yes', ...bus, ...password)
    const failing = await open(`redis+cluster://:wrong-secret@127.0.0.1:${server.port}`)
    const failure = await Promise.resolve(failing.adapter.get('a')).then(String, String)
    expect(failure).toMatch(/cannot be used: WRONGPASS/)
    expect(failure + failing.description).not.toContain('secret')
    const good = await open(`redis+cluster://:right%2Fsecret@127.0.0.1:${server.port}`)
    await expect(good.adapter.get('a')).rejects.toThrow('no primary has the slot of a key')
  })
})
