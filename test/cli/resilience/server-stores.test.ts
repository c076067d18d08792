import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { havePostgres, type PostgresServer, startPostgres } from '../../support/postgres.ts'
import { haveRedis, type RedisServer, startRedis } from '../../support/redis.ts'
import { inProcess, run, serve, serveInProcess } from '../program.ts'

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

  it('that keeps nothing on a disk is a warning at the start of a server', async () => {
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

  it('is backed up by its own tools', async () => {
    const store = `redis://:${PASSWORD}@127.0.0.1:${redis.port}`
    const { code, stderr } = await inProcess(['store', 'backup', 'never', '--store', store], {})
    expect(code).toBe(1)
    expect(stderr).toMatch(/this is Redis at [^\n]+\nUse store export[^\n]+BGSAVE/)
  })

  it('that evicts keys at will is refused, with the setting and an alternative', async () => {
    await using evicting = await startRedis('--maxmemory-policy', 'allkeys-lru')
    const starting = ['serve', '--port', '0', '--store', evicting.url, '--no-jobs']
    const { code, stderr } = await inProcess(starting, {})
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^space-data: Redis at [^\n]+ cannot be the store: it evicts any key [^\n]+ set it to noeviction\nChange it, or set another store with --store\n$/,
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
