import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createGzip, gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { goesFlares } from '../../packages/core/src/catalogue/events/goes-flares.ts'
import type { Context } from '../../packages/core/src/kit/context.ts'
import { pull } from '../../packages/core/src/upstreams/client/pull.ts'
import { start } from '../support/child.ts'
import { testContext, withEnvironment } from '../support/context.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { stopwatch } from '../support/stopwatch.ts'
import { orInSoak } from '../support/tier.ts'
import { asked, feedCases, LONG, onlyFeed, storedOf } from './upstream-feeds.ts'

vi.setConfig({ testTimeout: 60_000 })

const MIB = 1024 * 1024
const opened: { server: Server; sockets: Set<Socket> }[] = []

afterEach(async () => {
  for (const { server, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
})

/** An upstream on loopback: its origin, and how many requests have come. */
async function upstreamThat(answers: RequestListener) {
  const told = { requests: 0, origin: '' }
  const server = createServer((request, response) => {
    told.requests += 1
    answers(request, response)
  })
  told.origin = `http://127.0.0.1:${await listening(server)}`
  return told
}

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})))
  opened.push({ server, sockets })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** A context whose SWPC is elsewhere, reached by the host's own `fetch`. */
function contextAt(swpc: string): Context & { errors: unknown[] } {
  const context = testContext()
  const fetched: typeof fetch = (...request) => fetch(...request)
  return withEnvironment(context, { fetch: fetched, settings: { upstreamOrigins: { swpc } } })
}

/**
 * The code of the Problem that a pull of a feed without a fallback ends in, and the milliseconds that it
 * took, awake.
 */
async function pulled(
  origin: string,
  fetched?: typeof fetch,
): Promise<[code: string, ms: number, awakeMs: number]> {
  const watch = stopwatch()
  const context = { ...contextAt(origin), ...(fetched && { fetch: fetched }) }
  const code = await pull(goesFlares, undefined, context).then(
    () => 'ok',
    (problem) => problem.code,
  )
  return [code, watch.ms, watch.awakeMs]
}

describe('an oversized response', () => {
  const zeros = function* (mib: number) {
    const block = Buffer.alloc(MIB)
    for (let i = 0; i < mib; i += 1) yield block
  }
  const pack = (mib: number) => buffer(Readable.from(zeros(mib)).pipe(createGzip({ level: 1 })))

  test('of 512 MiB as a gzip bomb, packed once and three times, is rejected within 40 MiB of memory', async () => {
    const once = await pack(512)
    const thrice = gzipSync(gzipSync(once))
    const harmless = gzipSync(`[${' '.repeat(MIB / 2)}]`)
    const bombs: Record<string, [encoding: string, body: Buffer]> = {
      '/json/planetary_k_index_1m.json': ['gzip', once],
      '/json/rtsw/rtsw_wind_1m.json': ['gzip, gzip, gzip', thrice],
      '/NORAD/elements/gp.php': ['gzip', once],
    }
    const { origin } = await upstreamThat(({ url = '' }, response) => {
      const [encoding, body] = bombs[url.replace(/\?.*/, '')] ?? ['gzip', harmless]
      response.setHeader('content-encoding', encoding)
      response.on('error', () => {}).end(body)
    })
    const child = fileURLToPath(new URL('./upstream-bomb.child.mjs', import.meta.url))
    for (const [path, cap] of [
      ['/v1/space-weather/kp', 'cap 4 MiB'],
      ['/v1/space-weather/wind', 'packed three times, cap 8 MiB'],
      ['/v1/tle/stations', 'cap 12 MiB'],
    ] as const) {
      await using asking = start(process.execPath, ['--expose-gc', child, origin, path])
      const [, status, grew] = await asking.says(/(\d+) grew by ([\d.]+) MiB/)
      console.log(`FIGURE gzip bomb of 512 MiB, ${path} (${cap}): ${status}, memory +${grew} MiB`)
      expect(status).toBe('502')
      expect(Number(grew)).toBeLessThan(40)
    }
  })
})

