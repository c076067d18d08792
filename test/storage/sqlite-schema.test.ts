import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sqlite } from '../../packages/core/src/backends/sqlite.ts'
import { connect } from '../../packages/core/src/backends/sqlite-connection.ts'
import { openStore } from '../../packages/core/src/store/store.ts'
import { fromOtherProcess } from './other-process.ts'
import { temporaryFolder } from './temporary-sqlite.ts'

const { path: folder, [Symbol.dispose]: remove } = temporaryFolder()
afterAll(remove)

const NOW = Date.parse('2026-11-22T12:00:00Z')
const UNTIL = NOW + 60_000

const RECORDS = `CREATE TABLE keyv(key VARCHAR(255) PRIMARY KEY, value TEXT );
  INSERT INTO keyv VALUES ('key:1', '{"value":{"id":"key_1"}}')`

/** What the table of counters was before it had a version. */
const COUNTERS_BEFORE = {
  'with the column wish': `CREATE TABLE counters (key TEXT PRIMARY KEY, used INTEGER NOT NULL, holder TEXT,
    until INTEGER NOT NULL, wish INTEGER, granted INTEGER, most INTEGER, asked_at INTEGER) WITHOUT ROWID;
    INSERT INTO counters VALUES ('count', 7, NULL, ${UNTIL}, 0, 1, 1000, ${NOW}), ('claim', 1, 'me', ${UNTIL}, 0, NULL, NULL, ${NOW})`,
  'of the first release': `CREATE TABLE counters (key TEXT PRIMARY KEY, used INTEGER NOT NULL, holder TEXT,
    until INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO counters VALUES ('count', 7, NULL, ${UNTIL}), ('claim', 1, 'me', ${UNTIL})`,
}

async function fileWith(name: string, sql: string): Promise<string> {
  const path = join(folder, `${name}.sqlite`)
  const connection = await connect(path, 1_000)
  connection.run(sql)
  await connection.close()
  return path
}

test.each(Object.entries(COUNTERS_BEFORE))(
  'a file %s is brought forward, with all that is in it',
  async (name, counters) => {
    const path = await fileWith(name, `PRAGMA journal_mode = WAL; ${RECORDS}; ${counters}`)
    const backend = await sqlite(path)
    const store = openStore(backend)
    expect(await store.get('key:1')).toEqual({ id: 'key_1' })
    expect(await backend.counters.take('count', 10, UNTIL, NOW)).toEqual({ granted: true, used: 8 })
    expect(await backend.counters.claim('claim', 'you', UNTIL, NOW)).toBe('me')
    expect(await backend.counters.swap('claim', 'me', 'you', UNTIL, NOW)).toBe(true)
    await store.close()
    expect(await fromOtherProcess(path, 'PRAGMA user_version')).toEqual([{ user_version: 1 }])
    expect(await fromOtherProcess(path, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  },
)

test('a file without a table of counters gets one', async () => {
  const backend = await sqlite(await fileWith('records', RECORDS))
  expect(await backend.counters.take('count', 10, UNTIL, NOW)).toEqual({ granted: true, used: 1 })
  await backend.close()
})

test('ten that open an old file at once bring it forward once', async () => {
  const path = await fileWith('at once', `${RECORDS}; ${COUNTERS_BEFORE['with the column wish']}`)
  const backends = await Promise.all(Array.from({ length: 10 }, () => sqlite(path)))
  const takes = await Promise.all(backends.map(({ counters }) => counters.take('count', 12, UNTIL, NOW)))
  expect(takes.map(({ granted }) => granted).filter(Boolean)).toHaveLength(5)
  await Promise.all(backends.map((backend) => backend.close()))
})

test.each([
  ['SQLITE_FILE_NEWER', `${RECORDS}; PRAGMA user_version = 2`],
  ['SQLITE_FILE_OF_OTHERS', 'CREATE TABLE users (name TEXT); INSERT INTO users VALUES (1)'],
  ['SQLITE_FILE_OF_OTHERS', `${RECORDS}; PRAGMA application_id = 1`],
])('%s: the file is refused, and left as it is', async (code, sql) => {
  const path = await fileWith(`${code} ${sql.length}`, sql)
  const before = { bytes: readFileSync(path), mode: statSync(path).mode }
  await expect(sqlite(path)).rejects.toMatchObject({ code })
  expect(readFileSync(path).equals(before.bytes)).toBe(true)
  expect(statSync(path).mode).toBe(before.mode)
})
