import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { connect } from '../../packages/core/src/adapters/sqlite/connection.ts'
import { freePort } from '../support/free-port.ts'
import { emptyStore, inProcess, serveInProcess, tempFolder } from './program.ts'

describe('a store that cannot be opened is an error of one or two lines with exit code 1', () => {
  const cases: [name: string, spoil: (folder: string) => Promise<string>, says: RegExp][] = [
    ['in no folder', async (folder) => `${folder}/no/x.sqlite`, /folder .*\/no not found\n/],
    ['in a file', async (folder) => `${await write(`${folder}/f`)}/x.sqlite`, /folder .*\/f not found\n/],
    ['that is no database', async (folder) => write(`${folder}/x.sqlite`), /it is not a SQLite database\n/],
    ['that is a folder', async (folder) => folder, /it is not a file\n/],
    ['where nothing can be made', async () => '/proc/x.sqlite', /cannot use \/proc\/x\.sqlite: /],
  ]

  it.each(cases)('%s', async (_, spoil, says) => {
    const path = await spoil(await tempFolder())
    for (const command of [['serve', '--port', '0'], ISSUE]) {
      const { code, stdout, stderr } = await inProcess([...command, '--store', `sqlite:${path}`], {})
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(says)
      expect(stderr).toMatch(/^space-data: cannot use [^\n]+\nSet another path with --store [^\n]+\n$/)
    }
  })

  it('damaged after use: no command starts, and the file is not changed', async () => {
    const file = `${await tempFolder()}/x.sqlite`
    await inProcess(['keys', 'issue', '--tier', 'free', '--label', 'me', '--store', `sqlite:${file}`], {})
    const damaged = await readFile(file)
    damaged.fill('damage', 0, 4_096)
    await writeFile(file, damaged)
    for (const command of [
      ['serve', '--port', '0'],
      ['keys', 'list'],
    ]) {
      const { code, stdout, stderr } = await inProcess([...command, '--store', `sqlite:${file}`], {})
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^space-data: cannot use [^\n]+: it is not a SQLite database\nSet another path/)
    }
    expect((await readFile(file)).equals(damaged)).toBe(true)
  })
})

describe('a missing store', () => {
  it.each([
    'keys list',
    'keys show key_1',
    'keys usage acme',
    'keys revoke key_1',
    'accounts list',
    'accounts show acme',
    'status',
    'shell status',
    'shell show 550',
    'shell diff',
    'store check',
    'store export',
    'store backup copy.sqlite',
  ])('is not created by %s', async (line) => {
    const home = await tempFolder()
    const file = `${home}/space-data/space-data.sqlite`
    expect(await inProcess(line.split(' '), { XDG_DATA_HOME: home })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `space-data: there is no store at ${file}\n${REMEDY}\n`,
    })
    expect(await inProcess([...line.split(' '), '--store', `sqlite:${home}/x.sqlite`], {})).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `space-data: there is no store at ${home}/x.sqlite\n${REMEDY}\n`,
    })
    expect(await readdir(home)).toEqual([])
  })
})

const REMEDY =
  'Start a server or issue a key first, or set another store with --store sqlite:PATH, redis://HOST or postgres://HOST/DATABASE'
const ISSUE = ['keys', 'issue', '--tier', 'free', '--label', 'me']

it('a file of a newer or an unreadable older version, or of another program, is rejected with a remedy and not changed', async () => {
  const folder = await tempFolder()
  const newer = `${folder}/newer.sqlite`
  await emptyStore(newer)
  await runOn(newer, 'PRAGMA user_version = 1000')
  const older = `${folder}/older.sqlite`
  await emptyStore(older)
  await runOn(older, 'PRAGMA user_version = 1')
  const others = `${folder}/others.sqlite`
  await runOn(others, 'CREATE TABLE theirs (x)')
  const before = await readFile(others)
  const list = async (file: string) =>
    (await inProcess(['keys', 'list', '--store', `sqlite:${file}`], {})).stderr
  expect(await list(newer)).toBe(
    `space-data: cannot use ${newer}: it was written by a newer version of space-data\n` +
      'Update space-data, or restore a backup from before that version\n',
  )
  expect(await list(older)).toBe(
    `space-data: cannot use ${older}: it was written by a version of space-data from before 0.1.0, which this one cannot read\n` +
      'Move the file away, or set another store with --store: its keys and history cannot be taken over\n',
  )
  expect(await list(others)).toBe(
    `space-data: cannot use ${others}: it contains tables of another program\n` +
      'Set another path with --store sqlite:PATH\n',
  )
  expect((await readFile(others)).equals(before)).toBe(true)
})

