import { setTimeout as sleep } from 'node:timers/promises'
import { InvalidOptionError, type StoreBackend } from '@space-data/core'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { postgres } from '../../../packages/core/src/adapters/postgres/index.ts'
import { freePort } from '../../support/free-port.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { havePostgres, type PostgresServer, startPostgres } from '../../support/postgres.ts'
import { timed } from '../../support/stopwatch.ts'
import { turns } from '../../support/turns.ts'
import { again, NOW, onTrouble, UNTIL, until } from './trouble.ts'

const isPostgresHere = await havePostgres()

describe.skipIf(!isPostgresHere)('a Postgres in trouble', () => {
  let server: PostgresServer
  let backend: StoreBackend
  beforeEach(async () => {
    server = await startPostgres()
    backend = await postgres(server.url)
  })
  afterEach(async () => {
    await backend.close()
    await server[Symbol.asyncDispose]()
  })

  const { take, everything, takers, expectAllToReject, expectNothingLate, expectAllToBeClosed } = onTrouble(
    () => backend,
  )

  const OURS = `FROM pg_stat_activity WHERE application_name = 'space-data'`
  const endConnections = () => server.sql(`SELECT pg_terminate_backend(pid) ${OURS}`)
  const ours = async (more = '') => Number(await server.sql(`SELECT count(*) ${OURS} ${more}`))

  test('a killed Postgres rejects everything, and is used again once it is back', async () => {
    await take()
    await server.kill()
    await expectAllToReject()
    await expectAllToReject()
    await server.start()
    await again(take)
    await again(() => Promise.all(everything()))
  })

  test('a killed Postgres keeps every record that it has confirmed', async () => {
    const kept: string[] = []
    let isKilled = false
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; !isKilled; i += 1) {
        const key = `${writer}:${i}`
        await Promise.resolve(backend.adapter.set(key, `"${key}"`)).then(
          () => kept.push(key),
          () => {},
        )
      }
    })
    await until(() => kept.length > 200)
    await server.kill()
    isKilled = true
    await Promise.all(writers)
    await server.start()
    const keys = new Set(await again(() => backend.keys('')))
    console.log(`FIGURE postgres killed: ${kept.length} records confirmed, ${keys.size} there`)
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.filter((key) => !keys.has(key))).toEqual([])
  })

  test('connections that Postgres ends under load never end the process, nor lose a take', async () => {
    const { tally, stop } = takers(8)
    for (let i = 0; i < 20; i += 1) {
      const { granted } = tally
      await until(() => tally.granted > granted)
      await endConnections()
    }
    await until(() => tally.failed > 0)
    await stop()
    const { granted, failed } = tally
    const { count } = await again(take)
    console.log(
      `FIGURE postgres ended all connections 20 times: ${granted} takes granted, ${count - 1} counted, ${failed} failed`,
    )
    expect(count - 1).toBeGreaterThanOrEqual(granted)
    // What was counted without a response is at most a batch of eight for each end.
    expect(count - 1).toBeLessThanOrEqual(granted + 20 * 8)
    await Promise.all(everything())
  })

  test('idle connections that Postgres ends are made again', async () => {
    await Promise.all(everything())
    await endConnections()
    await until(async () => (await ours()) === 0)
    await turns()
    await Promise.all(everything())
  })

  test('a frozen Postgres rejects everything soon, and runs none of it later', async () => {
    await backend.adapter.set('kept', '{"value":1}')
    await backend.atomic.setIfAbsent('given', 'me', UNTIL, NOW)
    await take()
    await server.pause()
    const [, ms] = await timed(expectAllToReject)
    console.log(`FIGURE postgres stopped: everything rejected after ${ms} ms`)
    await expectAllToReject()
    // What was refused has passed its deadline of half a second by the clock of Postgres, too.
    await sleep(600)
    await server.resume()
    await again(() => backend.keys(''))
    // A late statement has been refused once its connection is gone.
    await until(async () => (await ours(`AND state <> 'idle'`)) === 0)
    await expectNothingLate()
  })

  test('a Postgres frozen during writes counts exactly those that it granted', async () => {
    await take()
    const { tally, stop } = takers(8)
    for (let i = 0; i < 3; i += 1) {
      const { granted } = tally
      await until(() => tally.granted > granted + 50)
      await server.pause()
      const { failed } = tally
      await until(() => tally.failed >= failed + 8)
      await server.resume()
      await again(() => backend.keys(''))
    }
    await stop()
    const { count } = await take()
    console.log(
      `FIGURE postgres stopped three times: ${tally.granted} takes granted, ${count - 2} counted, ${tally.failed} rejected`,
    )
    expect(count - 2).toBe(tally.granted)
  })

  const SLEEPING = `SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'`

  test('a row that another holds locked rejects its batch in time, and is not counted later', async () => {
    await take('locked')
    const held = server.sql(
      `BEGIN; UPDATE space_data_counters SET until = until WHERE key = 'locked'; SELECT pg_sleep(3); COMMIT`,
    )
    await vi.waitFor(async () => expect(await server.sql(SLEEPING)).toBe('1'), {
      timeout: PATIENCE_MS,
      interval: 20,
    })
    await expect(take('locked')).rejects.toThrow(/lock timeout/)
    expect((await take('free')).count).toBe(1)
    await held
    expect((await again(() => take('locked'))).count).toBe(2)
  })

  test('a read-only Postgres serves reads, and rejects every write', async () => {
    await backend.adapter.set('kept', '{"value":1}')
    await backend.close()
    await server.sql('ALTER SYSTEM SET default_transaction_read_only = on')
    await server.sql('SELECT pg_reload_conf()')
    backend = await again(async () => {
      const opened = await postgres(server.url)
      onTestFinished(() => opened.close())
      await expect(opened.adapter.set('probe', '1')).rejects.toThrow(/read-only/)
      return opened
    })
    expect(await backend.adapter.get('kept')).toBe('{"value":1}')
    expect(await backend.atomic.count('k', NOW)).toBe(0)
    await expect(take()).rejects.toThrow(/read-only/)
  })

  test('a Postgres whose tables are gone is a new store after the next connect', async () => {
    await take()
    await server.sql('DROP TABLE space_data_schema, space_data_records, space_data_counters')
    await expect(take()).rejects.toThrow(/does not exist/)
    await server.kill()
    await server.start()
    expect((await again(take)).count).toBe(1)
  })

  test.each(['running', 'standing still', 'dead'])(
    'the connections close while Postgres is %s',
    async (state) => {
      await take()
      if (state === 'standing still') await server.pause()
      if (state === 'dead') await server.kill()
      await expectAllToBeClosed()
      if (state === 'standing still') await server.resume()
    },
  )
})

