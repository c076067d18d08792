import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { redis } from '../../packages/core/src/backends/redis.ts'
import type { Backend } from '../../packages/core/src/store/backend.ts'
import { freePort, haveRedis, type RedisServer, startRedis } from '../support/redis.ts'
import { timed } from '../support/stopwatch.ts'

const NOW = Date.now()
const UNTIL = NOW + 86_400_000

/** Long enough for half a second of patience on a busy machine, and far from a hang. */
const SOON_MS = 2_000

describe.skipIf(!(await haveRedis()))('a Redis in trouble', () => {
  let server: RedisServer
  let backend: Backend
  beforeEach(async () => {
    server = await startRedis()
    backend = await redis(server.url)
  })
  afterEach(async () => {
    await backend.close()
    await server[Symbol.asyncDispose]()
  })

  const take = async (key = 'k') => backend.counters.take(key, 1_000_000, UNTIL, NOW)

  /** One operation of each kind, all of them asked for now. */
  const everything = (): Promise<unknown>[] => {
    const { adapter, counters } = backend
    return [
      async () => adapter.get('record'),
      async () => adapter.set('record', '{"value":"late"}'),
      async () => adapter.delete('kept'),
      async () => backend.keys(''),
      async () => counters.take('k', 10, UNTIL, NOW),
      async () => counters.claim('claimed', 'me', UNTIL, NOW),
      async () => counters.swap('swapped', '', 'me', UNTIL, NOW),
      async () => counters.giveBack('given'),
      async () => counters.used('k', NOW),
      async () => counters.holder('claimed', NOW, UNTIL),
    ].map((operation) => operation())
  }

  const expectAllToReject = async () => {
    const [results, , awakeMs] = await timed(() => Promise.allSettled(everything()))
    expect(results.map(({ status }) => status)).toEqual(results.map(() => 'rejected'))
    expect(awakeMs).toBeLessThan(SOON_MS)
  }

  const expectToWorkAgain = async () => {
    await vi.waitFor(take, { timeout: 10_000, interval: 20 })
    await Promise.all(everything())
  }

  test('that is killed makes everything reject at once, and is used again when it is back', async () => {
    await take()
    await server.kill()
    await expectAllToReject()
    await expectAllToReject()
    const [, , awakeMs] = await timed(() => Promise.allSettled(Array.from({ length: 100 }, () => take())))
    expect(awakeMs).toBeLessThan(1_000)
    await server.start()
    await expectToWorkAgain()
  })

  test('that is killed with takes under way loses none that it had answered', async () => {
    await backend.close()
    await server[Symbol.asyncDispose]()
    server = await startRedis('--appendonly', 'yes', '--appendfsync', 'always')
    backend = await redis(server.url)
    let granted = 0
    let failed = 0
    const takers = Array.from({ length: 8 }, async () => {
      while (failed < 100) {
        await take().then(
          () => {
            granted += 1
          },
          async () => {
            failed += 1
            await sleep(5)
          },
        )
      }
    })
    await sleep(300)
    await server.kill()
    await Promise.all(takers)
    await server.start()
    const { used } = await vi.waitFor(take, { timeout: 10_000, interval: 20 })
    console.log(`FIGURE redis killed: ${granted} takes answered, ${used - 1} counted`)
    expect(used - 1).toBeGreaterThanOrEqual(granted)
    // What was under way may have been counted without an answer: a batch at most.
    expect(used - 1).toBeLessThanOrEqual(granted + 8)
  })

  test('that stands still makes everything reject soon, and does none of it later', async () => {
    await backend.adapter.set('kept', '{"value":1}')
    await backend.counters.claim('given', 'me', UNTIL, NOW)
    await take()
    server.pause()
    const [, ms] = await timed(expectAllToReject)
    console.log(`FIGURE redis stopped: everything rejected after ${ms} ms`)
    await expectAllToReject()
    await sleep(600)
    server.resume()
    await vi.waitFor(() => backend.keys(''), { timeout: 10_000, interval: 20 })

    expect((await take()).used).toBe(2)
    expect(await backend.counters.claim('claimed', 'another', UNTIL, NOW)).toBe('another')
    expect(await backend.counters.claim('swapped', 'another', UNTIL, NOW)).toBe('another')
    expect(await backend.counters.claim('given', 'another', UNTIL, NOW)).toBe('me')
    expect(await backend.adapter.get('record')).toBeUndefined()
    expect(await backend.adapter.get('kept')).toBe('{"value":1}')
  })

  test('that stands still while writes keep coming counts exactly those that it granted', async () => {
    let granted = 0
    let failed = 0
    let longest = 0
    for (let i = 0; i < 3; i += 1) {
      let goesOn = true
      const steady = async () => {
        while (goesOn) {
          const [result, , awakeMs] = await timed(() => Promise.allSettled([take(), sleep(5)]))
          longest = Math.max(longest, awakeMs)
          if (result[0].status === 'fulfilled') granted += 1
          else failed += 1
        }
      }
      server.pause()
      const takers = Array.from({ length: 20 }, steady)
      await sleep(1_200)
      server.resume()
      await vi.waitFor(() => backend.keys(''), { timeout: 10_000, interval: 20 })
      await sleep(100)
      goesOn = false
      await Promise.all(takers)
    }
    const { used } = await take()
    console.log(
      `FIGURE redis stopped three times: ${granted} takes granted, ${used - 1} counted, ${failed} rejected, ` +
        `the slowest after ${longest} ms`,
    )
    expect(failed).toBeGreaterThan(0)
    expect(longest).toBeLessThan(SOON_MS)
    expect(used - 1).toBe(granted)
  })

  test('that is a read-only replica is read, and every write rejects', async () => {
    await backend.adapter.set('kept', '{"value":1}')
    await server.cli('REPLICAOF', '127.0.0.1', String(await freePort()))
    expect(await backend.adapter.get('kept')).toBe('{"value":1}')
    expect(await backend.counters.used('k', NOW)).toBe(0)
    expect(await backend.counters.holder('k', NOW, UNTIL)).toBe('')
    const writes = await Promise.allSettled([
      backend.adapter.set('kept', '{"value":2}'),
      backend.adapter.delete('kept'),
      take(),
      backend.counters.claim('c', 'me', UNTIL, NOW),
      backend.counters.giveBack('k'),
    ])
    for (const write of writes) {
      expect(write).toMatchObject({ reason: { message: expect.stringMatching(/^READONLY/) } })
    }
    await server.cli('REPLICAOF', 'NO', 'ONE')
    expect(await backend.adapter.get('kept')).toBe('{"value":1}')
    expect((await take()).used).toBe(1)
  })

  test('that is full refuses writes and loses nothing', async () => {
    await backend.adapter.set('kept', '{"value":1}')
    await server.cli('CONFIG', 'SET', 'maxmemory', '1mb')
    const big = 'x'.repeat(2_000_000)
    await backend.adapter.set('big', big).catch(() => {})
    await expect(backend.adapter.set('more', big)).rejects.toThrow('OOM')
    await expect(take()).rejects.toThrow('OOM')
    expect(await backend.adapter.get('kept')).toBe('{"value":1}')
    await backend.adapter.delete('big')
    await server.cli('CONFIG', 'SET', 'maxmemory', '0')
    expect((await take()).used).toBe(1)
  })

  test('that comes back empty has forgotten the scripts, too, and counts from the start', async () => {
    for (let i = 0; i < 3; i += 1) await take()
    await server.kill()
    await server.start()
    expect((await vi.waitFor(take, { timeout: 10_000, interval: 20 })).used).toBe(1)
    await server.cli('SCRIPT', 'FLUSH')
    const takes = await Promise.all(Array.from({ length: 50 }, (_, i) => take(`k${i % 5}`)))
    expect(takes.filter(({ granted }) => granted)).toHaveLength(50)
    expect(await backend.counters.swap('s', '', 'me', UNTIL, NOW)).toBe(true)
  })

  test.each(['running', 'standing still', 'dead'])('closes quickly while it is %s', async (state) => {
    await take()
    if (state === 'standing still') server.pause()
    if (state === 'dead') await server.kill()
    const [, , awakeMs] = await timed(() => Promise.all([backend.close(), backend.close()]))
    expect(awakeMs).toBeLessThan(SOON_MS)
    for (const result of await Promise.allSettled(everything())) {
      expect(result).toMatchObject({
        reason: { message: expect.stringMatching(/cannot be used: it was closed$/) },
      })
    }
    server.resume()
  })
})

