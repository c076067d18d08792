import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { ServiceEvent } from '@space-data/core'
import { expect, it, onTestFinished } from 'vitest'
import { toLogEntry } from '../../packages/cli/src/serve/log/log-entry.ts'
import { formatEvent } from '../../packages/cli/src/serve/log/plain-log.ts'
import { HOME } from '../support/child.ts'
import { inProcess, type Running, serve, serveInProcess, tempFolder } from './program.ts'
import { hasTmux, onScreen } from './tmux.ts'

const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/space-data.mjs', import.meta.url))
const KP = '/v1/space-weather/kp'
const SAMPLE = ['--sample', '--store', 'memory:', '--no-jobs']

type Line = Readonly<Record<string, unknown>>

const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

async function stopped(server: Running): Promise<string> {
  server.child.kill('SIGTERM')
  const { code, stderr } = await server.finished
  expect(code).toBe(0)
  return stderr
}

async function issueKey({ url }: Pick<Running, 'url'>): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/v1/keys`, { method: 'POST', headers, body: '{"label":"me"}' })
  return ((await response.json()) as { key: string }).key
}

it('is JSON lines on stderr where stderr is no terminal: requests, failures and the server’s own words', async () => {
  const server = await serve([...SAMPLE, '--upstream', 'launch-library=http://127.0.0.1:9'], {})
  const key = await issueKey(server)
  const headers = { 'x-api-key': key }
  const id = (await fetch(`${server.url}${KP}`, { headers })).headers.get('x-service-request-id')
  await fetch(`${server.url}/v1/launches/upcoming`, { headers })
  await fetch(`${server.url}/nowhere`)
  const lines = linesOf(await stopped(server))
  const requests = lines.filter(({ event }) => event === 'request')
  expect(requests).toHaveLength(4)
  expect(requests[1]).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    event: 'request',
    id,
    method: 'GET',
    route: KP,
    account: expect.stringMatching(/^key_/),
    key: expect.stringMatching(/^key_/),
    // Loaded at the start, perhaps only just.
    cache: expect.stringMatching(/^(hit|collapsed|miss)$/),
    code: null,
    status: 200,
    bytes: expect.any(Number),
    ms: expect.any(Number),
    msg: `GET ${KP} 200`,
  })
  expect(requests[2]).toMatchObject({ level: 'error', status: 503, code: 'upstream_unavailable' })
  expect(requests[3]).toMatchObject({ level: 'info', status: 404, route: null, path: '/nowhere' })
  expect(lines.some(({ level, msg }) => level === 'error' && /launch-library/.test(String(msg)))).toBe(true)
  expect(lines.at(-1)).toMatchObject({
    level: 'info',
    msg: expect.stringContaining('shutting down'),
  })
})

it('contains no keys or addresses, wherever clients send them', async () => {
  for (const log of ['json', 'pretty']) {
    const server = await serve([...SAMPLE, '--log', log, '--trusted-hops', '1'], {})
    const key = await issueKey(server)
    const address = '198.51.100.77'
    const secrets = {
      'x-service-request-id': key,
      'user-agent': key,
      referer: `https://x/${key}`,
      cookie: key,
    }
    const asks: [path: string, init?: RequestInit][] = [
      [`/${key}`],
      [`/v1/objects/${key}`, { headers: { authorization: `Bearer ${key}` } }],
      [`${KP}?api_key=${key}`, { headers: { 'x-api-key': `${key} ` } }],
      ['/v1/keys', { method: 'POST', body: `{"label":"${key}"}` }],
      [`/v1/tle/${key}`, { method: 'DELETE' }],
      [KP, { headers: { 'x-api-key': key } }],
    ]
    for (const [path, init] of asks) {
      const headers = { ...secrets, 'x-forwarded-for': address, ...init?.headers }
      await (await fetch(`${server.url}${path}`, { ...init, headers })).arrayBuffer()
    }
    const broken = connect(Number(new URL(server.url).port), '127.0.0.1')
    broken.end(`${key} /${key} HTTP/9.9\r\n\r\n`)
    broken.resume()
    await once(broken, 'close')
    const logged = await stopped(server)
    const ofObject = logged.split('\n').filter((line) => line.includes('/v1/objects/{norad_id}'))
    expect(ofObject).toHaveLength(1)
    expect(logged).not.toContain(key.slice('sd_live_'.length))
    expect(logged).not.toContain(address)
    expect(logged).not.toContain('127.0.0.1')
  }
})

