import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { promisify } from 'node:util'
import { createSpaceData, providers, type ServiceEvent } from '@space-data/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../packages/cli/src/config/config.ts'
import { announce } from '../../packages/cli/src/serve/announce.ts'
import { issueCommand, programCommand } from '../../packages/cli/src/serve/issue-command.ts'
import { openLog } from '../../packages/cli/src/serve/log/open-log.ts'
import { catalogueOf, quickPool } from '../debris/night/support.ts'
import { haveRedis, startRedis } from '../support/redis.ts'
import { fakeTerminal, inProcess, main, serve, serveInProcess, tempFolder } from './program.ts'
import { hasTmux, onScreen } from './tmux.ts'

const DAY_MS = 86_400_000

/** Runs a command line as if pasted into a shell in the server's folder. */
async function paste(line: string, env: Readonly<Record<string, string>> = {}) {
  const path = { PATH: process.env['PATH'] ?? '' }
  return promisify(execFile)('sh', ['-c', line], { env: { ...path, ...env } })
}

async function pasteForJson(line: string): Promise<Record<string, unknown>> {
  return JSON.parse((await paste(line)).stdout)
}

/** Returns the output of a server that is stopped once it is ready. */
async function saidBy(...flags: string[]): Promise<{ stdout: string; stderr: string }> {
  const terminal = { ...fakeTerminal(), onStop: (stop: () => void) => stop() }
  const code = await main(
    ['serve', '--port', '0', '--store', 'memory:', '--log', 'off', '--no-jobs', ...flags],
    terminal,
  )
  expect(code).toBe(0)
  return terminal
}

interface Status {
  readonly data: { readonly shells: { readonly next_run_at: string } }
}

