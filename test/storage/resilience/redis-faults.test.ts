import { setTimeout as sleep } from 'node:timers/promises'
import { InvalidOptionError, type StoreBackend } from '@space-data/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { redis } from '../../../packages/core/src/adapters/redis/index.ts'
import { freePort } from '../../support/free-port.ts'
import { haveRedis, type RedisServer, startRedis } from '../../support/redis.ts'
import { timed } from '../../support/stopwatch.ts'
import { unreadAt } from '../../support/unread-bytes.ts'
import { again, NOW, onTrouble, UNTIL, until } from './trouble.ts'

describe.skipIf(!(await haveRedis()))('a Redis in trouble', () => {
  let server: RedisServer
  let backend: StoreBackend
  beforeEach(async () => {
    server = await startRedis()
    backend = await redis(server.url)
  })
  afterEach(async () => {
    await backend.close()
    await server[Symbol.asyncDispose]()
  })

  const { take, everything, takers, expectAllToReject, expectNothingLate, expectAllToBeClosed } = onTrouble(
    () => backend,
  )

  const expectToWorkAgain = async () => {
    await again(take)
    await Promise.all(everything())
  }

  test('a killed Redis rejects everything, and is used again once it is back', async () => {
    await take()
    await server.kill()
    await expectAllToReject()
    await expectAllToReject()
    const many = await Promise.allSettled(Array.from({ length: 100 }, () => take()))
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 'rejected'))
    await server.start()
    await expectToWorkAgain()
  })

  test('a process that was busy itself does not take Redis for silent', async () => {
    /** Is busy from behind the look at the sockets until after the time of all timers. */
    const beBusy = async (first: () => void) => {
      await new Promise(setImmediate)
      first()
      const from = performance.now()
      while (performance.now() - from < 700);
    }
    server.pause()
    // A heartbeat is on its way.
    await until(() => unreadAt(server.port) > 0)
    await beBusy(() => server.resume())
    expect(await take()).toMatchObject({ added: 1 })
  })

  test('a Redis killed during consumes loses none that it has confirmed', async () => {
    await backend.close()
    await server[Symbol.asyncDispose]()
    server = await startRedis('--appendonly', 'yes', '--appendfsync', 'always')
    backend = await redis(server.url)
    const { tally, stop } = takers(8)
    await until(() => tally.granted > 200)
    await server.kill()
    await until(() => tally.failed > 100)
    await stop()
    await server.start()
    const { count } = await again(take)
    console.log(`FIGURE redis killed: ${tally.granted} takes answered, ${count - 1} counted`)
    expect(count - 1).toBeGreaterThanOrEqual(tally.granted)
    // One batch at most may have been counted without a response.
    expect(count - 1).toBeLessThanOrEqual(tally.granted + 8)
  })

  test('a frozen Redis rejects everything soon, and runs none of it later', async () => {
    await backend.adapter.set('kept', '{"value":1}')
    await backend.atomic.setIfAbsent('given', 'me', UNTIL, NOW)
    await take()
    server.pause()
    const [, ms] = await timed(expectAllToReject)
    console.log(`FIGURE redis stopped: everything rejected after ${ms} ms`)
    await expectAllToReject()
    // What was refused has passed its deadline of half a second by the clock of Redis, too.
    await sleep(600)
    server.resume()
    await again(() => backend.keys(''))
    await expectNothingLate()
  })

  test('a Redis frozen during writes counts exactly those that it granted', async () => {
    const { tally, stop } = takers(20)
    for (let i = 0; i < 3; i += 1) {
      const { granted } = tally
      await until(() => tally.granted > granted + 200)
      server.pause()
      const { failed } = tally
      await until(() => tally.failed >= failed + 20)
      server.resume()
      await again(() => backend.keys(''))
    }
    await stop()
    const { count } = await take()
    console.log(
      `FIGURE redis stopped three times: ${tally.granted} takes granted, ${count - 1} counted, ${tally.failed} rejected, ` +
        `the slowest after ${tally.longestMs} ms`,
    )
    expect(count - 1).toBe(tally.granted)
  })

  test('a read-only replica of Redis serves reads, and rejects every write', async () => {
    await backend.adapter.set('kept', '{"value":1}')
    await server.cli('REPLICAOF', '127.0.0.1', String(await freePort()))
    expect(await backend.adapter.get('kept')).toBe('{"value":1}')
    expect(await backend.atomic.count('k', NOW)).toBe(0)
    expect(await backend.atomic.get('k', NOW, UNTIL)).toBe('')
    const writes = await Promise.allSettled([
      backend.adapter.set('kept', '{"value":2}'),
      backend.adapter.delete('kept'),
      take(),
      backend.atomic.setIfAbsent('c', 'me', UNTIL, NOW),
      backend.atomic.subtract('k'),
    ])
    for (const write of writes) {
      expect(write).toMatchObject({ reason: { message: expect.stringMatching(/^READONLY/) } })
    }
    await server.cli('REPLICAOF', 'NO', 'ONE')
    expect(await backend.adapter.get('kept')).toBe('{"value":1}')
    expect((await take()).count).toBe(1)
  })

  test('a full Redis refuses writes and loses nothing', async () => {
    await backend.adapter.set('kept', '{"value":1}')
    await server.cli('CONFIG', 'SET', 'maxmemory', '1mb')
    const big = 'x'.repeat(2_000_000)
    await backend.adapter.set('big', big).catch(() => {})
    await expect(backend.adapter.set('more', big)).rejects.toThrow('OOM')
    await expect(take()).rejects.toThrow('OOM')
    expect(await backend.adapter.get('kept')).toBe('{"value":1}')
    await backend.adapter.delete('big')
    await server.cli('CONFIG', 'SET', 'maxmemory', '0')
    expect((await take()).count).toBe(1)
  })

  test('a Redis that comes back empty gets its scripts again, and counts from zero', async () => {
    for (let i = 0; i < 3; i += 1) await take()
    await server.kill()
    await server.start()
    expect((await again(take)).count).toBe(1)
    await server.cli('SCRIPT', 'FLUSH')
    const takes = await Promise.all(Array.from({ length: 50 }, (_, i) => take(`k${i % 5}`)))
    expect(takes.filter(({ added }) => added)).toHaveLength(50)
    expect(await backend.atomic.compareAndSwap('s', '', 'me', UNTIL, NOW)).toBe(true)
  })

  test.each(['running', 'standing still', 'dead'])(
    'the connection closes while Redis is %s',
    async (state) => {
      await take()
      if (state === 'standing still') server.pause()
      if (state === 'dead') await server.kill()
      await expectAllToBeClosed()
      server.resume()
    },
  )
})