/** Starts a server with the given stderr; stopped after the test. */
async function spawned(stderr: 'pipe' | number) {
  const words = ['serve', '--port', '0', ...SAMPLE, '--log', 'json']
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    stdio: ['ignore', 'pipe', stderr],
    env: { PATH: process.env['PATH'] ?? '', SPACE_DATA_LIMITS_REFUSED_PER_MINUTE: '100000' },
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let printed = ''
  child.stdout?.on('data', (chunk) => {
    printed += chunk
  })
  await expect.poll(() => printed, { timeout: 10_000 }).toMatch(HOME)
  return { child, ended, url: HOME.exec(printed)?.[1] ?? '' }
}

it('loses no line at shutdown', { timeout: 30_000 }, async () => {
  const file = `${await tempFolder()}/access.jsonl`
  const target = await open(file, 'a')
  onTestFinished(() => target.close())
  const { child, ended, url } = await spawned(target.fd)
  for (let i = 0; i < 20; i += 1) {
    const batch = Array.from({ length: 50 }, () => fetch(`${url}/nowhere`))
    for (const { status } of await Promise.all(batch)) expect(status).toBe(404)
  }
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  const lines = linesOf(await readFile(file, 'utf8'))
  const ids = new Set(lines.filter(({ event }) => event === 'request').map(({ id }) => id))
  expect(ids.size).toBe(1_000)
})

