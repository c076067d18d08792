import { readdir, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { celestrakAt, standIn } from './live-upstream.ts'
import { inProcess, type Running, serveInProcess, tempFolder } from './program.ts'

const KP = '/v1/space-weather/kp'
const MEMORY = ['--no-jobs', '--store', 'memory:']

describe('serve', () => {
  it('prints one JSON object with --json, with the demo key of sample data', async () => {
    const { url, lines } = await serveInProcess(['--sample', '--no-jobs', '--json', '--store', 'memory:'], {})
    const key = expect.stringMatching(/^sd_live_/)
    const told = lines.map((line) => JSON.parse(line))
    expect(told).toEqual([{ url, store: 'memory (lost on restart)', sample: true, key }])
    expect((await fetch(url + KP, { headers: { 'x-api-key': told[0].key } })).status).toBe(200)

    const live = await serveInProcess(
      ['--json', '--no-jobs', '--store', 'memory:', '--upstream', 'swpc=http://127.0.0.1:9'],
      {},
    )
    const store = 'memory (lost on restart)'
    expect(live.lines.map((line) => JSON.parse(line))).toEqual([{ url: live.url, store, sample: false }])
  })

  it.each(['0.0.0.0', '::'])('on %s the banner has a reachable address', async (host) => {
    const server = await serveInProcess(['--sample', '--no-jobs', '--store', 'memory:', '--host', host], {})
    expect(server.url).toMatch(/^http:\/\/(127\.0\.0\.1|\[::1\]):\d+$/)
    expect(server.told['Network']).toBe('all addresses of this machine')
    expect((await fetch(`${server.url}/ref`)).status).toBe(200)
  })

  it('reads port, host, store and upstreams from the environment; flags take precedence', async () => {
    const home = await tempFolder()
    const upstream = await standIn((_, response) => response.writeHead(500).end())
    const server = await serveInProcess(['--host', '127.0.0.1', '--no-jobs'], {
      SPACE_DATA_HOST: '192.0.2.1',
      SPACE_DATA_STORE: `sqlite:${home}/here.sqlite`,
      SPACE_DATA_UPSTREAM_CELESTRAK: `${upstream.url}/mirror/`,
    })
    expect(server.told['Store']).toBe(`SQLite at ${home}/here.sqlite`)
    expect((await fetch(`${server.url}/v1/tle/stations`)).status).toBe(503)
    expect(upstream.asked[0]).toMatch(/^\/mirror\/NORAD\//)
  })

  it('requests a configured upstream and simulates the others', async () => {
    const upstream = await standIn((_, response) => response.writeHead(500).end())
    const server = await serveInProcess(
      ['--sample', '--no-jobs', '--store', 'memory:', '--upstream', `swpc=${upstream.url}`],
      {},
    )
    const key = await issueKey(server)
    expect((await ask(server, KP, key)).status).toBe(503)
    expect((await ask(server, '/v1/launches/upcoming', key)).status).toBe(200)
    expect(upstream.asked.length).toBeGreaterThan(0)
    expect((await server.stop()).stderr).toMatch(/^space-data: .*HTTP 500$/m)
  })

  it('trusts a proxy only if configured', async () => {
    const deaf = await serveInProcess([...MEMORY, '--sample'], {})
    const trusting = await serveInProcess(
      ['--sample', '--no-jobs', '--store', 'memory:', '--trusted-hops', '1'],
      {},
    )
    const status = (server: Listening, ip: string) => postKey(server, ip).then((response) => response.status)
    expect([await status(deaf, '192.0.2.1'), await status(deaf, '192.0.2.2')]).toEqual([200, 429])
    expect([await status(trusting, '192.0.2.1'), await status(trusting, '192.0.2.2')]).toEqual([200, 200])
  })

  it('trusts proxies by address only', async () => {
    const behind = (proxies: string) =>
      serveInProcess(['--sample', '--no-jobs', '--store', 'memory:', '--trusted-proxies', proxies], {})
    const [ours, others] = [await behind('10.0.0.0/8,127.0.0.1'), await behind('10.0.0.0/8')]
    const status = (server: Listening, ip: string) => postKey(server, ip).then((response) => response.status)
    expect([await status(ours, '192.0.2.1'), await status(ours, '192.0.2.2')]).toEqual([200, 200])
    expect(await status(ours, '192.0.2.3, 192.0.2.2')).toBe(429)
    expect(await status(ours, 'unknown')).toBe(400)
    expect([await status(others, '192.0.2.1'), await status(others, '192.0.2.2')]).toEqual([200, 429])
    expect((await ours.stop()).stderr).toMatch(/one address such as 192\.0\.2\.1[^\n]*not other text/)
  })

  it.each([
    [['--host', '0.0.0.0', '--trusted-hops', '1'], true],
    [['--host', '127.0.0.1', '--trusted-hops', '1'], false],
    [['--host', '0.0.0.0', '--trusted-proxies', '127.0.0.1'], false],
    [['--host', '0.0.0.0'], false],
  ])('warns of proxies that are only counted where others reach the port: %j', async (args, isWarned) => {
    const words = ['--sample', '--no-jobs', '--store', 'memory:', ...args]
    const { stderr } = await (await serveInProcess([...words, '--log', 'json'], {})).stop()
    expect(/"level":"warn".*--trusted-proxies/.test(stderr)).toBe(isWarned)
  })

  it('rejects --trusted-proxies with --trusted-hops', async () => {
    const both = await inProcess(
      ['serve', '--sample', '--trusted-hops', '1', '--trusted-proxies', '10.0.0.1'],
      {},
    )
    expect(both).toMatchObject({ code: 2, stdout: '' })
    expect(both.stderr).toMatch(
      /^space-data: --trusted-proxies and --trusted-hops [^\n]*\nUse --trusted-proxies[^\n]*\n$/,
    )
  })

  it('prints IPv6 addresses in brackets', async ({ skip }) => {
    const { url } = await serveInProcess(
      ['--sample', '--no-jobs', '--store', 'memory:', '--host', '::1'],
      {},
    ).catch(() => skip('no IPv6 loopback here'))
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/)
    expect((await fetch(`${url}/ref`)).status).toBe(200)
  })

  it('sends /openapi.json in the sizes that docs/hosting.md has, within a tenth', async () => {
    const page = await readFile(new URL('../../docs/hosting.md', import.meta.url), 'utf8')
    const row = /^\| `\/openapi\.json` \|(.*)\|$/m.exec(page)?.[1] ?? ''
    const written = [...row.matchAll(/(\d+) kB/g)].map(([, kilobytes]) => 1_000 * Number(kilobytes))
    const { url } = await serveInProcess(['--sample', ...MEMORY], {})
    const sizes = ['identity', 'br', 'gzip'].map(async (coding) => {
      const response = await fetch(`${url}/openapi.json`, { headers: { 'accept-encoding': coding } })
      await response.arrayBuffer()
      return Number(response.headers.get('content-length'))
    })
    const sent = await Promise.all(sizes)
    console.info(`FIGURE bytes of /openapi.json, as it is, in brotli and gzip: ${sent.join(', ')}`)
    expect(written).toHaveLength(3)
    for (const [i, bytes] of written.entries()) expect(Math.abs(bytes / (sent[i] ?? 0) - 1)).toBeLessThan(0.1)
  })

  it('exits 1 with a remedy if it cannot listen', async () => {
    const { url } = await standIn(() => {})
    const { port } = new URL(url)
    const taken = await inProcess(['serve', '--sample', '--store', 'memory:', '--port', port], {})
    expect(taken).toMatchObject({ code: 1, stdout: '' })
    expect(taken.stderr).toMatch(
      new RegExp(
        `^space-data: port ${port} on 127.0.0.1 is already in use\nSet another with --port [^\n]*\n$`,
      ),
    )
    const foreign = await inProcess(['serve', '--store', 'memory:', '--port', '0', '--host', '192.0.2.1'], {})
    // No store is left behind, which the next start would find without keys.
    const home = await tempFolder()
    for (const args of [[], ['--workers', '2'], ['--port', '0', '--metrics-port', port]])
      expect(await inProcess(['serve', '--port', port, ...args], { XDG_DATA_HOME: home })).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('is already in use'),
      })
    expect(await readdir(home)).toEqual([])
    expect(foreign.code).toBe(1)
    expect(foreign.stderr).toMatch(/^space-data: 192\.0\.2\.1 is not an address of this machine\n/)
  })

  it('keeps keys and cached data across a restart', async () => {
    const env = { XDG_DATA_HOME: await tempFolder() }
    const first = await serveInProcess(['--sample', '--no-jobs'], env)
    const key = await issueKey(first)
    const before = await (await ask(first, KP, key)).text()
    await first.stop()
    const second = await serveInProcess(['--sample', '--no-jobs'], env)
    const after = await ask(second, KP, key)
    expect({ status: after.status, body: await after.text() }).toEqual({ status: 200, body: before })
  })

  it('responds to malformed HTTP with a status line and closes', async () => {
    const { url } = await serveInProcess([...MEMORY, '--sample'], {})
    const answer = await rawExchange(Number(new URL(url).port), 'nonsense\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('the first data', () => {
  it.each([
    ['serve', []],
    ['serve --no-jobs', ['--no-jobs']],
  ])('are loaded at the start, not by the first probe: %s', async (_, flags) => {
    const upstream = await standIn((_, response) => void response.writeHead(500).end())
    const swpc = ['--upstream', `swpc=${upstream.url}`]
    const server = await serveInProcess(['--store', 'memory:', ...swpc, ...flags], {})
    await expect.poll(() => upstream.asked.join()).toContain('planetary_k_index')
    const ready = async () => (await fetch(`${server.url}/readyz`)).status
    await expect.poll(ready).toBe(200)
  })

  it('that are not there yet are no error in the log', async () => {
    const upstream = await standIn(() => {})
    const swpc = ['--upstream', `swpc=${upstream.url}`]
    const server = await serveInProcess(['--store', 'memory:', ...swpc, '--no-jobs', '--log', 'json'], {})
    await upstream.isAsked(/./)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    const line = /^.*"msg":"GET \/readyz 503 not_ready"/m.exec((await server.stop()).stderr)?.[0]
    expect(line).toMatch(/^{"level":"info",/)
  })
})

describe('shutdown', () => {
  it('finishes open requests and accepts no new connections', async () => {
    let answer = () => {}
    const upstream = await standIn((_, response) => {
      answer = () => void response.writeHead(500).end()
    })
    const server = await serveInProcess([...MEMORY, ...celestrakAt(upstream.url)], {})
    const open = fetch(`${server.url}/v1/tle/stations`)
    await upstream.isAsked(/NORAD/)
    const stopped = server.stop()
    await noLongerListening(server)
    answer()
    expect((await open).status).toBe(503)
    expect((await stopped).code).toBe(0)
  })

  it('does not wait for upstream requests without clients', async () => {
    const upstream = await standIn(() => {})
    const server = await serveInProcess([...MEMORY, ...celestrakAt(upstream.url)], {})
    const gone = new AbortController()
    const open = fetch(`${server.url}/v1/tle/stations`, { signal: gone.signal }).catch(() => 'gone')
    await upstream.isAsked(/NORAD/)
    gone.abort()
    await open
    expect((await server.stop()).code).toBe(0)
    expect(upstream.openCount()).toBe(1)
  })

  it('ends streams in order', async () => {
    const server = await serveInProcess([...MEMORY, '--sample'], {})
    const headers = { 'x-api-key': await issueKey(server) }
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => fetch(`${server.url}/v1/alerts/stream`, { headers })),
    )
    let greeted = 0
    // Rejects if a connection is cut, as are those that are open after ten seconds.
    const texts = Promise.all(
      responses.map(async ({ body }) => {
        let received = ''
        for await (const chunk of body ?? []) {
          received += new TextDecoder().decode(chunk)
          greeted += 1
        }
        return received
      }),
    )
    await expect.poll(() => greeted).toBe(5)
    const stopped = server.stop()
    for (const received of await texts) expect(received).toBe('retry: 5000\nid: 0\n\n')
    expect((await stopped).code).toBe(0)
  })
})

type Listening = Pick<Running, 'url'>

function ask({ url }: Listening, path: string, key: string): Promise<Response> {
  return fetch(url + path, { headers: { 'x-api-key': key } })
}

function postKey({ url }: Listening, forwardedFor: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor }
  return fetch(`${url}/v1/keys`, { method: 'POST', headers, body: '{"label":"me"}' })
}

async function issueKey(server: Listening): Promise<string> {
  return ((await (await postKey(server, '')).json()) as { key: string }).key
}

/** Waits until a server accepts no connection any more, which is what it does first at a signal. */
async function noLongerListening({ url }: Listening): Promise<void> {
  const knock = () => rawExchange(Number(new URL(url).port), '').then(String, String)
  await expect.poll(knock, { interval: 20 }).toContain('ECONNREFUSED')
}

/** Writes bytes to a port and returns everything received until the peer closes. */
async function rawExchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(bytes)
  return text(socket)
}
