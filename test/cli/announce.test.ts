import { writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { createSpaceData, providers, type ServiceEvent } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../packages/cli/src/config/config.ts'
import { announce } from '../../packages/cli/src/serve/announce.ts'
import { printBanner, type Started } from '../../packages/cli/src/serve/banner.ts'
import { issueCommand, programCommand } from '../../packages/cli/src/serve/issue-command.ts'
import { openLog } from '../../packages/cli/src/serve/log/open-log.ts'
import { describeShellsAtStart } from '../../packages/cli/src/serve/shell-messages.ts'
import { catalogueOf, quickPool } from '../debris/night/support.ts'
import { faultyBackend } from '../support/faulty-backend.ts'
import { sendPrinted, wordsOf } from './printed-line.ts'
import { fakeTerminal, inProcess, main, serveInProcess, tempFolder } from './program.ts'

const DAY_MS = 86_400_000

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
  it('of live data has what is there, and requests that work as printed', async () => {
    const live = ['--store', 'memory:', '--no-jobs', '--upstream', 'swpc=http://127.0.0.1:9']
    const more = ['--metrics-port', '0', '--anonymous', '1000', '--compat', 'celestrak,swpc']
    const server = await serveInProcess([...live, ...more], {})
    const { url, told } = server
    expect(server.lines).toEqual([
      expect.stringMatching(/ · live data$/),
      `  Home     ${url}/`,
      `  Status   ${url}/status`,
      '  Store    memory (lost on restart)',
      expect.stringMatching(/^ {2}Metrics {2}http:\/\/127\.0\.0\.1:\d+\/metrics$/),
      '  Keyless  1,000 requests a day for each network',
      '  Compat   paths of celestrak, swpc',
      '  Shells   none yet; not computed by this server (--no-jobs)',
      '  Key',
      `curl -s -X POST ${url}/v1/keys -H 'content-type: application/json' -d '{"label":"me"}'`,
      '  Try',
      `curl -s ${url}/v1/space-weather/kp`,
    ])
    const issued = await (await sendPrinted(told['Key'] ?? '')).json()
    expect(issued).toMatchObject({ ok: true, tier: 'free' })
    for (const place of ['Home', 'Status']) expect((await fetch(told[place] ?? '')).status).toBe(200)
  })

  it('of sample data has a demo key, also where requests need none', async () => {
    const { stdout } = await saidBy('--sample', '--anonymous', '5')
    expect(stdout).toMatch(/^Space-Data \S+ · sample data, no network\n/)
    expect(stdout).toMatch(/\n {2}Try\ncurl -s \S+ -H 'x-api-key: sd_live_\w{36}'\n$/)
    const json = await saidBy('--sample', '--anonymous', '1000', '--json')
    expect(JSON.parse(json.stdout)).toMatchObject({ anonymous: 1_000, sample: true })
  })

  it('of an empty live store has the first run as /status and /debris have it', async () => {
    const upstreams = Object.keys(providers).flatMap((id) => ['--upstream', `${id}=http://127.0.0.1:9`])
    const server = await serveInProcess(['--store', 'memory:', ...upstreams], {})
    expect(server.told['Shells']).toMatch(/^none yet, first run in (1 min|[1-6]\d s)$/)
    const { data } = (await (await fetch(`${server.url}/status`)).json()) as Status
    expect(Date.parse(data.shells.next_run_at) - Date.now()).toBeLessThan(61_000)
  })

  it('has the age of existing shells, and why those of other upstreams are not shown', async () => {
    const folder = await tempFolder()
    const store = ['--store', `sqlite:${folder}/data.sqlite`]
    await inProcess(['shell', 'synth', '200', `${folder}/c.csv`], {})
    const job = ['--catalogue', `${folder}/c.csv`, '--accept-size', '--workers', '1']
    const computing = ['shell', 'run', ...job, ...store]
    expect((await inProcess(computing, {})).code).toBe(0)
    const idle = await serveInProcess([...store, '--no-jobs'], {})
    expect(idle.told['Shells']).toMatch(/^computed .*; not computed by this server \(--no-jobs\)$/)
    // A server with other upstreams does not show them and says why; so does a run with other upstreams.
    const other = ['--upstream', 'celestrak=http://127.0.0.1:9']
    const words =
      /the newest shells in the store \(Catalogue file c\.csv, computed .*\) were computed with other upstreams/
    const elsewhere = await serveInProcess(['--no-jobs', ...store, ...other], {})
    await expect.poll(elsewhere.stderr, { timeout: 15_000 }).toMatch(words)
    expect((await inProcess([...computing, ...other], {})).stderr).toMatch(words)
    expect((await inProcess([...computing, ...other], {})).stderr).toBe('')
  })

  it.each([
    [
      'of the last run and the next one',
      true,
      { isOurs: true, sample: false },
      'computed 3 h ago, next run in 16 h',
    ],
    [
      'of the last run, without jobs',
      true,
      { isOurs: false, sample: false },
      'computed 3 h ago; not computed by this server (--no-jobs)',
    ],
    ['of the first run of the sample', false, { isOurs: true, sample: true }, 'computing, about 10 s'],
    ['of the first run', false, { isOurs: true, sample: false }, 'none yet, first run in 16 h'],
  ])('describes shells: %s', (_, isComputed, by, line) => {
    const now = Date.parse('2026-11-21T11:17:00Z')
    const run = isComputed ? { computedAt: now - 3 * 3_600_000 } : null
    const status = { run, running: null, nextRunAt: now + 16 * 3_600_000 } as Parameters<
      typeof describeShellsAtStart
    >[0]
    expect(describeShellsAtStart(status, by, now)).toBe(line)
  })

  const started: Started = {
    ...{
      version: '1.2.3',
      url: 'http://127.0.0.1:1',
      isEverywhere: false,
      sample: false,
      hasUpstreams: false,
    },
    ...{ mirror: undefined, store: 'memory', metrics: undefined, compat: undefined, shells: undefined },
    ...{ isOpen: false, anonymous: 0, key: undefined },
  }
  const bannerOf = async (own: Partial<Started>, colors: 1 | 4 = 1, columns?: number) => {
    const terminal = { ...fakeTerminal(), colors, ...(columns && { columns }) }
    await printBanner({ ...started, ...own }, terminal)
    return terminal.stdout
  }

  it('has a key to fill in where one is needed, and none for an open server', async () => {
    expect(await bannerOf({})).toMatch(/\/v1\/space-weather\/kp -H 'x-api-key: <key>'\n$/)
    expect(await bannerOf({ isOpen: true })).toMatch(/\n {2}Try\ncurl -s http:\S+\/v1\/space-weather\/kp\n$/)
    expect(await bannerOf({ isOpen: true })).not.toMatch(/x-api-key|v1\/keys/)
  })

  it('breaks a command between its words where the terminal is narrower, and so that it works when pasted', async () => {
    const key = `sd_live_${'0'.repeat(36)}`
    const lines = (await bannerOf({ key }, 1, 80)).trimEnd().split('\n')
    expect(lines.slice(-3)).toEqual([
      '  Try',
      'curl -s http://127.0.0.1:1/v1/space-weather/kp \\',
      `  -H 'x-api-key: ${key}'`,
    ])
    for (const line of (await bannerOf({}, 1, 80)).split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    expect(await bannerOf({ key }, 1, 200)).toMatch(/\n {2}Try\ncurl .* -H 'x-api-key: \w+'\n$/)
  })

  it('says that the store cannot be written', async () => {
    const faulty = faultyBackend()
    faulty.fault = 'read-only'
    const spaceData = createSpaceData({ features: everything, store: faulty.backend, onError: () => {} })
    const terminal = fakeTerminal()
    const config = await readConfig({}, terminal)
    const serverInfo = { url: 'http://127.0.0.1:1', isEverywhere: false, metrics: undefined }
    const log = await openLog('off', 1, terminal)
    await announce(
      { serverInfo, spaceData, flags: {}, config, log, version: '1.2.3', listeners: [] },
      terminal,
    )
    expect(terminal.stdout).toMatch(/^ {2}Store {4}.*, read-only: it cannot be written$/m)
  })

  it('of sample data with a configured upstream does not claim "no network"', async () => {
    expect(await bannerOf({ sample: true, hasUpstreams: true })).toMatch(/ · sample data\n/)
  })

  it('has its name in bold and its places in grey on a screen', async () => {
    const colored = await bannerOf({}, 4)
    expect(colored).toContain('\u001b[1mSpace-Data ')
    expect(colored).toContain('\u001b[2mHome ')
  })

  it('of a mirror names the central instance and has no demo key and no shells', async () => {
    const keyFile = `${await tempFolder()}/central.key`
    await writeFile(keyFile, `sd_live_${'0'.repeat(36)}\n`, { mode: 0o600 })
    const { stdout } = await saidBy('--mirror', 'http://127.0.0.1:1', '--mirror-key-file', keyFile)
    expect(stdout).toMatch(/^Space-Data \S+ · mirror of http:\/\/127\.0\.0\.1:1\n/)
    expect(stdout).toMatch(/\n {2}Key\ncurl -s -X POST \S+\/v1\/keys /)
    expect(stdout).not.toMatch(/Shells|sd_live_/)
  })
})