describe('the banner', () => {
  it('of sample data is six lines, the last one a request that works as printed', async () => {
    const home = await tempFolder()
    const server = await serve(['--sample'], { XDG_DATA_HOME: home })
    expect(server.lines).toEqual([
      expect.stringMatching(/^Space-Data \d+\.\d+\.\d+\S* · sample data, no network$/),
      `  Home     ${server.url}/`,
      `  Status   ${server.url}/status`,
      `  Store    SQLite at ${home}/space-data/space-data-sample.sqlite`,
      '  Shells   computing, about 10 s',
      expect.stringMatching(/^ {2}Try {6}curl -s \S+\/v1\/space-weather\/kp -H 'x-api-key: sd_live_\w{36}'$/),
    ])
    expect(await pasteForJson(server.told['Try'] ?? '')).toMatchObject({
      source: expect.stringContaining('(sample)'),
      data: { kp: expect.any(Number) },
    })
    for (const place of ['Home', 'Status']) expect((await fetch(server.told[place] ?? '')).status).toBe(200)
  })

  it('of live data has a request for a key and mentions --no-jobs', async () => {
    const live = ['--store', 'memory:', '--no-jobs', '--upstream', 'swpc=http://127.0.0.1:9']
    const server = await serveInProcess([...live, '--metrics-port', '0'], {})
    expect(server.lines).toEqual([
      expect.stringMatching(/ · live data$/),
      `  Home     ${server.url}/`,
      `  Status   ${server.url}/status`,
      '  Store    memory (lost on restart)',
      expect.stringMatching(/^ {2}Metrics {2}http:\/\/127\.0\.0\.1:\d+\/metrics$/),
      '  Shells   none yet; not computed by this server (--no-jobs)',
      `  Key      curl -s -X POST ${server.url}/v1/keys -H 'content-type: application/json' -d '{"label":"me"}'`,
      `  Try      curl -s ${server.url}/v1/space-weather/kp -H 'x-api-key: <key>'`,
    ])
    expect(await pasteForJson(server.told['Key'] ?? '')).toMatchObject({ ok: true, tier: 'free' })
  })

  it('has what a network gets without a key, and then a request that needs none', async () => {
    const live = ['--store', 'memory:', '--no-jobs', '--upstream', 'swpc=http://127.0.0.1:9']
    const server = await serveInProcess([...live, '--anonymous', '1000'], {})
    expect(server.told['Keyless']).toBe('1,000 requests a day for each network')
    expect(server.told['Key']).toContain('/v1/keys')
    expect(server.told['Try']).toBe(`curl -s ${server.url}/v1/space-weather/kp`)
    const { stdout } = await saidBy('--anonymous', '1000', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ anonymous: 1_000 })
    const sample = await saidBy('--sample', '--anonymous', '5')
    expect(sample.stdout).toMatch(/Try {6}curl -s \S+ -H 'x-api-key: sd_live_/)
  })

  it('of an empty live store has the first run as /status and /debris have it', async () => {
    const upstreams = Object.keys(providers).flatMap((id) => ['--upstream', `${id}=http://127.0.0.1:9`])
    const server = await serveInProcess(['--store', 'memory:', ...upstreams], {})
    expect(server.told['Shells']).toMatch(/^none yet, first run in (1 min|[1-6]\d s)$/)
    const { data } = (await (await fetch(`${server.url}/status`)).json()) as Status
    expect(Date.parse(data.shells.next_run_at) - Date.now()).toBeLessThan(61_000)
  })

  it('has the age of existing shells', async () => {
    const folder = await tempFolder()
    const store = ['--store', `sqlite:${folder}/data.sqlite`]
    await inProcess(['shell', 'synth', '200', `${folder}/c.csv`], {})
    const computed = await inProcess(
      ['shell', 'run', '--catalogue', `${folder}/c.csv`, '--accept-size', ...store],
      {},
    )
    expect(computed.code).toBe(0)
    const server = await serveInProcess(store, {})
    expect(server.told['Shells']).toMatch(/^computed (just now|\d+ (s|min) ago), next run in \d+ (s|min|h)$/)
    const idle = await serveInProcess([...store, '--no-jobs'], {})
    expect(idle.told['Shells']).toMatch(/^computed .*; not computed by this server \(--no-jobs\)$/)
    // A server with other upstreams does not show them and says why; so does a run with other upstreams.
    const other = ['--upstream', 'celestrak=http://127.0.0.1:9']
    const words =
      /the newest shells in the store \(Catalogue file c\.csv, computed .*\) were computed with other upstreams/
    const elsewhere = await serveInProcess(['--no-jobs', ...store, ...other], {})
    await expect.poll(elsewhere.stderr, { timeout: 15_000 }).toMatch(words)
    await elsewhere.stop()
    const again = ['shell', 'run', '--catalogue', `${folder}/c.csv`, '--accept-size', ...store]
    expect((await inProcess([...again, ...other], {})).stderr).toMatch(words)
    expect((await inProcess([...again, ...other], {})).stderr).toBe('')
  })

  it('of sample data with a configured upstream does not claim "no network"', async () => {
    const { stdout } = await saidBy('--sample', '--upstream', 'swpc=http://127.0.0.1:9')
    expect(stdout).toMatch(/ · sample data\n/)
  })

  describe('of a mirror', () => {
    const saidByMirror = async (...flags: string[]) => {
      const keyFile = `${await tempFolder()}/central.key`
      await writeFile(keyFile, `sd_live_${'0'.repeat(36)}\n`, { mode: 0o600 })
      const mirror = ['--mirror', 'http://127.0.0.1:1', '--mirror-key-file', keyFile]
      return (await saidBy(...mirror, ...flags)).stdout
    }

    it('names the central instance and has no demo key and no shells', async () => {
      const said = await saidByMirror()
      expect(said).toMatch(/^Space-Data \S+ · mirror of http:\/\/127\.0\.0\.1:1\n/)
      expect(said).toMatch(/\n {2}Key {6}curl -s -X POST \S+\/v1\/keys /)
      expect(said).toMatch(/\/v1\/space-weather\/kp -H 'x-api-key: <key>'\n$/)
      expect(said).not.toMatch(/Shells|sd_live_/)
    })

    it('that is open needs no key', async () => {
      const said = await saidByMirror('--open')
      expect(said).toMatch(/\n {2}Try {6}curl -s http:\S+\/v1\/space-weather\/kp\n$/)
      expect(said).not.toMatch(/x-api-key|v1\/keys/)
    })
  })

  it.skipIf(!hasTmux)(
    'has its name in bold and its places in grey on a screen',
    async () => {
      const program = new URL('../../packages/cli/bin/space-data.mjs', import.meta.url).pathname
      const command = `'${process.execPath}' '${program}' serve --port 0 --sample --store memory:`
      const screen = await onScreen(command, { XDG_DATA_HOME: await tempFolder() })
      await expect.poll(screen.look, { timeout: 20_000 }).toContain('x-api-key')
      const look = await screen.look()
      expect(look).toContain('\u001b[1mSpace-Data ')
      expect(look).toContain('\u001b[2mHome ')
      await screen.press('C-c')
      await expect.poll(screen.look, { timeout: 15_000 }).toContain('ended with 0')
    },
    60_000,
  )
})

const demoLabel = (url: string) => `demo key of serve --sample, ${hostname()}:${new URL(url).port}`

