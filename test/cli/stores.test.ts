import { chmod, chown, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connect } from '../../packages/core/src/storage/sqlite/connection.ts'
import { fromOtherProcess } from '../storage/other-process.ts'
import { freePort } from '../support/free-port.ts'
import { havePostgres, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { haveRedis, type RedisServer, startRedis } from '../support/redis.ts'
import { stopwatch } from '../support/stopwatch.ts'
import { emptyStore, inProcess, run, serve, serveInProcess, tempFolder } from './program.ts'

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

  it('read-only', async ({ skip }) => {
    // Root may write everywhere.
    const uid = process.getuid?.() === 0 ? NOBODY : undefined
    if (uid && (await run(['--version'], {}, uid)).code !== 0) skip('this folder is closed to other users')
    const folder = await tempFolder()
    const file = await write(`${folder}/x.sqlite`)
    for (const path of [folder, file]) if (uid) await chown(path, uid, uid)
    await chmod(file, 0o400)
    await chmod(folder, 0o500)
    const list = (path: string) => run(['keys', 'list', '--store', `sqlite:${path}`], {}, uid)
    const inFolder = await list(`${folder}/y.sqlite`)
    await chmod(folder, 0o700)
    expect(inFolder).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/folder .* is not writable\n/),
    })
    expect(await list(file)).toMatchObject({ code: 1, stderr: expect.stringMatching(/it is not writable\n/) })
    const served = await run(['serve', '--port', '0', '--store', `sqlite:${file}`], {}, uid)
    expect(served).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/it is not writable\n/),
    })
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
  await fromOtherProcess(newer, 'PRAGMA user_version = 1000')
  const older = `${folder}/older.sqlite`
  await emptyStore(older)
  await fromOtherProcess(older, 'PRAGMA user_version = 1')
  const others = `${folder}/others.sqlite`
  const connection = await connect(others, 0)
  connection.run('CREATE TABLE theirs (x)')
  await connection.close()
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
  it.each(['an empty one', 'one with zero bytes'])('warns of %s', async (kind) => {
    const file = `${await tempFolder()}/x.sqlite`
    if (kind === 'an empty one') await emptyStore(file)
    else await writeFile(file, '')
    const warning =
      `space-data: The store, SQLite at ${file}, exists but contains no keys, so every request with a key is rejected ` +
      'with 401. If keys are missing, stop the server and restore a backup\n'
    expect(await stderrOfServe(file)).toContain(warning)
    await inProcess([...ISSUE, '--store', `sqlite:${file}`], {})
    expect(await stderrOfServe(file)).not.toContain('no keys')
  })

  it('does not warn about a new one', async () => {
    expect(await stderrOfServe(`${await tempFolder()}/x.sqlite`)).not.toContain('no keys')
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

/** An unprivileged user on Linux. */
const NOBODY = 65_534

describe('the default store', () => {
  it('is a file that only its owner can access', async () => {
    const home = await tempFolder()
    await inProcess(ISSUE, { XDG_DATA_HOME: home })
    expect((await stat(`${home}/space-data`)).mode & 0o777).toBe(0o700)
    expect((await stat(`${home}/space-data/space-data.sqlite`)).isFile()).toBe(true)
  })

  it('is under the home folder without XDG_DATA_HOME', async ({ skip }) => {
    if (process.platform !== 'linux') skip('another folder on this platform')
    const { stderr } = await run(['keys', 'list'], { HOME: await tempFolder() })
    expect(stderr).toContain('/.local/share/space-data/space-data.sqlite')
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

/** A word of no message. */
const PASSWORD = 'correct-horse'

describe.skipIf(!(await haveRedis()))('Redis as the store', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await startRedis('--requirepass', PASSWORD, '--appendonly', 'yes')
  })
  afterAll(() => redis[Symbol.asyncDispose]())

  it('is shared by server and commands, set by flag or environment', async () => {
    const store = `redis://:${PASSWORD}@127.0.0.1:${redis.port}`
    const server = await serve(['--sample', '--no-jobs', '--store', store], {})
    expect(server.told['Store']).toBe(`Redis at 127.0.0.1:${redis.port}`)
    const order = ['keys', 'issue', '--tier', 'hobby', '--label', 'me']
    const issued = await inProcess(order, { SPACE_DATA_STORE: store })
    expect(issued).toMatchObject({ code: 0, stdout: expect.stringMatching(/^sd_live_/) })
    await expectCounted(server.url, issued.stdout.trim(), 50_000)
    server.child.kill('SIGTERM')
    const { code, stderr } = await server.finished
    expect(code).toBe(0)
    expect(stderr).not.toContain(PASSWORD)
    expect(stderr).not.toMatch(/"level":"warn".*Redis/)
  })

  it('that is unreachable: a server starts with a warning, other commands fail', async () => {
    const store = `redis://:hunter2@127.0.0.1:${await freePort()}`
    const server = await serveInProcess(['--sample', '--no-jobs', '--log', 'off'], {
      SPACE_DATA_STORE: store,
    })
    const { code, stderr } = await server.stop()
    expect(code).toBe(0)
    expect(stderr).toMatch(
      /^space-data: Redis at 127\.0\.0\.1:\d+ cannot be used yet: connect ECONNREFUSED [^\n]+\n/,
    )
    expect(stderr).not.toContain('hunter2')

    for (const command of [
      ['keys', 'list'],
      ['keys', 'issue', '--tier', 'free', '--label', 'me'],
      ['shell', 'status'],
    ]) {
      const watch = stopwatch()
      expect(await inProcess([...command, '--store', store], {})).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /^space-data: Redis at [^\n]+ cannot be used: connect ECONNREFUSED [^\n]+\nStart Redis, or correct --store\n$/,
        ),
      })
      expect(watch.awakeMs).toBeLessThan(5_000)
    }
  })

  it('that rejects the password is one line without the password', async () => {
    const { code, stderr } = await inProcess(['keys', 'list'], {
      SPACE_DATA_STORE: `redis://:wrong-hunter2@127.0.0.1:${redis.port}`,
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^space-data: Redis at [^\n]+: WRONGPASS [^\n]+\nStart Redis, or correct SPACE_DATA_STORE\n$/,
    )
    expect(stderr).not.toContain('hunter2')
  })

  it('that evicts keys is a warning at the start of a server', async () => {
    await using forgetful = await startRedis()
    const server = await serveInProcess(
      ['--sample', '--no-jobs', '--log', 'off', '--store', forgetful.url],
      {},
    )
    expect((await server.stop()).stderr).toMatch(/^space-data: If Redis is killed, it loses everything/)
  })

  it.each([
    ['of the command line', true],
    ['of a variable', false],
  ])('with a password %s: a warning only where ps shows it', async (_, isFlag) => {
    const url = `redis://:top-secret@127.0.0.1:${redis.port}`
    const flags = isFlag ? ['--store', url] : []
    const variables = isFlag ? {} : { SPACE_DATA_STORE: url }
    const server = await serveInProcess(['--sample', '--no-jobs', '--log', 'off', ...flags], variables)
    const { stderr } = await server.stop()
    expect(stderr.includes('ps shows the password in --store')).toBe(isFlag)
    expect(stderr).not.toContain('top-secret')
  })

  it('without its package is an error with the remedy', async () => {
    const store = ['--store', `redis://127.0.0.1:${redis.port}`]
    const { code, stderr } = await run(
      ['keys', 'list', ...store],
      without('@keyv/redis', 'ERR_MODULE_NOT_FOUND'),
    )
    expect(code).toBe(1)
    expect(stderr).toBe(
      'space-data: Redis needs the package @keyv/redis, which is not installed\nInstall it with: npm install @keyv/redis\n',
    )
  })
})

describe.skipIf(!(await havePostgres()))('Postgres as the store', () => {
  let postgres: PostgresServer
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres[Symbol.asyncDispose]())

  it('is shared by server and commands, set by flag or environment', async () => {
    const server = await serve(['--sample', '--no-jobs', '--store', postgres.url], {})
    expect(server.told['Store']).toBe(`Postgres at 127.0.0.1:${postgres.port}, database postgres`)
    const order = ['keys', 'issue', '--tier', 'hobby', '--label', 'me']
    const store = postgres.url.replace('postgres:', 'postgresql:')
    const issued = await inProcess(order, { SPACE_DATA_STORE: store })
    expect(issued).toMatchObject({ code: 0, stdout: expect.stringMatching(/^sd_live_/) })
    await expectCounted(server.url, issued.stdout.trim(), 50_000)
    server.child.kill('SIGTERM')
    const { code, stderr } = await server.finished
    expect(code).toBe(0)
    expect(stderr).toMatch(/ps shows the password in --store/)
    expect(stderr).not.toContain(new URL(postgres.url).password)
    expect(stderr).not.toMatch(/"level":"warn".*Postgres/)
  })

  it('that is unreachable: a server starts with a warning, other commands fail', async () => {
    const store = `postgres://me:hunter2@127.0.0.1:${await freePort()}/db`
    const server = await serveInProcess(['--sample', '--no-jobs', '--log', 'off'], {
      SPACE_DATA_STORE: store,
    })
    const { code, stderr } = await server.stop()
    expect(code).toBe(0)
    expect(stderr).toMatch(
      /^space-data: Postgres at 127\.0\.0\.1:\d+, database db cannot be used yet: connect ECONNREFUSED [^\n]+\n/,
    )
    expect(stderr).not.toContain('hunter2')
    const failed = await inProcess(['keys', 'list'], { SPACE_DATA_STORE: store })
    expect(failed).toMatchObject({ code: 1, stdout: '' })
    expect(failed.stderr).toMatch(
      /^space-data: Postgres at [^\n]+ cannot be used: connect ECONNREFUSED [^\n]+\nStart Postgres, or correct SPACE_DATA_STORE\n$/,
    )
  })

  it.each(['serve', 'keys list'])('that rejects the password ends %s with two lines', async (command) => {
    const store = `postgres://space:wrong-hunter2@127.0.0.1:${postgres.port}/postgres`
    const { code, stderr } = await inProcess(command.split(' '), { SPACE_DATA_STORE: store })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^space-data: Postgres at [^\n]+ it rejects the user or the password[^\n]+\nChange it, or set another store with SPACE_DATA_STORE\n$/,
    )
    expect(stderr).not.toContain('hunter2')
  })

  it('without its package is an error with the remedy', async () => {
    const { code, stderr } = await run(
      ['keys', 'list', '--store', postgres.url],
      without('pg', 'ERR_MODULE_NOT_FOUND'),
    )
    expect(code).toBe(1)
    expect(stderr).toBe(
      'space-data: Postgres needs the package pg, which is not installed\nInstall it with: npm install pg\n',
    )
  })

  it('is backed up by its own tools', async () => {
    const { code, stderr } = await inProcess(['store', 'backup', 'never', '--store', postgres.url], {})
    expect(code).toBe(1)
    expect(stderr).toMatch(/this is Postgres at [^\n]+\nUse store export[^\n]+pg_dump for Postgres/)
  })
})

/** Every counted response leaves less of the day; a busy machine's store may miss one, or answer late. */
async function expectCounted(url: string, key: string, limit: number): Promise<void> {
  let left = limit
  for (let request = 0; request < 2; request += 1) {
    left = await vi.waitFor(
      async () => {
        const { headers } = await fetch(`${url}/v1/space-weather/kp`, { headers: { 'x-api-key': key } })
        const now = Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
        expect(now).toBeLessThan(left)
        return now
      },
      { timeout: 10_000 },
    )
  }
}

async function write(path: string): Promise<string> {
  await writeFile(path, 'this is no database, however long one looks at it '.repeat(20))
  return path
}

/** Makes the import of a package fail in the process, as if it were not installed or not built. */
function without(name: string, code: string) {
  const hook = `export async function resolve(name, context, next) {
    if (name === '${name}') throw Object.assign(new Error('Could not locate it'), { code: '${code}' })
    return next(name, context)
  }`
  const dataUrl = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`
  const register = `import { register } from 'node:module'; register(${JSON.stringify(dataUrl(hook))})`
  return { NODE_OPTIONS: `--import ${dataUrl(register)}` }
}