describe.skipIf(!(await haveRedis()))('a Redis at the start', () => {
  test('may be down: it opens, says so, and is used once it is there', async () => {
    await using server = await startRedis()
    await server.kill()
    const [backend, , awakeMs] = await timed(() => redis(server.url))
    expect(awakeMs).toBeLessThan(SOON_MS)
    expect(backend.warnings).toEqual([
      expect.stringMatching(/^Redis at 127\.0\.0\.1:\d+ cannot be used yet: connect ECONNREFUSED /),
    ])
    await expect(backend.adapter.get('a')).rejects.toThrow(/cannot be used: connect ECONNREFUSED/)
    await server.start()
    await vi.waitFor(() => backend.adapter.get('a'), { timeout: 10_000, interval: 20 })
    await backend.close()
  })

  test('may stand still: it opens, says so, and is used once it answers', async () => {
    await using server = await startRedis()
    server.pause()
    const [backend, , awakeMs] = await timed(() => redis(server.url))
    expect(awakeMs).toBeLessThan(SOON_MS)
    expect(backend.warnings).toEqual([expect.stringMatching(/cannot be used yet: /)])
    await expect(backend.adapter.get('a')).rejects.toThrow('cannot be used')
    server.resume()
    await vi.waitFor(() => backend.adapter.get('a'), { timeout: 10_000, interval: 20 })
    await backend.close()
  })

  test('may want a password, which is never repeated', async () => {
    await using server = await startRedis('--requirepass', 'right/secret')
    const address = `127.0.0.1:${server.port}`
    const good = await redis(`redis://:right%2Fsecret@${address}`)
    expect(good.description).toBe(`Redis at ${address}`)
    await good.adapter.set('a', '1')
    await good.close()

    for (const credentials of ['', ':wrong-secret@', 'somebody:wrong-secret@']) {
      const backend = await redis(`redis://${credentials}${address}`)
      const failure = await Promise.resolve(backend.adapter.get('a')).then(String, String)
      expect(failure).toMatch(/cannot be used: (NOAUTH|WRONGPASS)/)
      expect(JSON.stringify(backend) + failure).not.toContain('secret')
      await backend.close()
    }
  })

  test.each([
    ['', 'http://secret@x', 'redis://', 'redis:///0', 'redis://u:se/cret@x', 'redis://:se#cret@x', 'secret'],
    [
      'redis://u:secret%@x',
      'redis://u:secret@x/one',
      'redis://u:secret@x?tls=1',
      'unix:///secret',
      'redis:secret',
    ],
  ])('a URL that is none is refused without being repeated', async (...urls) => {
    for (const url of urls) {
      const failure = await redis(url).then(String, (error) => error)
      expect(failure, url).toBeInstanceOf(TypeError)
      expect(`${failure.message} ${JSON.stringify(failure)} ${failure.cause}`).not.toMatch(/secret|cret@/)
      expect(failure.message).toContain('redis://user:password@host:6379/0')
    }
  })

  test('is asked what an operator should know', async () => {
    await using server = await startRedis()
    const warnings = async (...settings: readonly [string, string][]) => {
      for (const setting of settings) await server.cli('CONFIG', 'SET', ...setting)
      const backend = await redis(server.url)
      await backend.close()
      return backend.warnings
    }
    expect(await warnings()).toEqual([
      'When Redis is killed, it forgets everything, issued keys among it: set appendonly to yes',
    ])
    expect(await warnings(['save', '3600 1 300 100 60 10000'])).toEqual([
      'When Redis is killed, it may forget the last 60 minutes, issued keys among it: set appendonly to yes',
    ])
    expect(await warnings(['appendonly', 'yes'])).toEqual([])
    expect(await warnings(['maxmemory-policy', 'volatile-lru'])).toEqual([])
    expect(await warnings(['maxmemory', '100mb'])).toEqual([
      expect.stringMatching(/^Redis drops counts .*volatile-lru.* noeviction$/),
    ])
    expect(await warnings(['maxmemory-policy', 'noeviction'])).toEqual([])
    await server.cli('CONFIG', 'SET', 'appendonly', 'no')
    await server.cli('ACL', 'SETUSER', 'default', '-config')
    expect(await warnings()).toEqual([
      'When Redis is killed, it may forget all since its last snapshot, issued keys among it: set appendonly to yes',
    ])
    await server.cli('ACL', 'SETUSER', 'default', '-info')
    expect(await warnings()).toEqual([expect.stringMatching(/^Redis does not allow INFO, .*noeviction/)])
  })
})