it('the server continues when the log reader is gone', { timeout: 30_000 }, async () => {
  const { child, ended, url } = await spawned('pipe')
  child.stderr?.destroy()
  for (let i = 0; i < 300; i += 1) expect((await fetch(`${url}/nowhere`)).status).toBe(404)
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

it('a stalled reader does not block the service; a second signal ends it', {
  timeout: 30_000,
}, async () => {
  const { child, ended, url } = await spawned('pipe')
  child.stderr?.pause()
  // More than a pipe buffers.
  for (let i = 0; i < 40; i += 1) {
    const batch = Array.from({ length: 50 }, () => fetch(`${url}/nowhere`))
    for (const { status } of await Promise.all(batch)) expect(status).toBe(404)
  }
  child.kill('SIGTERM')
  await expect.poll(() => fetch(`${url}/nowhere`).catch(() => 'gone'), { timeout: 10_000 }).toBe('gone')
  child.kill('SIGTERM')
  expect(await ended).toEqual([null, 'SIGTERM'])
})

it('omits requests with off, set by flag, variable or file', async () => {
  const off = await serveInProcess(
    [...SAMPLE, '--log', 'off', '--upstream', 'launch-library=http://127.0.0.1:9'],
    {},
  )
  const key = await issueKey(off)
  await fetch(`${off.url}/v1/launches/upcoming`, { headers: { 'x-api-key': key } })
  const told = (await off.stop()).stderr
  expect(told).toMatch(/^space-data: [^\n]+\n(space-data: [^\n]+\n)+$/)
  expect(told).not.toContain('/v1/')

  const pretty = await serveInProcess(SAMPLE, { SPACE_DATA_LOG: 'pretty' })
  await fetch(`${pretty.url}/ref`)
  expect((await pretty.stop()).stderr).toMatch(/^\d\d:\d\d:\d\dZ 200 GET {2}\/ref {2}.*\d\.\d ms {2}\d+ B\n/)

  const wrong = await inProcess(['serve', '--log', 'xml'], {})
  expect([wrong.code, wrong.stdout, wrong.stderr]).toEqual([
    2,
    '',
    'space-data: --log takes auto, pretty, json or off, not "xml"\n',
  ])
})

const request: Extract<ServiceEvent, { type: 'request' }> = {
  type: 'request',
  id: 'x',
  method: 'GET',
  route: KP,
  status: 200,
  code: null,
  cache: 'hit',
  account: 'acme',
  key: 'key_6a1f20c4',
  bytes: 231,
  ms: 0.4321,
}

it('has a level for each event and omits events that are only counted', () => {
  const levels = [200, 304, 401, 404, 429, 500, 503].map(
    (status) => toLogEntry({ ...request, status })?.level,
  )
  expect(levels).toEqual(['info', 'info', 'info', 'info', 'warn', 'error', 'error'])
  const notReady = { ...request, status: 503, code: 'not_ready', route: '/readyz' }
  expect(toLogEntry(notReady)).toMatchObject({ level: 'info', message: 'GET /readyz 503 not_ready' })
  const error = new Error('The store is unavailable right now.', { cause: new Error('ECONNREFUSED') })
  expect(toLogEntry({ type: 'job', job: 'alerts', ok: false, error, ms: 1.5 })).toEqual({
    level: 'error',
    message: 'job alerts failed: The store is unavailable right now: ECONNREFUSED',
    fields: {
      event: 'job',
      job: 'alerts',
      ok: false,
      error: 'The store is unavailable right now: ECONNREFUSED',
      ms: 2,
    },
  })
  const stopped = {
    type: 'job',
    job: 'shells',
    ok: false,
    error: AbortSignal.abort().reason,
    ms: 1.5,
  } as const
  expect(toLogEntry(stopped)).toMatchObject({ level: 'info', message: 'job shells was stopped' })
  expect(toLogEntry({ type: 'job', job: 'shells', ok: true, ms: 1.5 })).toEqual({
    level: 'info',
    message: 'job shells is done',
    fields: { event: 'job', job: 'shells', ok: true, ms: 2 },
  })
  expect(toLogEntry({ type: 'store_failed', access: 'write' })?.message).toBe('the store cannot be written')
  expect(toLogEntry({ type: 'store_back', access: 'read' })?.level).toBe('info')
  expect(toLogEntry({ type: 'alert', alertType: 'launch.scheduled', id: 'evt_1' })).toEqual({
    level: 'info',
    message: 'alert launch.scheduled',
    fields: { event: 'alert', alert_type: 'launch.scheduled', alert_id: 'evt_1' },
  })
  expect(toLogEntry({ type: 'quota_fail_open', account: 'acme' })).toBeUndefined()
  expect(toLogEntry({ type: 'upstream', feed: 'f', provider: 'p', ok: false, ms: 1 })).toBeUndefined()
})

it('is one readable line per event, colored only on color terminals', () => {
  const at = Date.parse('2026-11-21T12:40:52Z')
  expect(formatEvent(request, 1, at)).toBe(`12:40:52Z 200 GET  ${KP}  hit  0.4 ms  231 B  acme`)
  const unknown = { ...request, status: 404, route: null, code: 'not_found', cache: null, account: null }
  expect(formatEvent({ ...unknown, path: '/nowhere' }, 1, at)).toBe(
    '12:40:52Z 404 GET  /nowhere  not_found  0.4 ms  231 B',
  )
  expect(formatEvent(unknown, 1, at)).toContain('404 GET  (unknown path)  not_found')
  const failed = { ...request, status: 503, code: 'upstream_unavailable', cache: null, account: '\u001b[2J' }
  expect(formatEvent(failed, 1, at)).toBe(
    `12:40:52Z 503 GET  ${KP}  upstream_unavailable  0.4 ms  231 B  �[2J`,
  )
  expect(formatEvent(failed, 4, at)).toContain('\u001b[31m503\u001b[39m')
  expect(formatEvent({ type: 'job', job: 'shells', ok: true, ms: 61_234 }, 1, at)).toBe(
    '12:40:52Z job shells done  61.2 s',
  )
  expect(formatEvent({ type: 'job', job: 'shells', ok: false, error: new Error('why'), ms: 12 }, 1, at)).toBe(
    '12:40:52Z job shells failed  0.0 s  why',
  )
  expect(formatEvent({ type: 'alert', alertType: 'launch.scheduled', id: 'evt_1' }, 1, at)).toBe(
    '12:40:52Z alert launch.scheduled',
  )
})

it.skipIf(!hasTmux)(
  'is colored lines on a screen, and plain with NO_COLOR',
  { timeout: 60_000 },
  async () => {
    const command = `'${process.execPath}' '${PROGRAM}' serve --port 0 ${SAMPLE.join(' ')}`
    for (const [env, line] of [
      [{}, /\[32m200.* GET {2}\/ref /],
      [{ NO_COLOR: '1' }, /^\d\d:\d\d:\d\dZ 200 GET {2}\/ref /m],
    ] as const) {
      const screen = await onScreen(command, { XDG_DATA_HOME: await tempFolder(), ...env })
      await expect.poll(screen.look, { timeout: 20_000 }).toContain('x-api-key')
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(await screen.look()) ?? []
      await fetch(`${url}/ref`)
      await expect.poll(screen.look, { timeout: 10_000 }).toMatch(line)
      await screen.press('C-c')
      await expect.poll(screen.look, { timeout: 15_000 }).toContain('ended with 0')
      if ('NO_COLOR' in env) expect(await screen.look()).not.toContain('\u001b')
    }
  },
)
