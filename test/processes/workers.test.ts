import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import { run, serve, tempFolder } from '../cli/program.ts'
import { awayFromMidnight } from '../support/midnight.ts'
import { PATIENCE_MS } from '../support/patience.ts'

vi.setConfig({ testTimeout: 120_000 })
awayFromMidnight()

const KP = '/v1/space-weather/kp'

/** Process ids of the workers of a server. */
const workersOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

it('two workers share a port and a store: one banner, one quota, one nightly job', async () => {
  const env = { XDG_DATA_HOME: await tempFolder() }
  const server = await serve(['--sample', '--workers', '2', '--log', 'json'], env)
  expect(server.lines.filter((line) => line.includes('Home'))).toHaveLength(1)
  await vi.waitUntil(() => workersOf(server.child.pid!).length === 2, PATIENCE_MS)
  const issued = await run(['keys', 'issue', '--tier', 'free', '--label', 'test', '--sample'], env)
  const key = issued.stdout.trim()
  const left: string[] = []
  // What a store that is slow for a moment was asked may be counted all the same.
  let [refused, uncounted, unavailable] = [0, 0, 0]
  while (refused < 10) {
    // A connection of its own each, so that both workers are asked.
    const headers = { 'x-api-key': key, connection: 'close' }
    const response = await fetch(server.url + KP, { headers })
    await response.arrayBuffer()
    expect([200, 429, 503]).toContain(response.status)
    const counted = /r=\d+/.exec(response.headers.get('ratelimit') ?? '')?.[0]
    if (response.status === 429) refused += 1
    else if (response.status === 200 && counted) left.push(counted)
    else if (response.status === 200) uncounted += 1
    else unavailable += 1
    // A tenth of the day, in each worker.
    expect(uncounted).toBeLessThanOrEqual(2 * 100)
  }
  expect(new Set(left).size).toBe(left.length)
  expect(left.length).toBeLessThanOrEqual(1_000)
  expect(left.length).toBeGreaterThanOrEqual(1_000 - uncounted - unavailable)
  await vi.waitUntil(
    async () =>
      (await fetch(`${server.url}/shell/density/400`, { headers: { 'x-api-key': key } })).status !== 404,
    60_000,
  )
  server.child.kill('SIGTERM')
  const { code, stderr } = await server.finished
  expect(code).toBe(0)
  const runs = stderr.split('\n').filter((line) => line.includes('"job":"shells"'))
  expect(runs).toHaveLength(1)
})

it('a worker that is killed is started again, and requests go on', async () => {
  const server = await serve(['--sample', '--workers', '2', '--log', 'off'], {
    XDG_DATA_HOME: await tempFolder(),
  })
  const pid = server.child.pid!
  await vi.waitUntil(() => workersOf(pid).length === 2, PATIENCE_MS)
  const [, second] = workersOf(pid)
  process.kill(second!, 'SIGKILL')
  await vi.waitUntil(() => !workersOf(pid).includes(second!), PATIENCE_MS)
  for (let i = 0; i < 20; i += 1) expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  await vi.waitUntil(() => workersOf(pid).length === 2, PATIENCE_MS)
  server.child.kill('SIGINT')
  const { code, stderr } = await server.finished
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/worker \d has ended \(SIGKILL\) and is started again/),
  ])
})

it('a free port stays the same when all workers have ended', async () => {
  const server = await serve(['--sample', '--workers', '2', '--log', 'off'], {
    XDG_DATA_HOME: await tempFolder(),
  })
  const pid = server.child.pid!
  await vi.waitUntil(() => workersOf(pid).length === 2, PATIENCE_MS)
  const killed = workersOf(pid)
  for (const worker of killed) process.kill(worker, 'SIGKILL')
  // A connection that was handed to a worker in its last moment is never answered.
  const isAnswered = () =>
    fetch(`${server.url}/healthz`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(2_000),
    }).then(
      ({ status }) => status === 200,
      () => false,
    )
  await vi.waitUntil(isAnswered, { timeout: 30_000, interval: 200 })
  expect(workersOf(pid).filter((worker) => killed.includes(worker))).toEqual([])
})

it('drains: not ready, while requests are still served', async () => {
  const server = await serve(['--sample', '--workers', '2', '--drain-delay', '10s', '--log', 'off'], {
    XDG_DATA_HOME: await tempFolder(),
  })
  const statusOf = async (path: string) =>
    (await fetch(server.url + path, { headers: { connection: 'close' } })).status
  await vi.waitUntil(async () => (await statusOf('/readyz')) === 200, PATIENCE_MS)
  server.child.kill('SIGTERM')
  await vi.waitUntil(async () => (await statusOf('/readyz')) === 503, PATIENCE_MS)
  expect(await statusOf('/healthz')).toBe(200)
  expect((await server.finished).code).toBe(0)
})

it('says what it cannot do', async () => {
  const env = { XDG_DATA_HOME: await tempFolder() }
  expect(await run(['serve', '--workers', '2', '--store', 'memory:'], env)).toMatchObject({
    code: 2,
    stderr:
      'space-data: --workers takes 1 with --store memory:, which processes cannot share\n' +
      'Use a store that processes can share: --store sqlite:PATH, redis://HOST or postgres://HOST/DATABASE\n',
  })
  const server = await serve(['--sample', '--log', 'off'], env)
  const { port } = new URL(server.url)
  const second = await run(['serve', '--sample', '--workers', '2', '--port', port, '--log', 'off'], env)
  expect(second.code).toBe(1)
  expect(second.stderr).toContain(`port ${port} on 127.0.0.1 is already in use`)
  expect(second.stderr).not.toContain('started again')
})

it('metrics are those of the workers that have started; a frozen one fails the scrape', async () => {
  const server = await serve(['--sample', '--workers', '2', '--metrics-port', '0', '--log', 'off'], {
    XDG_DATA_HOME: await tempFolder(),
  })
  const url = /http:\S+\/metrics/.exec(server.lines.join('\n'))?.[0] ?? ''
  const scrape = async () => (await fetch(url)).status
  // Each worker has one pipe to the first process.
  const pipesIn = (metrics: string) =>
    Number(/^nodejs_active_handles\{type="Pipe"\} (\d)$/m.exec(metrics)?.[1])
  const counted = async () => pipesIn(await (await fetch(url)).text())
  expect(await scrape()).toBe(200)
  await expect.poll(counted, { timeout: PATIENCE_MS }).toBe(2)
  const [, second = 0] = workersOf(server.child.pid!)

  process.kill(second, 'SIGSTOP')
  expect(await scrape()).toBe(500)
  const underWay = request(url, { headers: { expect: '100-continue' } }).end()
  const scraped = once(underWay, 'response')
  // What comes before the response says that the server has begun with it.
  await once(underWay, 'continue')
  process.kill(second, 'SIGKILL')
  const [response] = (await scraped) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  expect(pipesIn(await text(response))).toBe(1)
  await expect.poll(counted, { timeout: PATIENCE_MS }).toBe(2)

  server.child.kill('SIGINT')
  const { code, stderr } = await server.finished
  expect(code).toBe(0)
  expect(stderr).toContain(
    `the metrics could not be read: the worker with pid ${second} has not sent its metrics within 5 s`,
  )
})
