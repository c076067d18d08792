import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../../packages/core/src/adapters/sqlite/connection.ts'
import { sqlite } from '../../packages/core/src/adapters/sqlite/index.ts'
import { fromOtherProcess } from './other-process.ts'
import { temporaryFolder } from './temporary-sqlite.ts'

const { path: folder, [Symbol.dispose]: remove } = temporaryFolder()
afterAll(remove)

const NOW = Date.parse('2026-11-22T12:00:00Z')
const UNTIL = NOW + 60_000

const RECORDS = `CREATE TABLE keyv(key VARCHAR(255) PRIMARY KEY, value TEXT );
  INSERT INTO keyv VALUES ('key:1', '{"value":{"id":"key_1"}}')`

async function fileWith(name: string, sql: string): Promise<string> {
  const path = join(folder, `${name}.sqlite`)
  const connection = await connect(path, 1_000)
  connection.run(sql)
  await connection.close()
  return path
}

test('a file with records but without counters gets the table of counters', async () => {
  const backend = await sqlite(await fileWith('records', RECORDS))
  expect(await backend.atomic.add('count', 10, UNTIL, NOW)).toEqual({ added: 1, count: 1 })
  await backend.close()
})

test('ten processes that open a new file at once create its tables once', async () => {
  const path = join(folder, 'at once.sqlite')
  const backends = await Promise.all(Array.from({ length: 10 }, () => sqlite(path)))
  const results = await Promise.all(backends.map(({ atomic }) => atomic.add('count', 5, UNTIL, NOW)))
  expect(results.map(({ added }) => added).filter(Boolean)).toHaveLength(5)
  await Promise.all(backends.map((backend) => backend.close()))
  expect(await fromOtherProcess(path, 'PRAGMA user_version')).toEqual([{ user_version: 2 }])
})

test.each([
  ['SQLITE_FILE_NEWER', `${RECORDS}; PRAGMA user_version = 3`],
  ['SQLITE_FILE_OLDER', `${RECORDS}; PRAGMA user_version = 1`],
  ['SQLITE_FILE_OF_OTHERS', 'CREATE TABLE users (name TEXT); INSERT INTO users VALUES (1)'],
  ['SQLITE_FILE_OF_OTHERS', `${RECORDS}; PRAGMA application_id = 1`],
])('%s: the file is refused and left unchanged', async (code, sql) => {
  const path = await fileWith(`${code} ${sql.length}`, sql)
  const before = { bytes: readFileSync(path), mode: statSync(path).mode }
  await expect(sqlite(path)).rejects.toMatchObject({ code })
  expect(readFileSync(path).equals(before.bytes)).toBe(true)
  expect(statSync(path).mode).toBe(before.mode)
})