describe.skipIf(!(await haveRedis()))('on a Redis that others use', () => {
  test('all keys are under our name, are told from theirs, and go away by themselves', async () => {
    await using server = await startRedis()
    await server.cli('MSET', 'foreign', '1', 'key:foreign', '2', 'space-data', '3')
    const backend = await redis(`${server.url}/0`)
    await backend.adapter.set('key:1', '"x"')
    await backend.adapter.set('short', '"x"', 5_000)
    await backend.counters.take('count', 5, UNTIL, NOW)
    await backend.counters.claim('claim', 'me', NOW + 100 * 365 * 86_400_000, NOW)
    await backend.counters.claim('over', 'me', 0, NOW)
    await backend.counters.swap('swap', '', 'me', Number.POSITIVE_INFINITY, NOW)
    expect(await backend.keys('')).toHaveLength(2)
    expect(await backend.keys('key:')).toEqual(['key:1'])
    expect((await server.cli('KEYS', 'space-data:*')).split('\n').sort()).toEqual([
      'space-data:counter:claim',
      'space-data:counter:count',
      'space-data:counter:swap',
      'space-data:record:key:1',
      'space-data:record:short',
    ])
    const secondsLeft = async (key: string) => Number(await server.cli('TTL', `space-data:${key}`))
    expect(await secondsLeft('record:key:1')).toBe(-1)
    expect(await secondsLeft('record:short')).toBeLessThanOrEqual(5)
    expect(await secondsLeft('counter:count')).toBeGreaterThan(86_400 + 3_500)
    expect(await secondsLeft('counter:count')).toBeLessThanOrEqual(86_400 + 3_600)
    expect(await secondsLeft('counter:claim')).toBeGreaterThan(99 * 365 * 86_400)
    expect(await secondsLeft('counter:swap')).toBeGreaterThan(0)

    const elsewhere = await redis(`${server.url}/7`)
    expect(elsewhere.description).toBe(`Redis at 127.0.0.1:${server.port}, database 7`)
    expect(await elsewhere.keys('')).toEqual([])
    await elsewhere.close()
    await backend.close()
    expect(await server.cli('MGET', 'foreign', 'key:foreign', 'space-data')).toBe('1\n2\n3')
  })
})