describe.skipIf(!(await haveRedis()))('a Redis at the start', () => {
  test('redis() opens while Redis is down, warns, and uses it once it is up', async () => {
    await using server = await startRedis()
    await server.kill()
    const backend = await redis(server.url)
    expect(backend.warnings).toEqual([
      expect.stringMatching(/^Redis at 127\.0\.0\.1:\d+ cannot be used yet: connect ECONNREFUSED /),
    ])
    await expect(backend.adapter.get('a')).rejects.toThrow(/cannot be used: connect ECONNREFUSED/)
    await server.start()
    await again(() => backend.adapter.get('a'))
    await backend.close()
  })

  test('redis() opens while Redis is frozen, warns, and uses it once it responds', async () => {
    await using server = await startRedis()
    server.pause()
    const backend = await redis(server.url)
    expect(backend.warnings).toEqual([expect.stringMatching(/cannot be used yet: /)])
    await expect(backend.adapter.get('a')).rejects.toThrow('cannot be used')
    server.resume()
    await again(() => backend.adapter.get('a'))
    await backend.close()
  })

  test('a Redis password is never repeated in errors', async () => {
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
  ])('an invalid Redis URL is refused without being repeated', async (...urls) => {
    for (const url of urls) {
      const failure = await redis(url).then(String, (error) => error)
      expect(failure, url).toBeInstanceOf(InvalidOptionError)
      expect(`${failure.message} ${JSON.stringify(failure)} ${failure.cause}`).not.toMatch(/secret|cret@/)
      expect(failure.message).toContain('redis://user:password@host:6379/0')
    }
  })

  test('redis() warns about settings that can lose data', async () => {
    await using server = await startRedis()
    const warnings = async (...settings: readonly [string, string][]) => {
      for (const setting of settings) await server.cli('CONFIG', 'SET', ...setting)
      const backend = await redis(server.url)
      await backend.close()
      return backend.warnings
    }
    expect(await warnings()).toEqual([
      'If Redis is killed, it loses everything, issued keys included: set appendonly to yes',
    ])
    expect(await warnings(['save', '3600 1 300 100 60 10000'])).toEqual([
      'If Redis is killed, it may lose the last 60 minutes, issued keys included: set appendonly to yes',
    ])
    expect(await warnings(['appendonly', 'yes'])).toEqual([])
    expect(await warnings(['maxmemory-policy', 'volatile-lru'])).toEqual([])
    expect(await warnings(['maxmemory', '100mb'])).toEqual([
      expect.stringMatching(/^Redis evicts quotas .*volatile-lru.* noeviction$/),
    ])
    expect(await warnings(['maxmemory-policy', 'noeviction'])).toEqual([])
    await server.cli('CONFIG', 'SET', 'appendonly', 'no')
    await server.cli('ACL', 'SETUSER', 'default', '-config')
    expect(await warnings()).toEqual([
      'If Redis is killed, it may lose everything since its last snapshot, issued keys included: set appendonly to yes',
    ])
    await server.cli('ACL', 'SETUSER', 'default', '-info')
    expect(await warnings()).toEqual([expect.stringMatching(/^Redis does not allow INFO, .*noeviction/)])
  })
})

describe.skipIf(!(await haveRedis()))('on a Redis that others use', () => {
  test('keys in a shared Redis have our prefix, and expire by themselves', async () => {
    await using server = await startRedis()
    await server.cli('MSET', 'foreign', '1', 'key:foreign', '2', 'space-data', '3')
    const backend = await redis(`${server.url}/0`)
    await backend.adapter.set('key:1', '"x"')
    await backend.adapter.set('short', '"x"', 5_000)
    await backend.atomic.add('count', 5, UNTIL, NOW)
    await backend.atomic.setIfAbsent('claim', 'me', NOW + 100 * 365 * 86_400_000, NOW)
    await backend.atomic.setIfAbsent('over', 'me', 0, NOW)
    await backend.atomic.compareAndSwap('swap', '', 'me', Number.POSITIVE_INFINITY, NOW)
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
