import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { goesFlares } from '../../packages/core/src/features/space-weather/events/goes-flares.ts'
import { pull } from '../../packages/core/src/kernel/upstreams/client/pull.ts'
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

/** Starts an upstream on loopback and returns its origin. */
async function upstreamThat(answers: (response: ServerResponse) => unknown): Promise<string> {
  return `http://127.0.0.1:${await listening(createServer((_, response) => void answers(response)))}`
}

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => {})))
  opened.push({ server, sockets })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** The Problem in which a pull of a feed without a fallback ends whose provider is at that origin. */
function problemAt(swpc: string) {
  const settings = { upstreamOrigins: { swpc } }
  const context = withEnvironment(testContext(), { fetch: (...request) => fetch(...request), settings })
  return pull(goesFlares, undefined, context).catch((error) => error)
}

describe('a response that never completes', () => {
  test('ends by its timeout, and its connection with it, whether it drips, hangs or is never accepted', async () => {
    const closed: string[] = []
    const slow = (what: string, answer: (response: ServerResponse) => unknown) =>
      upstreamThat((response) => {
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

    const ended = [drip, noHeaders, noBody, blackhole].map(async (origin) => {
      const startedAt = performance.now()
      expect((await problemAt(origin)).message).toMatch(/^NOAA SWPC did not respond in time\./)
      return ((performance.now() - startedAt) / 1_000).toFixed(2)
    })
    const after = (await Promise.all(ended)).join(', ')
    console.log(`FIGURE upstream drip, silence, blackhole: ended after ${after} s`)
    await vi.waitFor(() => expect(closed.sort()).toEqual(['drip', 'no body', 'no headers']), PATIENCE_MS)
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
    const origin = await upstreamThat((response) => {
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
      expect(await problemAt(origin)).toMatchObject({
        code: 'upstream_unavailable',
        message: expect.stringMatching(/^NOAA SWPC is unreachable\. Retry in \d\d s; see \/status\.$/),
      })
    }
  })
})