describe('a response that never completes', () => {
  test('times out after 10 s, whether it drips, hangs or is never accepted', async () => {
    const closed: string[] = []
    const slow = (what: string, answer: (response: ServerResponse) => unknown) =>
      upstreamThat((_, response) => {
        response.on('close', () => closed.push(what))
        answer(response)
      })
    const drip = await slow('drip', (response) => {
      response.write('[')
      const timer = setInterval(() => response.write(' '), 1_000)
      response.on('close', () => clearInterval(timer))
    })
    const noHeaders = await slow('no headers', () => {})
    const noBody = await slow('no body', (response) => response.writeHead(200).flushHeaders())
    const silent = createTcpServer(() => {})
    const blackhole = `http://127.0.0.1:${await listening(silent)}`
    const deaf: typeof fetch = () => new Promise(() => {})
    const deafWithin: typeof fetch = async () =>
      new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))

    const ends = await Promise.all([
      pulled(drip.origin),
      pulled(noHeaders.origin),
      pulled(noBody.origin),
      pulled(blackhole),
      pulled(blackhole, deaf),
      pulled(blackhole, deafWithin),
    ])
    console.log(
      `FIGURE upstream drip, blackhole, silence: ended after ${ends.map(([, ms]) => (ms / 1_000).toFixed(2)).join(', ')} s`,
    )
    for (const [code, ms, awakeMs] of ends) {
      expect(code).toBe('upstream_unavailable')
      expect(ms).toBeGreaterThan(9_900)
      expect(awakeMs).toBeLessThan(12_000)
    }
    await vi.waitFor(() => expect(closed.sort()).toEqual(['drip', 'no body', 'no headers']), PATIENCE_MS)
  })
})

describe('a redirect', () => {
  test.each([300, 301, 302, 303, 307, 308])('by HTTP %i is not followed', async (status) => {
    const other = await upstreamThat((_, response) => response.end('[]'))
    const places = [
      other.origin,
      'http://169.254.169.254/latest/meta-data/',
      '//127.0.0.1:1/',
      'file:///etc/passwd',
    ]
    for (const location of places) {
      const upstream = await upstreamThat((_, response) => {
        response.writeHead(status, { location, refresh: `0; url=${location}` }).end()
      })
      expect((await pulled(upstream.origin))[0]).toBe('upstream_invalid')
      expect(upstream.requests).toBe(1)
    }
    expect(other.requests).toBe(0)
  })

  test('in a loop is requested once', async () => {
    const upstream = await upstreamThat(({ url }, response) => {
      response.writeHead(302, { location: url ?? '/' }).end()
    })
    expect((await pulled(upstream.origin))[0]).toBe('upstream_invalid')
    expect(upstream.requests).toBe(1)
  })
})

describe('a broken connection', () => {
  /** Of one feed, evenly spread: a grid of 700 kB is cut no oftener than a table of 40. */
  const MOST_CUTS = orInSoak(1_000, 10_000)
  let cuts = 0

  afterAll(() => {
    console.log(`FIGURE upstream connections cut within the body: ${cuts}, 0 served, 0 stored`)
  })

  test.each(feedCases)('anywhere in $id serves and stores nothing', async (feed) => {
    let end = 0
    const base = testContext()
    const body = Buffer.from(feed.body(base.time.at))
    const { origin } = await upstreamThat((_, response) => {
      response.writeHead(200, { 'content-length': body.length })
      response.write(body.subarray(0, end), () => response.destroy())
    })
    const context = { ...base, fetch: onlyFeed(feed, () => fetch(origin)) }
    const usual = feed.id === 'celestrak-group' ? 1 : orInSoak(37, 1)
    const step = Math.max(usual, Math.ceil(body.length / MOST_CUTS))
    for (; end < body.length; end += step) {
      base.time.at += LONG
      const { status } = await asked(feed, context)
      if (status < 502) throw new Error(`${feed.id} cut at ${end}: ${status}`)
      cuts += 1
    }
    expect(await storedOf(context)).toBe('[]')
  })

  test.each([
    ['garbage', (socket: Socket) => socket.end('\x00\xff<html>502</html>\r\n')],
    ['a reset', (socket: Socket) => socket.resetAndDestroy()],
    ['an end without a word', (socket: Socket) => socket.end()],
    ['headers without an end', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nmarker: x\r\n')],
  ])('by %s is reported as the provider being unreachable', async (_, answer) => {
    const port = await listening(createTcpServer((socket) => answer(socket)))
    for (const origin of [`http://127.0.0.1:${port}`, `https://127.0.0.1:${port}`, 'http://127.0.0.1:1']) {
      const problem = await pull(goesFlares, undefined, contextAt(origin)).catch((error) => error)
      expect(problem).toMatchObject({
        code: 'upstream_unavailable',
        message: expect.stringMatching(/^NOAA SWPC is unreachable\. Retry in \d\d s; see \/status\.$/),
      })
    }
  })
})
