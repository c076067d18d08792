import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StoreBackend } from '@space-data/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Query } from '../../../packages/core/src/adapters/sqlite/connection.ts'
import { sqlite } from '../../../packages/core/src/adapters/sqlite/index.ts'
import { timed } from '../../support/stopwatch.ts'
import { turns } from '../../support/turns.ts'
import { fromOtherProcess } from '../other-process.ts'
import { temporaryFolder } from '../temporary-sqlite.ts'

const LOCKER = fileURLToPath(new URL('../locking-worker.mjs', import.meta.url))
const NOW = Date.parse('2026-11-21T12:00:00Z')
const UNTIL = NOW + 60_000

let folder: ReturnType<typeof temporaryFolder>
let path: string
let backend: StoreBackend
beforeEach(async () => {
  folder = temporaryFolder()
  path = join(folder.path, 'space-data.sqlite')
  backend = await sqlite(path)
})
afterEach(async () => {
  await backend.close()
  folder[Symbol.dispose]()
})

const take = async () => backend.atomic.add('k', 1_000, UNTIL, NOW)
const counted = () => fromOtherProcess(path, `SELECT key, count FROM counters WHERE key = 'k'`)
const recorded = () => fromOtherProcess(path, 'SELECT key FROM keyv ORDER BY key')
const queryOf = ({ adapter }: StoreBackend) => (adapter as unknown as { query: Query }).query

test('SQLite locked by another process: reads succeed, writes fail within the timeout and are not done later', async () => {
  await backend.adapter.set('kept', '{"value":1}')
  await take()
  const locker = fork(LOCKER, [path], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(locker, 'message')
  const exited = once(locker, 'exit')

  const ends: string[] = []
  const writing = timed(() => take().then(String, String)).finally(() => ends.push('write'))
  const others = Promise.allSettled(Array.from({ length: 5 }, async () => backend.atomic.subtract('k')))
  await turns()
  const [kept, readMs] = await timed(async () => backend.adapter.get('kept'))
  expect(kept).toBe('{"value":1}')
  expect(await backend.atomic.count('k', NOW)).toBe(1)
  ends.push('reads')
  const [result, ms] = await writing
  expect(result).toContain('SQLITE_BUSY')
  expect(ms).toBeGreaterThan(1_000)
  expect(ends).toEqual(['reads', 'write'])
  expect((await others).map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
  console.log(`FIGURE sqlite locked: a write fails after ${ms} ms, a read behind it takes ${readMs} ms`)
  const behind = await Promise.allSettled([take(), take(), backend.adapter.set('kept', '{"value":2}')])
  expect(behind.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])

  locker.send('let go')
  await exited
  expect(await take()).toEqual({ added: 1, count: 2 })
  expect(await backend.adapter.get('kept')).toBe('{"value":1}')
  expect(await counted()).toEqual([{ key: 'k', count: 2 }])
})

test('SQLite on a full disk: writes fail, records stay readable, and nothing is counted', async () => {
  await backend.adapter.set('kept', '{"value":1}')
  await take()
  const query = queryOf(backend)
  const [{ page_count: pages } = {}] = await query('PRAGMA page_count')
  await query(`PRAGMA max_page_count = ${pages}`)
  await expect(backend.adapter.set('big', 'x'.repeat(100_000))).rejects.toThrow('SQLITE_FULL')
  const many = Array.from({ length: 500 }, (_, i) =>
    backend.atomic.setIfAbsent(`claim ${i}`, 'me', UNTIL, NOW),
  )
  const failures = (await Promise.allSettled(many)).filter(({ status }) => status === 'rejected')
  expect(failures.length).toBeGreaterThan(0)
  for (const failure of failures) expect(failure).toMatchObject({ reason: { code: 'SQLITE_FULL' } })
  expect(await backend.adapter.get('kept')).toBe('{"value":1}')
  expect(await backend.adapter.get('big')).toBeUndefined()

  await query('PRAGMA max_page_count = 1000000')
  expect(await take()).toEqual({ added: 1, count: 2 })
  await backend.adapter.set('big', 'x'.repeat(100_000))
  expect(await counted()).toEqual([{ key: 'k', count: 2 }])
  expect(await recorded()).toEqual([{ key: 'big' }, { key: 'kept' }])
})

test('SQLite damaged behind its first page: reads of damaged records fail, and are never absent', async () => {
  for (let i = 0; i < 200; i += 1)
    await backend.adapter.set(`key:${i}`, JSON.stringify({ value: 'x'.repeat(500) }))
  await backend.close()
  const bytes = readFileSync(path)
  bytes.fill(0xa5, 4_096)
  writeFileSync(path, bytes)
  backend = await sqlite(path)
  for (const key of ['key:0', 'key:100', 'key:199']) {
    await expect(backend.adapter.get(key)).rejects.toThrow('SQLITE_CORRUPT')
  }
  await expect(backend.keys('key:')).rejects.toThrow('SQLITE_CORRUPT')
  await expect(take()).rejects.toThrow('SQLITE_CORRUPT')
})

test('SQLite with its first page overwritten is neither opened nor replaced', async () => {
  await take()
  await backend.close()
  const bytes = readFileSync(path)
  bytes.fill(0, 0, 4_096)
  writeFileSync(path, bytes)
  await expect(sqlite(path)).rejects.toMatchObject({ code: expect.stringMatching(/SQLITE_(NOTADB|CORRUPT)/) })
  expect(readFileSync(path).equals(bytes)).toBe(true)
})

test('SQLite after a write that failed for a lock: confirmed writes are visible to other processes', async () => {
  const locker = fork(LOCKER, [path], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(locker, 'message')
  await expect(backend.atomic.setIfAbsent('a', 'me', UNTIL, NOW)).rejects.toThrow('SQLITE_BUSY')
  await expect(backend.adapter.set('key:1', '{"value":1}')).rejects.toThrow('SQLITE_BUSY')
  locker.send('let go')
  await once(locker, 'exit')

  for (let i = 0; i < 50; i += 1) await take()
  await backend.adapter.set('key:2', '{"value":2}')
  expect(await counted()).toEqual([{ key: 'k', count: 50 }])
  expect(await recorded()).toEqual([{ key: 'key:2' }])
  // The lock is released: the other process can write, and the next statement undoes nothing.
  expect(await fromOtherProcess(path, `INSERT INTO keyv VALUES ('key:3', '{}') RETURNING key`)).toEqual([
    { key: 'key:3' },
  ])
  expect(await backend.atomic.setIfAbsent('b', 'me', UNTIL, NOW)).toBe('me')
  expect(await take()).toEqual({ added: 1, count: 51 })
  await backend.close()
  expect(await counted()).toEqual([{ key: 'k', count: 51 }])
  expect(await recorded()).toEqual([{ key: 'key:2' }, { key: 'key:3' }])
})

test('SQLite flush needs no lock, and fails if the log cannot be synced', async () => {
  await take()
  const locker = fork(LOCKER, [path], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(locker, 'message')
  await backend.flush?.()
  locker.send('let go')
  await once(locker, 'exit')
  rmSync(`${path}-wal`)
  await expect(backend.flush?.()).rejects.toThrow('ENOENT')
})
