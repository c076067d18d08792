import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { providers } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { awayFromMidnight } from '../support/midnight.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { hasWrangler, WRANGLER } from './examples.ts'
import { startWorker } from './worker/start.ts'

vi.setConfig({ testTimeout: 120_000 })
awayFromMidnight()

const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/space-data.mjs', import.meta.url))
const OBJECTS = 3_000

/** What docs/hosting.md says of uploads, by the file: KiB, and KiB in gzip. */
const UPLOADS = new Map(
  Array.from(
    readFileSync(new URL('../../docs/hosting.md', import.meta.url), 'utf8').matchAll(
      /^\| upload of `(\w+)\.ts`, one file \| ([\d,]+) KiB, (\d+) KiB gzip \|$/gm,
    ),
    ([, name = '', ...kib]) => [name, kib.map((figure) => Number(figure.replace(',', '')))],
  ),
)

describe.skipIf(!hasWrangler)('a Worker', () => {
  test('runs the nightly job by its clock, and then has the shells', async () => {
    const { url, asked } = await standIn(launchYears())
    await using worker = await startWorker({ celestrak: url })
    const key = await issue(worker.origin)
    const density = () => fetch(`${worker.origin}/shell/density/550`, { headers: { 'x-api-key': key } })
    expect((await density()).status).toBe(404)
    const tick = async () => (await fetch(`${worker.origin}/__scheduled?cron=17+3+*+*+*`)).text()
    expect(await tick()).toBe('Ran scheduled event')
    const answer = await density()
    expect(answer.status).toBe(200)
    const { data } = (await answer.json()) as { data: { altitude_km: number; bins: unknown[] } }
    expect([data.altitude_km, data.bins.length]).toEqual([550, 18 * 36])
    expect(asked.filter((path, i) => asked.indexOf(path) !== i)).toEqual([])

    await tick()
    const again = await density()
    expect(again.headers.get('etag')).toBe(answer.headers.get('etag'))
  })

  test('verifies its upstreams by its clock', async () => {
    const { url, asked } = await standIn(asProviders)
    const upstreams = Object.keys(providers).map((id) => [id, `${url}/${id}`])
    await using worker = await startWorker(Object.fromEntries(upstreams))
    const run = await fetch(`${worker.origin}/__scheduled?cron=23+5+*+*+1`)
    expect(await run.text()).toBe('Ran scheduled event')
    expect(new Set(asked.map((path) => path.split('/')[1]))).toEqual(new Set(Object.keys(providers)))
    expect(worker.output()).not.toMatch(/Uncaught|different request/)
  })

  test('looks for alerts each minute, and offers webhooks with a secret and the flag only', async () => {
    const vars = { WEBHOOK_SECRET: 'a secret of at least 32 characters' }
    {
      await using worker = await startWorker({}, undefined, 'worker', { vars })
      const run = await fetch(`${worker.origin}/__scheduled?cron=*+*+*+*+*`)
      expect(await run.text()).toBe('Ran scheduled event')
      expect(worker.output()).not.toMatch(/Uncaught|InvalidOptionError/)
    }
    const without = startWorker({}, undefined, 'worker', { vars, flags: [] })
    await expect(without).rejects.toThrow(/fetchSender needs "global_fetch_strictly_public"/)
  })

  test.each([
    ['worker', 'wrangler.jsonc', 560],
    ['demo', 'wrangler.demo.jsonc', 600],
  ])('is small without WebAssembly, what only Node has and warnings: %s', (name, config, mostKib) => {
    const folder = mkdtempSync(join(tmpdir(), 'space-data-'))
    const words = ['deploy', '--dry-run', '--config', config, '--outdir', folder]
    const { stdout, stderr } = spawnSync(WRANGLER, words, {
      cwd: fileURLToPath(new URL('../../examples/workers', import.meta.url)),
      env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1' },
      encoding: 'utf8',
    })
    const [, all, gzip] = /Total Upload: ([\d.]+) KiB \/ gzip: ([\d.]+) KiB/.exec(stdout) ?? []
    expect(Number(gzip)).toBeLessThan(mostKib)
    const told = UPLOADS.get(name) ?? []
    for (const [i, kib] of [all, gzip].entries())
      expect(Math.abs(Number(kib) - Number(told[i])), `docs/hosting.md says ${told[i]} KiB`).toBeLessThan(15)
    expect(stdout + stderr).not.toMatch(/WARNING/)
    const script = readFileSync(join(folder, `${name}.js`), 'utf8')
    expect(script).not.toMatch(/WebAssembly\.|from "node:/)
  })

  test('knows after a restart what it knew before', async () => {
    const state = mkdtempSync(join(tmpdir(), 'space-data-'))
    const { url } = await standIn(lateMinutes(0))
    const kp = async (origin: string, key: string) =>
      (await fetch(`${origin}/v1/space-weather/kp`, { headers: { 'x-api-key': key } })).headers
    let key = ''
    {
      await using worker = await startWorker({ swpc: url }, state)
      key = await issue(worker.origin)
      expect((await kp(worker.origin, key)).get('ratelimit')).toMatch(/r=999;/)
      // The snapshot is stored after the response: a Worker that ends before that loads it again.
      await expect.poll(() => isInFolder(state, /snapshot:\w*:\["\/v1\/space-weather\/kp"/), SOON).toBe(true)
    }
    await using worker = await startWorker({ swpc: url }, state)
    const headers = await kp(worker.origin, key)
    expect(headers.get('ratelimit')).toMatch(/r=998;/)
    expect(headers.get('cache-status')).toMatch(/^space-data; hit/)
    expect(await issue(worker.origin)).toBeUndefined()
  })

  test('takes no visitor’s word for an address: in wrangler dev nothing has written the header but the visitor', async () => {
    await using worker = await startWorker({})
    const order = (address: string) =>
      fetch(`${worker.origin}/v1/keys`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'cf-connecting-ip': address },
        body: '{"label":"worker"}',
      })
    expect([(await order('192.0.2.1')).status, (await order('192.0.2.2')).status]).toEqual([200, 429])
  })

  test('asks a provider once for all that wait for it', async () => {
    const { url, asked } = await standIn(lateMinutes(400))
    await using worker = await startWorker({ swpc: url })
    const key = await issue(worker.origin)
    const kp = () => fetch(`${worker.origin}/v1/space-weather/kp`, { headers: { 'x-api-key': key } })
    const answers = await Promise.all(Array.from({ length: 30 }, kp))
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
    expect(asked).toHaveLength(1)
    expect(worker.output()).not.toMatch(/hung|different request|Error/)
  })
})