const demoLabel = (url: string) => `demo key of serve --sample, ${hostname()}:${new URL(url).port}`

describe('the demo key', () => {
  it('is another one at every start; a restart ends the former one, and nobody else’s', async () => {
    const store = `sqlite:${await tempFolder()}/data.sqlite`
    const flags = ['--sample', '--no-jobs', '--store', store]
    const begin = async (...more: string[]) => {
      const server = await serveInProcess([...flags, ...more], {})
      const [, key = ''] = /x-api-key: (\w+)/.exec(server.told['Try'] ?? '') ?? []
      return { server, key }
    }
    const { server: first, key: former } = await begin('--log', 'json')
    const { port } = new URL(first.url)
    const [record] = JSON.parse((await inProcess(['keys', 'list', '--store', store, '--json'], {})).stdout)
    expect(record).toMatchObject({ tier: 'free', account: record.id, label: demoLabel(first.url) })
    expect(Date.parse(record.expires_at) - Date.parse(record.created_at)).toBe(7 * DAY_MS)
    await inProcess(
      ['keys', 'issue', '--label', demoLabel(first.url), '--expires-in', '6d', '--store', store],
      {},
    )
    const { server: beside, key: besides } = await begin()
    // It is not the key that the network gets for the day.
    const headers = { 'content-type': 'application/json' }
    const issued = await fetch(`${first.url}/v1/keys`, { method: 'POST', headers, body: '{"label":"me"}' })
    expect(issued.status).toBe(200)
    expect((await sendPrinted(first.told['Try'] ?? '')).status).toBe(200)
    const { stderr } = await first.stop()
    expect(stderr).toContain(record.id)
    expect(stderr).not.toContain(former.slice('sd_live_'.length))

    const { key: fresh } = await begin('--port', port)
    const statusOf = async (key: string) =>
      (await fetch(`${beside.url}/v1/space-weather/kp`, { headers: { 'x-api-key': key } })).status
    expect([await statusOf(former), await statusOf(besides), await statusOf(fresh)]).toEqual([401, 200, 200])
    const listed = JSON.parse((await inProcess(['keys', 'list', '--store', store, '--json'], {})).stdout)
    expect(
      listed.filter(({ revoked_at }: { revoked_at: string | null }) => revoked_at !== null),
    ).toHaveLength(1)
  })

  it('is missing without a store: the server starts with a warning', async () => {
    const { stdout, stderr } = await saidBy('--sample', '--store', 'redis://127.0.0.1:9')
    expect(stdout).toMatch(/\n {2}Key\ncurl -s -X POST /)
    expect(stdout).toMatch(/x-api-key: <key>'\n$/)
    expect(stderr.match(/^space-data: could not issue the demo key: [^\n]+$/gm)).toHaveLength(1)
  })
})

describe('later messages, if the log is for people', () => {
  /** Returns an announced service and its terminal. */
  async function announced(format: 'pretty' | 'json', withJson = false) {
    const terminal = fakeTerminal()
    const listeners: ((event: ServiceEvent) => void)[] = []
    const spaceData = createSpaceData({
      features: everything,
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
    const server = await serveInProcess(['--sample', '--no-jobs', '--log', 'pretty', '--store', store], {})
    const headers = { 'content-type': 'application/json' }
    const issue = () => fetch(`${server.url}/v1/keys`, { method: 'POST', headers, body: '{"label":"me"}' })
    for (let i = 0; i < 2; i += 1) await issue()
    const { message } = (await (await issue()).json()) as { message: string }
    // Without the path of the store, for somebody else may be asking through a proxy.
    expect(message).toMatch(/: space-data keys issue --tier free --label me --sample --store STORE$/)
    const lines = [...server.stderr().matchAll(/to issue more, run: (.*)$/gm)]
    expect(lines).toHaveLength(1)
    const [program, ...words] = wordsOf(lines[0]?.[1] ?? '')
    expect(program).toBe('space-data')
    const { stdout } = await inProcess(words, {})
    const used = await fetch(`${server.url}/v1/space-weather/kp`, { headers: { 'x-api-key': stdout.trim() } })
    expect(used.status).toBe(200)
  })
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
