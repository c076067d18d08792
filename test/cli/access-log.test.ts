import { once } from 'node:events'
import { connect } from 'node:net'
import type { ServiceEvent } from '@space-data/core'
import { expect, it } from 'vitest'
import { toLogEntry } from '../../packages/cli/src/serve/log/log-entry.ts'
import { formatEvent } from '../../packages/cli/src/serve/log/plain-log.ts'
import { inProcess, type RunningHere, serveInProcess } from './program.ts'

const KP = '/v1/space-weather/kp'
const SAMPLE = ['--sample', '--store', 'memory:', '--no-jobs']

type Line = Readonly<Record<string, unknown>>

const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

async function stopped(server: RunningHere): Promise<string> {
  const { code, stderr } = await server.stop()
  expect(code).toBe(0)
  return stderr
}

async function issueKey({ url }: RunningHere): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/v1/keys`, { method: 'POST', headers, body: '{"label":"me"}' })
  return ((await response.json()) as { key: string }).key
}

it('is JSON lines on stderr where stderr is no terminal: requests, failures and the server’s own words', async () => {
  const server = await serveInProcess([...SAMPLE, '--upstream', 'launch-library=http://127.0.0.1:9'], {
    SPACE_DATA_LOG: 'auto',
  })
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
    const server = await serveInProcess([...SAMPLE, '--log', log, '--trusted-hops', '1'], {})
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
  const error = new Error('The store is unavailable at the moment.', { cause: new Error('ECONNREFUSED') })
  expect(toLogEntry({ type: 'job', job: 'alerts', ok: false, error, ms: 1.5 })).toEqual({
    level: 'error',
    message: 'job alerts failed: The store is unavailable at the moment: ECONNREFUSED',
    fields: {
      event: 'job',
      job: 'alerts',
      ok: false,
      error: 'The store is unavailable at the moment: ECONNREFUSED',
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