describe('serve, on an existing file', () => {
  it.each(['one whose keys are gone', 'one with zero bytes'])('warns of %s', async (kind) => {
    const file = `${await tempFolder()}/x.sqlite`
    if (kind === 'one with zero bytes') await writeFile(file, '')
    else {
      await inProcess([...ISSUE, '--store', `sqlite:${file}`], {})
      await runOn(file, "DELETE FROM keyv WHERE key LIKE '%key:%'")
    }
    const warning =
      `space-data: The store, SQLite at ${file}, exists but contains no keys, so every request with a key is rejected ` +
      'with 401. If keys are missing, stop the server and restore a backup\n'
    expect(await stderrOfServe(file)).toContain(warning)
    await inProcess([...ISSUE, '--store', `sqlite:${file}`], {})
    expect(await stderrOfServe(file)).not.toContain('no keys')
  })

  it('does not warn about one that never had a key', async () => {
    const file = `${await tempFolder()}/x.sqlite`
    expect(await stderrOfServe(file)).not.toContain('no keys')
    expect(await stderrOfServe(file)).not.toContain('no keys')
  })

  it('rejects one that is damaged behind its first page, and does not change it', async () => {
    const file = `${await tempFolder()}/x.sqlite`
    for (const label of ['a', 'b']) {
      const issue = ['keys', 'issue', '--tier', 'free', '--label', label.repeat(100)]
      expect((await inProcess([...issue, '--store', `sqlite:${file}`], {})).code).toBe(0)
    }
    const damaged = await readFile(file)
    damaged.fill('damage', 4_096)
    await writeFile(file, damaged)
    const store = ['--store', `sqlite:${file}`]
    const { code, stdout, stderr } = await inProcess(['serve', '--port', '0', ...store], {})
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^space-data: \S+ is damaged: [^\n]+\nRestore a backup; [^\n]+\n$/)
    const check = await inProcess(['store', 'check', ...store], {})
    expect(check.code).toBe(1)
    expect(check.stdout).toMatch(/^damage: [^\n]+\n/)
    expect(check.stderr).toMatch(/^space-data: SQLite at \S+ is damaged\nRestore a backup; [^\n]+\n$/)
    const backup = await inProcess(['store', 'backup', `${file}.copy`, ...store], {})
    expect(backup.code).toBe(1)
    expect(backup.stderr).toMatch(
      /^space-data: \S+ at \S+ is damaged; no copy was written: [^\n]+\nRestore a backup; [^\n]+\n$/,
    )
    expect((await readFile(file)).equals(damaged)).toBe(true)
    expect(await readdir(dirname(file))).toEqual(['x.sqlite'])
  })
})

async function stderrOfServe(file: string): Promise<string> {
  const server = await serveInProcess(['--no-jobs', '--log', 'off', '--store', `sqlite:${file}`], {})
  return (await server.stop()).stderr
}

describe('the default store', () => {
  it('is a file that only its owner can access', async () => {
    const home = await tempFolder()
    await inProcess(ISSUE, { XDG_DATA_HOME: home })
    expect((await stat(`${home}/space-data`)).mode & 0o777).toBe(0o700)
    expect((await stat(`${home}/space-data/space-data.sqlite`)).isFile()).toBe(true)
  })

  it('that cannot be created is an error with a remedy', async () => {
    const home = await write(`${await tempFolder()}/f`)
    const { code, stderr } = await inProcess(['serve', '--port', '0'], { XDG_DATA_HOME: home })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^space-data: cannot create the data folder: ENOTDIR[^\n]*\n[^\n]*--store memory:\n$/,
    )
  })
})

describe('a store on a server that is unreachable: a server starts with a warning, other commands fail', () => {
  it.each([
    ['Redis', 'redis://:hunter2@127.0.0.1:PORT', /Redis at 127\.0\.0\.1:\d+/],
    ['Postgres', 'postgres://me:hunter2@127.0.0.1:PORT/db', /Postgres at 127\.0\.0\.1:\d+, database db/],
  ])('%s', async (name, url, place) => {
    const store = url.replace('PORT', String(await freePort()))
    const server = await serveInProcess(['--sample', '--no-jobs'], { SPACE_DATA_STORE: store })
    const { code, stderr } = await server.stop()
    expect(code).toBe(0)
    expect(stderr).toMatch(
      new RegExp(`^space-data: ${place.source} cannot be used yet: connect ECONNREFUSED [^\n]+\n`),
    )
    expect(stderr).not.toContain('hunter2')
    for (const command of ['keys list', 'keys issue --tier free --label me', 'shell status']) {
      const failed = await inProcess([...command.split(' '), '--store', store], {})
      expect(failed).toMatchObject({ code: 1, stdout: '' })
      expect(failed.stderr).toMatch(
        new RegExp(
          `^space-data: ${place.source} cannot be used: connect ECONNREFUSED [^\n]+\nStart ${name}, or correct --store\n$`,
        ),
      )
    }
  })
})

async function runOn(path: string, sql: string): Promise<void> {
  const connection = await connect(path, 0)
  connection.run(sql)
  await connection.close()
}

async function write(path: string): Promise<string> {
  await writeFile(path, 'this is no database, however long one looks at it '.repeat(20))
  return path
}
