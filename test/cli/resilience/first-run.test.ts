import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { providers } from '@space-data/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { feedCases } from '../../faults/upstream-feeds.ts'
import { stopwatch } from '../../support/stopwatch.ts'
import { inProcess, serve, serveInProcess, tempFolder } from '../program.ts'

const PATIENCE = { timeout: 180_000 }
const SHELL = '/shell/density/550'

describe('the first run of an empty store', () => {
  it('starts immediately with --sample', PATIENCE, async () => {
    const env = { XDG_DATA_HOME: await tempFolder() }
    const watch = stopwatch()
    const { url } = await serve(['--sample'], env)
    const ask = await asker(url, env, ['--sample'])
    const statusOf = async () => (await ask(SHELL)).status
    await expect.poll(statusOf, { timeout: 150_000, interval: 250 }).toBe(200)
    console.info(
      `FIGURE s from the start of serve --sample to the first shell: ${(watch.ms / 1_000).toFixed(1)}`,
    )
    const { running, next_run_at } = await jsonOf(['shell', 'status', '--sample'], env)
    expect([running, next_run_at.slice(11)]).toEqual([null, '03:17:00.000Z'])
  })

  it('reports its progress, in other processes, too', PATIENCE, async () => {
    const env = { XDG_DATA_HOME: await tempFolder() }
    const { flags, release } = await heldCatalogue()
    const { url } = await serve(['--sample', ...flags], env)
    const ask = await asker(url, env, ['--sample'])

    const early = await ask(SHELL)
    expect(early.status).toBe(404)
    expect(await early.json()).toEqual({
      error: 'shell_not_populated',
      message: expect.stringMatching(
        /^This shell has not been computed yet\. A run is in progress \(fetching the catalogue, \d+ %\): retry in \d+ s\.$/,
      ),
    })
    expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    const page = await fetch(`${url}/debris`, { headers: { accept: 'text/html' } })
    expect(await page.text()).toMatch(/No shells yet: fetching the catalogue, \d+ %\./)
    const line = /fetching the catalogue, \d+ %, by process \d+ on /
    expect((await inProcess(['shell', 'status', '--sample', ...flags], env)).stdout).toMatch(line)
    expect((await inProcess(['status', '--sample', ...flags], env)).stdout).toMatch(line)
    expect(await jsonOf(['shell', 'status', '--sample', ...flags], env)).toMatchObject({
      running: { step: 'catalogue', share: expect.any(Number) },
    })

    release()
    await expect.poll(async () => (await ask(SHELL)).status, { timeout: 60_000, interval: 250 }).toBe(200)
  })

  it('otherwise starts within a minute, as shown by every process on the store', PATIENCE, async () => {
    const env = { XDG_DATA_HOME: await tempFolder() }
    const nowhere = await upstreamsNowhere()
    const { url } = await serve(nowhere, env)
    const response = await (await asker(url, env, []))(SHELL)
    expect(response.status).toBe(404)
    // If this took a minute, the run has failed and is retried after ten.
    const soon = 11 * 60
    expect(Number(response.headers.get('retry-after'))).toBeLessThan(soon)
    const { data } = (await (await fetch(`${url}/status`)).json()) as Report
    const told = await jsonOf(['shell', 'status', ...nowhere], env)
    for (const { next_run_at } of [data.shells, told])
      expect(Date.parse(next_run_at) - Date.now()).toBeLessThan(1_000 * soon)
    const { stdout } = await inProcess(['shell', 'status', ...nowhere], env)
    expect(stdout).toMatch(/^next run +(just now|in \d+ (s|min)), /m)
    expect(stdout).toContain(
      '\nServers compute the shells nightly at 03:17 UTC and shortly after their first start.\n' +
        'To compute them now, run: space-data shell run\n',
    )
  })
})

describe('without any reachable upstream', () => {
  it('every requested feed is down, red on the page, and status exits 1', PATIENCE, async () => {
    const env = { XDG_DATA_HOME: await tempFolder() }
    const nowhere = await upstreamsNowhere()
    const { url } = await serveInProcess(nowhere, env)
    const ask = await asker(url, env, [])
    for (const name of ['kp', 'wind', 'mag', 'xray', 'proton'])
      expect((await ask(`/v1/space-weather/${name}`)).status).toBe(503)
    const { data } = (await (await fetch(`${url}/status`)).json()) as Report
    expect(data.status).toBe('down')
    const asked = data.upstreams.filter(({ status }) => status !== 'unknown')
    expect(asked.length).toBeGreaterThan(4)
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set(['down']))
    const page = await fetch(`${url}/status`, { headers: { accept: 'text/html' } })
    expect(await page.text()).toMatch(
      /<header class="hero down">.*<h1>Every feed checked so far fails<\/h1>/s,
    )

    const { code, stdout, stderr } = await inProcess(['status', ...nowhere], env)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^swpc-kp-1m +● down .* connection failed \(ECONNREFUSED\), down since /m)
    expect(stdout).not.toContain('degraded')
    expect(stderr).toMatch(/^space-data: swpc-kp-1m, .* are down\n$/)
  })
})

interface Report {
  readonly data: {
    readonly status: string
    readonly shells: { readonly next_run_at: string }
    readonly upstreams: readonly { readonly status: string }[]
  }
}

type Env = Readonly<Record<string, string>>

/** Returns flags that point every provider at a closed port. */
async function upstreamsNowhere(): Promise<string[]> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return Object.keys(providers).flatMap((provider) => ['--upstream', `${provider}=http://127.0.0.1:${port}`])
}

/** Starts a CelesTrak with one launch year; it responds for the years from 1980 on only when released. */
async function heldCatalogue(): Promise<{ flags: string[]; release: () => void }> {
  const year = feedCases.find(({ id }) => id === 'celestrak-launch-year')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const server = createHttpServer(async (request, response) => {
    const address = request.url ?? ''
    if (address.includes('INTDES=1980')) await released
    const isThere = year !== undefined && address.includes(year.at)
    response.statusCode = isThere ? 200 : 404
    response.end(isThere ? year.body(Date.now()) : 'No GP data found')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { flags: ['--upstream', `celestrak=http://127.0.0.1:${port}`], release }
}

async function jsonOf(words: readonly string[], env: Env) {
  return JSON.parse((await inProcess([...words, '--json'], env)).stdout)
}

/** Returns a function that requests paths of a server with a key issued by the CLI. */
async function asker(url: string, env: Env, flags: readonly string[]) {
  const issued = await inProcess(['keys', 'issue', '--tier', 'hobby', '--label', 'test', ...flags], env)
  const headers = { 'x-api-key': issued.stdout.trim() }
  return (path: string) => fetch(`${url}${path}`, { headers })
}
