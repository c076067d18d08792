import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { sqlite } from '../../../packages/core/src/adapters/sqlite/index.ts'
import { temporaryFolder } from '../temporary-sqlite.ts'
import { NOW } from './trouble.ts'

const { path: folder, [Symbol.dispose]: remove } = temporaryFolder()
afterAll(remove)

const opener = fileURLToPath(new URL('../open-unopenable.mjs', import.meta.url))

test('a SQLite file that cannot be opened or written rejects with the error of SQLite', async () => {
  const make = async (name: string) => {
    const backend = await sqlite(join(folder, name))
    await backend.atomic.add('a', 1, NOW + 1_000, NOW)
    await backend.close()
    return join(folder, name)
  }
  const junk = join(folder, 'junk.db')
  writeFileSync(junk, 'this is not a database, but it is long enough to look for a header in it. '.repeat(99))
  const torn = await make('torn.db')
  truncateSync(torn, 5_000)
  const readOnly = await make('read-only.db')
  chmodSync(readOnly, 0o444)
  const readOnlyFolder = join(folder, 'read-only')
  mkdirSync(readOnlyFolder)
  chmodSync(readOnlyFolder, 0o555)
  chmodSync(folder, 0o777)
  // The child process runs as another user.
  for (const path of [junk, torn]) chmodSync(path, 0o666)

  const paths = {
    missing: join(folder, 'no such folder', 'x.db'),
    folder,
    junk,
    torn,
    readOnly,
    inReadOnly: join(readOnlyFolder, 'new.db'),
  }
  const opening = promisify(execFile)(process.execPath, [
    opener,
    join(folder, 'good.db'),
    ...Object.values(paths),
  ])
  const { stdout, stderr } = await opening
  const told = stdout.trim().split('\n')
  expect(Object.fromEntries(Object.keys(paths).map((name, i) => [name, told[i]]))).toEqual({
    missing: 'SQLITE_CANTOPEN',
    folder: 'SQLITE_CANTOPEN',
    junk: 'SQLITE_NOTADB',
    torn: expect.stringMatching(/SQLITE_(CORRUPT|NOTADB)/),
    readOnly: 'SQLITE_READONLY',
    inReadOnly: 'SQLITE_CANTOPEN',
  })
  expect(told.at(-1)).toBe('alive')
  expect(stderr).toBe('')
  expect(readdirSync(readOnlyFolder)).toEqual([])
})
