import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { goesFlares } from '../../packages/core/src/catalogue/events/goes-flares.ts'
import type { Context } from '../../packages/core/src/kit/context.ts'
import { pull } from '../../packages/core/src/upstreams/client/pull.ts'
import { testContext, withEnvironment } from '../support/context.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { orInSoak } from '../support/tier.ts'
import { asked, feedCases, LONG, onlyFeed, storedOf } from './upstream-feeds.ts'

vi.setConfig({ testTimeout: 120_000 })

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

/** The code of the Problem that a pull of a feed without a fallback ends in, and the milliseconds it took. */
async function pulled(origin: string, fetched?: typeof fetch): Promise<[code: string, ms: number]> {
  const startedAt = performance.now()
  const context = { ...contextAt(origin), ...(fetched && { fetch: fetched }) }
  const code = await pull(goesFlares, undefined, context).then(
    () => 'ok',
    (problem) => problem.code,
  )
  return [code, performance.now() - startedAt]
}

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
    for (const [code, ms] of ends) {
      expect(code).toBe('upstream_unavailable')
      expect(ms).toBeGreaterThan(9_900)
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