describe('the demo key', () => {
  it('of a restart ends the former one, and nobody else’s', async () => {
    const store = `sqlite:${await tempFolder()}/data.sqlite`
    const flags = ['--sample', '--no-jobs', '--store', store]
    const begin = async (...more: string[]) => {
      const server = await serveInProcess([...flags, ...more], {})
      const [, key = ''] = /x-api-key: (\w+)/.exec(server.told['Try'] ?? '') ?? []
      return { server, key }
    }
    const { server: first, key: former } = await begin()
    const { port } = new URL(first.url)
    await inProcess(
      ['keys', 'issue', '--label', demoLabel(first.url), '--expires-in', '6d', '--store', store],
      {},
    )
    const { server: beside, key: besides } = await begin()
    await first.stop()
    const { key: fresh } = await begin('--port', port)
    const statusOf = async (key: string) =>
      (await fetch(`${beside.url}/v1/space-weather/kp`, { headers: { 'x-api-key': key } })).status
    expect([await statusOf(former), await statusOf(besides), await statusOf(fresh)]).toEqual([401, 200, 200])
    const listed = JSON.parse((await inProcess(['keys', 'list', '--store', store, '--json'], {})).stdout)
    expect(
      listed.filter(({ revoked_at }: { revoked_at: string | null }) => revoked_at !== null),
    ).toHaveLength(1)
  })

  it("is a free key with its own account and expiry, and not the network's key of the day", async () => {
    const store = `sqlite:${await tempFolder()}/data.sqlite`
    const server = await serve(['--sample', '--no-jobs', '--store', store, '--log', 'json'], {})
    const [, key = ''] = /x-api-key: (\w+)/.exec(server.told['Try'] ?? '') ?? []
    const [record] = JSON.parse((await inProcess(['keys', 'list', '--store', store, '--json'], {})).stdout)
    expect(record).toMatchObject({ tier: 'free', account: record.id, label: demoLabel(server.url) })
    expect(Date.parse(record.expires_at) - Date.parse(record.created_at)).toBe(7 * DAY_MS)

    const headers = { 'content-type': 'application/json' }
    const issued = await fetch(`${server.url}/v1/keys`, { method: 'POST', headers, body: '{"label":"me"}' })
    expect(issued.status).toBe(200)

    const used = await fetch(`${server.url}/v1/space-weather/kp`, { headers: { 'x-api-key': key } })
    expect(used.status).toBe(200)
    server.child.kill('SIGTERM')
    const { stderr } = await server.finished
    expect(stderr).toContain(record.id)
    expect(stderr).not.toContain(key.slice('sd_live_'.length))
  })

  it('is new at every start, and the previous one still works', async () => {
    const args = ['--sample', '--no-jobs', '--store', `sqlite:${await tempFolder()}/data.sqlite`]
    const first = await serveInProcess(args, {})
    await first.stop()
    const second = await serveInProcess(args, {})
    const earlier = (first.told['Try'] ?? '').replace(first.url, second.url)
    expect(earlier).not.toBe(second.told['Try'])
    for (const line of [earlier, second.told['Try'] ?? ''])
      expect(await pasteForJson(line)).toHaveProperty('data')
  })

  it('is missing without a store: the server starts with a warning', async () => {
    const { stdout, stderr } = await saidBy('--sample', '--store', 'redis://127.0.0.1:9')
    expect(stdout).toMatch(/\n {2}Key {6}curl -s -X POST /)
    expect(stdout).toMatch(/x-api-key: <key>'\n$/)
    expect(stderr.match(/^space-data: could not issue the demo key: [^\n]+$/gm)).toHaveLength(1)
  }, 30_000)
})

describe('an unsuitable Redis', () => {
  it('is an error with the required setting and an alternative', async ({ skip }) => {
    if (!(await haveRedis())) return skip('redis-server is not installed')
    await using redis = await startRedis('--maxmemory-policy', 'allkeys-lru')
    const terminal = fakeTerminal()
    expect(await main(['serve', '--port', '0', '--store', redis.url, '--no-jobs'], terminal)).toBe(1)
    expect(terminal.stderr).toMatch(
      /^space-data: Redis at [^\n]+ cannot be the store: it evicts any key [^\n]+ set it to noeviction\nChange it, or set another store with --store\n$/,
    )
  })
})

describe('later messages, if the log is for people', () => {
  /** Returns an announced service and its terminal. */
  async function announced(format: 'pretty' | 'json', withJson = false) {
    const terminal = fakeTerminal()
    const listeners: ((event: ServiceEvent) => void)[] = []
    const spaceData = createSpaceData({
      fetch: () => Promise.reject(new TypeError('away')),
      onError: () => {},
      onEvent: (event) => {
        for (const listener of listeners) listener(event)
      },
    })
    onTestFinished(() => spaceData.close())
    const log = await openLog(format, 1, terminal)
    const config = await readConfig({}, terminal)
    const serverInfo = { url: 'http://127.0.0.1:1', isEverywhere: false, metrics: undefined }
    const flags = withJson ? ({ json: true } as const) : {}
    await announce({ serverInfo, spaceData, flags, config, log, version: '1.2.3', listeners }, terminal)
    return { spaceData, terminal, close: () => log.close() }
  }

  const small = () => ({ catalogue: catalogueOf(60, 150, Date.now()), pool: () => quickPool() })

  it('the first shells are reported once in one line', async () => {
    const { spaceData, terminal } = await announced('pretty')
    expect(terminal.stdout).toMatch(/\n {2}Shells {3}none yet, first run in \d+ (s|min|h)\n/)
    const { objects } = await spaceData.jobs.shells.run(small())
    const line = `  Shells   ${objects} objects in 186 shells\n`
    await expect.poll(() => terminal.stderr).toBe(line)
    await spaceData.jobs.shells.run(small())
    await spaceData.jobs.shells.status()
    expect(terminal.stderr).toBe(line)
  })

  it('and so is their failure', async () => {
    const { spaceData, terminal } = await announced('pretty')
    await expect(spaceData.jobs.shells.run()).rejects.toThrow()
    await expect.poll(() => terminal.stderr).toMatch(/^ {2}Shells {3}the first run failed: [A-Z][^\n]+\n$/)
  })

  it('but not with --json or a JSON log', async () => {
    for (const [format, withJson] of [
      ['json', false],
      ['pretty', true],
    ] as const) {
      const { spaceData, terminal, close } = await announced(format, withJson)
      await spaceData.jobs.shells.run(small())
      await spaceData.jobs.shells.status()
      expect(terminal.stderr).toBe('')
      await close()
    }
  })

  it('a refused free key logs a command that issues one and works as printed', async () => {
    const store = `sqlite:${await tempFolder()}/it's here.sqlite`
    const server = await serve(['--sample', '--no-jobs', '--log', 'pretty', '--store', store], {})
    const headers = { 'content-type': 'application/json' }
    const issue = () => fetch(`${server.url}/v1/keys`, { method: 'POST', headers, body: '{"label":"me"}' })
    for (let i = 0; i < 2; i += 1) await issue()
    const { message } = (await (await issue()).json()) as { message: string }
    // Without the path of the store, for somebody else may be asking through a proxy.
    expect(message).toMatch(
      /: node \S+\/space-data\.mjs keys issue --tier free --label me --sample --store STORE$/,
    )
    server.child.kill('SIGTERM')
    const { stderr } = await server.finished
    const lines = [...stderr.matchAll(/to issue more, run: (.*)$/gm)]
    expect(lines).toHaveLength(1)
    const command = lines[0]?.[1] ?? ''
    expect(command).toMatch(/^node \S+\/space-data\.mjs keys issue --tier free --label me --sample --store /)
    const { stdout } = await paste(command)
    const again = await serveInProcess(['--sample', '--no-jobs', '--store', store], {})
    const used = await fetch(`${again.url}/v1/space-weather/kp`, { headers: { 'x-api-key': stdout.trim() } })
    expect(used.status).toBe(200)
  }, 30_000)
})

it.each([
  [{ store: 'redis://me:secret@127.0.0.1:1/2' }, " --store 'redis://…@127.0.0.1:1/2'"],
  [{ sample: true, config: 'a file.json' }, " --sample --config 'a file.json'"],
  [{}, ''],
] as const)('the operator of a server with %j is told no password', async (flags, tail) => {
  const terminal = fakeTerminal()
  const config = await readConfig('store' in flags ? { store: flags.store } : {}, terminal)
  expect(issueCommand(flags, config, terminal)).toBe(`space-data keys issue --tier free --label me${tail}`)
})

it('with keys in memory, no command is suggested', async () => {
  const terminal = fakeTerminal({ SPACE_DATA_STORE: 'memory:' })
  const config = await readConfig({}, terminal)
  expect(issueCommand({}, config, terminal)).toBe('restart the server; keys in memory are lost')
})

it.each([
  ['/usr/local/bin/space-data', 'space-data'],
  ['/home/me/project/node_modules/.bin/space-data', 'npx space-data'],
  ['/home/me/checkout/packages/cli/bin/space-data.mjs', 'node packages/cli/bin/space-data.mjs'],
  ['/home/me/other one/space-data.mjs', "node '../other one/space-data.mjs'"],
])('a program that was started as %s is started again by %s', (path, line) => {
  expect(programCommand(path, '/home/me/checkout')).toBe(line)
})