describe.skipIf(!isPostgresHere)('a Postgres at the start', () => {
  /** Returns the error with which a Postgres is refused. */
  const refusal = async (url: string): Promise<{ code?: string; message: string }> =>
    postgres(url).then(
      async (backend) => {
        await backend.close()
        return { message: 'it was opened' }
      },
      (error) => error,
    )

  test('postgres() opens while Postgres is down, warns, and uses it once it is up', async () => {
    await using server = await startPostgres()
    await server.kill()
    const backend = await postgres(server.url)
    onTestFinished(() => backend.close())
    expect(backend.warnings).toEqual([
      expect.stringMatching(
        /^Postgres at 127\.0\.0\.1:\d+, database postgres cannot be used yet: .*ECONNREFUSED/,
      ),
    ])
    expect(String(backend.warnings)).not.toContain('correct-horse')
    await server.start()
    await again(() => backend.adapter.get('any'))
    expect(backend.warnings).toEqual([])
  })

  test('postgres() opens while Postgres is frozen, and warns', async () => {
    await using server = await startPostgres()
    await server.pause()
    const backend = await postgres(server.url)
    onTestFinished(() => backend.close())
    expect(backend.warnings).toEqual([expect.stringMatching(/cannot be used yet: it does not respond$/)])
    await server.resume()
  })

  test('wrong passwords, databases, permissions and encodings are errors that say what to do', async () => {
    await using server = await startPostgres()
    const at = (login: string, database = 'postgres') =>
      `postgres://${login}@127.0.0.1:${server.port}/${database}`
    expect(await refusal(at('space:wrong-hunter2'))).toMatchObject({
      code: 'POSTGRES_DENIED',
      message: expect.stringMatching(
        /^Postgres at \S+ database postgres cannot be used: .* correct the URL$/,
      ),
    })
    expect(String(await refusal(at('space:wrong-hunter2')))).not.toContain('hunter2')
    expect(await refusal(at('space:correct-horse', 'absent'))).toMatchObject({
      code: 'POSTGRES_NO_DATABASE',
      message: expect.stringContaining('createdb'),
    })
    await server.sql(`CREATE USER guest PASSWORD 'guest'`)
    await server.sql('REVOKE CREATE ON SCHEMA public FROM PUBLIC')
    expect(await refusal(at('guest:guest'))).toMatchObject({
      code: 'POSTGRES_NOT_PERMITTED',
      message: expect.stringContaining('GRANT CREATE'),
    })
    await server.sql(`CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0`)
    expect(await refusal(at('space:correct-horse', 'latin'))).toMatchObject({
      code: 'POSTGRES_UNFIT',
      message: expect.stringContaining('LATIN1'),
    })
  })

  test('tables of a later version are refused, and left as they are', async () => {
    await using server = await startPostgres()
    await (await postgres(server.url)).close()
    await server.sql('UPDATE space_data_schema SET version = 99')
    expect(await refusal(server.url)).toMatchObject({
      code: 'POSTGRES_TABLES_NEWER',
      message: expect.stringMatching(/version 99; .* update space-data$/),
    })
    expect(await server.sql('SELECT version FROM space_data_schema')).toBe('99')
  })

  test('tables of an earlier version that cannot be read are refused, and left as they are', async () => {
    await using server = await startPostgres()
    await (await postgres(server.url)).close()
    await server.sql('UPDATE space_data_schema SET version = 1')
    expect(await refusal(server.url)).toMatchObject({
      code: 'POSTGRES_TABLES_OLDER',
      message: expect.stringMatching(/version 1; .* use another database$/),
    })
    expect(await server.sql('SELECT version FROM space_data_schema')).toBe('1')
  })

  test('20 stores opened at once create the tables once', async () => {
    await using server = await startPostgres()
    const backends = await Promise.all(Array.from({ length: 20 }, () => postgres(server.url)))
    // 20 connections at once may take longer than one may take on a slow machine; that store connects later.
    const isSlow = (warning?: string) => warning?.endsWith('cannot be used yet: it does not respond')
    const warnings = backends.flatMap((backend) => backend.warnings)
    expect(warnings.filter((warning) => !isSlow(warning))).toEqual([])
    for (const { atomic } of backends) await vi.waitFor(() => atomic.subtract('none'), PATIENCE_MS)
    await Promise.all(backends.map((backend) => backend.close()))
    expect(await server.sql('SELECT count(*), max(version) FROM space_data_schema')).toBe('1|2')
  })

  test.each([
    '',
    'postgres://',
    'postgres://u:secret@',
    'postgres://u:secret@host',
    'postgres://u:secret@host/a/b',
    'http://u:secret@host/db',
    'postgres://u:secret%@host/db',
  ])('postgres() rejects the URL %j without repeating it', async (url) => {
    const error = await refusal(url)
    expect(error).toBeInstanceOf(InvalidOptionError)
    expect(error.message).not.toContain('secret')
  })

  test('settings that lose data in a power cut are warnings', async () => {
    await using server = await startPostgres('fsync=off', 'full_page_writes=off')
    const backend = await postgres(server.url)
    await backend.close()
    expect(backend.warnings).toEqual([
      expect.stringMatching(/\(fsync is off\): set it to on$/),
      expect.stringMatching(/\(full_page_writes is off\): set it to on$/),
    ])
  })

  test('an address where nobody listens is a warning without the password', async () => {
    const backend = await postgres(`postgresql://me:hunter2@127.0.0.1:${await freePort()}/db`)
    onTestFinished(() => backend.close())
    await expect(Promise.resolve(backend.adapter.get('any'))).rejects.toThrow(/ECONNREFUSED/)
    expect(String(backend.warnings)).not.toContain('hunter2')
  })
})
