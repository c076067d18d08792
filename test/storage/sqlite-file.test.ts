import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '@space-data/core'
import { afterAll, expect, test, vi } from 'vitest'
import { sqlite } from '../../packages/core/src/adapters/sqlite/index.ts'
import { openStore } from '../../packages/core/src/kernel/storage/store.ts'
import { elapsing } from '../support/elapsing.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { temporaryFolder } from './temporary-sqlite.ts'

const { path: folder, [Symbol.dispose]: remove } = temporaryFolder()
afterAll(remove)

const NOW = Date.parse('2026-11-21T12:00:00Z')

test.each(['with space.db', 'a?mode=memory.db', 'hash#tag.db', 'per%20cent.db', 'Größe 🛰️.db', 'file:x.db'])(
  'a SQLite file may be called %s',
  async (name) => {
    const path = join(folder, name)
    const first = await sqlite(path)
    expect(first.description).toBe(`SQLite at ${path}`)
    await openStore(first).set('a', 1)
    await first.close()
    expect(existsSync(path)).toBe(true)
    const second = await sqlite(path)
    expect(await openStore(second).get('a')).toBe(1)
    await second.close()
  },
)

test('records and counters are there after SQLite was closed and opened again', async () => {
  const path = join(folder, 'again.db')
  const first = await sqlite(path)
  await openStore(first).set('record', { n: 1 })
  await first.atomic.add('count', 5, NOW + 1_000, NOW)
  await first.atomic.setIfAbsent('claim', 'me', NOW + 1_000, NOW)
  await first.close()
  await first.close()

  const second = await sqlite(path)
  expect(await openStore(second).get('record')).toEqual({ n: 1 })
  expect(await second.atomic.add('count', 5, NOW + 1_000, NOW)).toEqual({ added: 1, count: 2 })
  expect(await second.atomic.setIfAbsent('claim', 'you', NOW + 1_000, NOW)).toBe('me')
  await second.close()
})

test('closing SQLite leaves no log and no open file', async ({ skip }) => {
  const path = join(folder, 'closing.db')
  const open = () =>
    readdirSync('/proc/self/fd')
      .map((fd) => linkOf(`/proc/self/fd/${fd}`))
      .filter((file) => file.startsWith(path))
  if (process.platform !== 'linux') skip('open files are listed on Linux only')
  const [first, second] = [await sqlite(path), await sqlite(path)]
  for (const { atomic, adapter, keys } of [first, second]) {
    await atomic.add('a', 5, NOW + 1_000, NOW)
    await adapter.set('b', '1')
    await keys('')
  }
  expect(open()).not.toEqual([])
  await first.close()
  await second.close()
  expect(open()).toEqual([])
  expect(readdirSync(folder).filter((name) => name.startsWith('closing.db'))).toEqual(['closing.db'])
})

test('SQLite can be closed during operations; later operations fail', async () => {
  const backend = await sqlite(join(folder, 'busy.db'))
  const ask = () =>
    Promise.allSettled([
      backend.atomic.add('a', 5, NOW + 1_000, NOW),
      backend.adapter.set('b', '1'),
      backend.keys(''),
    ])
  await ask()
  const before = ask()
  const closed = backend.close()
  const late = await ask()
  await closed
  await before
  expect(late.map((each) => each.status === 'rejected' && String(each.reason))).toEqual(
    Array(3).fill('Error: the SQLite file is closed'),
  )
})

test('after SQLite is closed, everything fails with store_unavailable', async () => {
  const store = openStore(await sqlite(join(folder, 'closed.db')))
  await store.close()
  const late = [
    store.get('a'),
    store.set('a', 1),
    store.delete('a'),
    store.keys('a'),
    store.flush(),
    Promise.resolve(store.atomic.add('a', 1, NOW + 1, NOW)),
    Promise.resolve(store.atomic.setIfAbsent('a', 'me', NOW + 1, NOW)),
    Promise.resolve(store.atomic.subtract('a')),
  ]
  for (const result of await Promise.allSettled(late)) {
    const reason = result.status === 'rejected' ? result.reason : undefined
    expect(reason).toBeInstanceOf(Problem)
    expect(reason.code).toBe('store_unavailable')
    expect(String(reason.cause)).toContain('is closed')
  }
})

test('an unreadable record in SQLite is a failure, never absent', async () => {
  const backend = await sqlite(join(folder, 'garbage.db'))
  const { query } = backend.adapter as unknown as { query: (sql: string) => Promise<unknown> }
  await query(`INSERT INTO keyv VALUES ('key:1', 'torn {')`)
  await expect(openStore(backend).get('key:1')).rejects.toMatchObject({ code: 'store_unavailable' })
  await backend.close()
})

test('SQLite runs in WAL mode with synchronous=NORMAL', async () => {
  const backend = await sqlite(join(folder, 'pragmas.db'))
  const { query } = backend.adapter as unknown as { query: (sql: string) => Promise<object[]> }
  expect(await query('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }])
  expect(await query('PRAGMA synchronous')).toEqual([{ synchronous: 1 }])
  expect(await query('PRAGMA busy_timeout')).toEqual([{ timeout: 10 }])
  await backend.close()
})

test('SQLite deletes expired records and counters that nobody reads', async () => {
  using time = elapsing()
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  try {
    const backend = await sqlite(join(folder, 'sweep.db'))
    const store = openStore(backend)
    await store.set('short', 1, 1_000)
    await store.set('long', 2, 86_400_000)
    await store.set('ever', { value: 1, expires: 5 })
    await store.atomic.add('a', 1, NOW + 1_000, NOW)
    vi.setSystemTime(NOW + 3_600_000)
    time.pass(3_600_000)
    await store.atomic.add('b', 1, NOW + 9_000_000, NOW + 3_600_000)
    await vi.waitFor(async () => expect((await store.keys('')).sort()).toEqual(['ever', 'long']), PATIENCE_MS)
    const { query } = backend.adapter as unknown as { query: (sql: string) => Promise<object[]> }
    expect(await query('SELECT key FROM counters')).toEqual([{ key: 'b' }])
    await backend.close()
  } finally {
    vi.useRealTimers()
  }
})

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

test('sqlite() refuses an empty path', async () => {
  await expect(sqlite('')).rejects.toThrow('A SQLite file needs a path')
})