/** A provider on loopback; all paths that it is asked for. */
async function standIn(answer: (path: string, response: ServerResponse) => void) {
  const asked: string[] = []
  const server = createServer((request: IncomingMessage, response) => {
    asked.push(request.url ?? '')
    answer(request.url ?? '', response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const SOON = { timeout: PATIENCE_MS, interval: 50 }

/** Whether a text like this is in a file of a folder, at any depth. */
function isInFolder(folder: string, text: RegExp): boolean {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  return files.some(({ parentPath, name }) => text.test(readFileSync(join(parentPath, name), 'latin1')))
}

/** CelesTrak's answers to the queries of launch years, from a made-up catalogue. */
function launchYears() {
  const file = join(mkdtempSync(join(tmpdir(), 'space-data-')), 'catalogue.csv')
  execFileSync(process.execPath, [PROGRAM, 'shell', 'synth', String(OBJECTS), file])
  const [head = '', ...rows] = readFileSync(file, 'utf8').trim().split('\n')
  return (path: string, response: ServerResponse) => {
    const year = new URL(path, 'http://stand-in').searchParams.get('INTDES')
    const found = rows.filter((row) => row.split(',')[1]?.startsWith(`${year}-`))
    if (found.length === 0) response.writeHead(404, { 'content-type': 'text/plain' }).end('No GP data found')
    else response.writeHead(200, { 'content-type': 'text/csv' }).end([head, ...found, ''].join('\n'))
  }
}

const sample = sampleFetch(() => new Date())

/** All providers as the sample has them, each under a path of its own. */
async function asProviders(path: string, response: ServerResponse): Promise<void> {
  const [, id = '', target] = /^\/([^/]+)(.*)$/.exec(path) ?? []
  const { origin } = providers[id as keyof typeof providers]
  const answer = await sample(origin + target)
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
}

/** Kp of the last minutes in SWPC's shape, after a while. */
function lateMinutes(ms: number) {
  return (_: string, response: ServerResponse) => {
    const minutes = Array.from({ length: 5 }, (_, i) => ({
      time_tag: new Date(Date.now() - (5 - i) * 60_000).toISOString().slice(0, 19),
      kp_index: 2,
      estimated_kp: 2.33,
      kp: '2P',
    }))
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(minutes))
    }, ms)
  }
}

async function issue(origin: string): Promise<string> {
  const response = await fetch(`${origin}/v1/keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"label":"worker"}',
  })
  return ((await response.json()) as { key: string }).key
}
