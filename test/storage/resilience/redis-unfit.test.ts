import { createSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { redis } from '../../../packages/core/src/adapters/redis/index.ts'
import { freePort } from '../../support/free-port.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { haveRedis, startRedis, startSentinel } from '../../support/redis.ts'

const MEMORY = ['--maxmemory', '6mb']
const NOW = Date.now()
const BUS_PORT = String(await freePort())

/** Returns the error with which a Redis is refused. */
async function refusal(url: string): Promise<{ code?: string; message: string }> {
  return redis(url).then(
    async (backend) => {
      await backend.close()
      return { message: 'it was opened' }
    },
    (error) => error,
  )
}

describe.skipIf(!(await haveRedis()))('a Redis that can never be the store', () => {
  test.each([
    [
      'evicts any key',
      ['--maxmemory-policy', 'allkeys-lru', ...MEMORY],
      /allkeys-lru.* set it to noeviction$/,
    ],
    [
      'evicts any key, and does not allow CONFIG',
      ['--maxmemory-policy', 'allkeys-random', '--rename-command', 'CONFIG', ''],
      /allkeys-random/,
    ],
    [
      'is a node of a cluster',
      // By default its bus has the port plus 10,000, which there may not be.
      ['--cluster-enabled', 'yes', '--cluster-port', BUS_PORT],
      /node of a Redis Cluster: use redis\+cluster:\/\/HOST:PORT$/,
    ],
  ])('redis() refuses a Redis that %s, and says what to do', async (_, settings, words) => {
    await using server = await startRedis(...settings)
    expect(await refusal(server.url)).toMatchObject({
      code: 'REDIS_UNFIT',
      message: expect.stringMatching(
        new RegExp(`^Redis at 127\\.0\\.0\\.1:\\d+ cannot be the store: it .*${words.source}`),
      ),
    })
  })

  test('redis() refuses a Sentinel', async () => {
    await using server = await startSentinel()
    expect(await refusal(server.url)).toMatchObject({
      code: 'REDIS_UNFIT',
      message: expect.stringMatching(/it is a Sentinel.*: use redis\+sentinel:\/\//),
    })
  })

  test('an unfit Redis found after a reconnect is not used until it is reconfigured', async () => {
    await using server = await startRedis('--maxmemory-policy', 'allkeys-lru')
    await server.kill()
    const backend = await redis(server.url)
    onTestFinished(() => backend.close())
    await server.start()
    await vi.waitFor(
      () =>
        expect(backend.adapter.get('a')).rejects.toThrow(
          /cannot be used: it evicts any key .*set it to noeviction/,
        ),
      { timeout: PATIENCE_MS, interval: 20 },
    )
    await server.cli('CONFIG', 'SET', 'maxmemory-policy', 'noeviction')
    await vi.waitFor(() => backend.adapter.get('a'), { timeout: PATIENCE_MS, interval: 20 })
  })
})

describe.skipIf(!(await haveRedis()))('a Redis at the start', () => {
  test('redis() opens a replica with a warning', async () => {
    await using server = await startRedis()
    const port = await freePort()
    await server.cli('REPLICAOF', '127.0.0.1', String(port))
    const backend = await redis(server.url)
    expect(backend.warnings?.[0]).toMatch(
      new RegExp(`^Redis is a read-only replica of 127\\.0\\.0\\.1:${port}: .*address of the primary$`),
    )
    await server.cli('REPLICAOF', 'NO', 'ONE')
    await backend.atomic.add('k', 1, NOW + 1_000, NOW)
    await backend.close()
  })

  test.each([
    [5 * 60_000, '5 min behind'],
    [-5 * 60_000, '5 min ahead of'],
    [30_000, undefined],
  ])('redis() warns of a clock skew of %d ms: %s', async (ms, words) => {
    await using server = await startRedis('--appendonly', 'yes')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
    try {
      const backend = await redis(server.url)
      expect(backend.warnings).toEqual(
        words ? [expect.stringMatching(`^The clock of Redis is ${words} the clock of this machine\\. `)] : [],
      )
      await backend.close()
    } finally {
      vi.useRealTimers()
    }
  })
})

describe.skipIf(!(await haveRedis()))('a Redis that drops keys', () => {
  test('after Redis has evicted keys, unknown keys are 503, not 401', async () => {
    await using server = await startRedis(
      '--rename-command',
      'CONFIG',
      '',
      '--maxmemory-policy',
      'volatile-lru',
      ...MEMORY,
    )
    const backend = await redis(server.url)
    expect(backend.warnings).toContainEqual(expect.stringMatching(/volatile-lru.* noeviction$/))
    const errors: Error[] = []
    const service = createSpaceData({
      features: everything,
      store: backend,
      onError: (error) => errors.push(error as Error),
    })
    onTestFinished(() => service.close())
    const orders = Array.from({ length: 20 }, () => service.keys.issue({ tier: 'pro', label: 'x' }))
    const keys = (await Promise.all(orders)).map(({ key }) => key)
    const ask = async (key: string) => {
      const headers = { 'x-api-key': key }
      return (await service.handle(new Request('http://x/shell/density/550', { headers }))).status
    }
    const unknown = 'sd_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'
    expect(await ask(unknown)).toBe(401)

    // As `allkeys-lru` would do: some records and counters are gone.
    const records = (await server.cli('KEYS', 'space-data:record:key:*')).split('\n').slice(0, 10)
    await server.cli('DEL', ...records)
    const filling = async () => {
      const batch = Array.from({ length: 500 }, (_, i) =>
        backend.atomic.add(`flood ${NOW} ${filled++} ${i}`, 1, NOW + 86_400_000, NOW),
      )
      await Promise.allSettled(batch)
      return /evicted_keys:([1-9]\d*)/.test(await server.cli('INFO', 'stats'))
    }
    let filled = 0
    while (!(await filling())) expect(filled).toBeLessThan(200_000)

    const statuses = await Promise.all(keys.map(ask))
    expect([...new Set(statuses)].sort()).toEqual([404, 503])
    expect(statuses.filter((status) => status === 503)).toHaveLength(10)
    expect(errors.map(({ cause }) => String(cause))).toContainEqual(
      expect.stringMatching(/Redis has evicted keys .*noeviction/),
    )

    // A new process accepts the store as it is, and there is memory again.
    const flood =
      "for _, key in ipairs(redis.call('KEYS', 'space-data:counter:flood*')) do redis.call('DEL', key) end"
    await server.cli('EVAL', flood, '0')
    const next = createSpaceData({ features: everything, store: await redis(server.url), onError() {} })
    onTestFinished(() => next.close())
    const headers = { 'x-api-key': keys[statuses.indexOf(503)]! }
    expect((await next.handle(new Request('http://x/shell/density/550', { headers }))).status).toBe(401)
  })

  test('Redis deletes a counter of a minute after another minute, and one of a day after an hour', async () => {
    await using server = await startRedis()
    const backend = await redis(server.url)
    const ttl = async (spanMs: number) => {
      await backend.atomic.add(`of ${spanMs}`, 5, NOW + spanMs, NOW)
      return Number(await server.cli('PTTL', `space-data:counter:of ${spanMs}`)) - spanMs
    }
    for (const [spanMs, restMs] of [
      [5_000, 60_000],
      [60_000, 60_000],
      [600_000, 600_000],
      [86_400_000, 3_600_000],
    ] as const) {
      const rest = await ttl(spanMs)
      expect(rest).toBeGreaterThan(restMs - 2_000)
      expect(rest).toBeLessThanOrEqual(restMs)
    }
    await backend.close()
  })
})
