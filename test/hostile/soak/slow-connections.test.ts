import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify, stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { longRun } from '../../support/long-run.ts'
import { stopwatch } from '../../support/stopwatch.ts'
import { orInSoak } from '../../support/tier.ts'
import { closeOf } from '../keep-alive-client.ts'
import { get, ping } from '../requests/odd-request.ts'
import { type Server, startNode } from '../servers.ts'
import { connectTo, exchange } from '../wire.ts'

const CONNECTIONS = orInSoak(200, 1_000)
const SLOWHTTPTEST = '/usr/bin/slowhttptest'

/** The first bytes of slow clients; one byte per second follows. */
const slow = {
  nothing: ['', ''],
  headers: ['GET /ref HTTP/1.1\r\nHost: localhost\r\nX-A: ', 'a'],
  body: ['POST /v1/speedtest/up HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000\r\n\r\n', 'a'],
} as const

/** The server's timeouts, plus its checking interval of 1 s, plus 1 s for a busy machine. */
const REAPED_WITHIN = { nothing: 12_000, headers: 12_000, body: 17_000 }

test('slow connections are closed in time without affecting other clients', {
  timeout: 90_000,
}, async () => {
  await using server = await startNode()
  const client = realClient(server)
  const lives = await Promise.all(
    Object.entries(slow).map(async ([what, [first, then]]) => {
      const ends = await Promise.all(
        Array.from({ length: CONNECTIONS }, () => lifeOf(server.port, first, then)),
      )
      return [what as keyof typeof slow, ends] as const
    }),
  )
  const { asked, answered, p99 } = await client.end()
  for (const [what, ends] of lives) {
    const longest = Math.max(...ends.map(({ awakeMs }) => awakeMs))
    const told = ends.filter(({ said }) => isTimeout(said)).length
    console.log(
      `FIGURE slow ${what}: ${CONNECTIONS} connections, the last closed after ${(longest / 1_000).toFixed(1)} s, ${told} told why`,
    )
    expect(told).toBe(CONNECTIONS)
    expect(longest).toBeLessThan(REAPED_WITHIN[what])
  }
  console.log(`FIGURE a real client meanwhile: ${answered} of ${asked} answered, p99 ${p99.toFixed(1)} ms`)
  expect(answered).toBe(asked)
  expect(asked).toBeGreaterThan(100)
  expect(p99).toBeLessThan(2_000)
})

longRun('a client that reads nothing is closed within 11 s', 90_000, async () => {
  await using server = await startNode()
  const asked = 25_000_000
  const socket = connectTo(server.port).pause()
  const closed = closeOf(socket)
  socket.write(get(`/v1/speedtest/down?bytes=${asked}`))
  // The server closes what makes no progress for ten seconds.
  await sleep(11_000)
  // The system's buffers are still delivered, then the connection ends.
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
  })
  socket.resume()
  await closed
  console.log(`FIGURE a client that read nothing for 11 s: ${received} of ${asked} bytes, then closed`)
  expect(received).toBeLessThan(asked)
})

const SLOW_WAYS = [
  ['headers', ['-H', '-i', '5']],
  ['body', ['-B', '-i', '5', '-s', '100000']],
  ['read', ['-X', '-w', '10', '-y', '20', '-n', '5', '-z', '32', '-k', '1']],
] as const

for (const [what, mode] of SLOW_WAYS)
  longRun(`slowhttptest, slow ${what}`, 120_000, async () => {
    await using server = await startNode()
    const client = realClient(server)
    const url = `http://127.0.0.1:${server.port}${what === 'body' ? '/v1/speedtest/up' : '/openapi.json'}`
    const load = ['-c', '1000', '-r', '500', '-l', '20', '-p', '3', '-u', url]
    const { stdout } = await promisify(execFile)(SLOWHTTPTEST, [...mode, ...load], { maxBuffer: 1e8 })
    const { asked, answered, p99 } = await client.end()
    const words = stripVTControlCharacters(stdout)
    const counts = [...words.matchAll(/^(?:initializing|pending|connected|error|closed):\s+\d+/gm)]
      .slice(-5)
      .map(([line]) => line.replace(/\s+/g, ' '))
    console.log(
      `FIGURE slowhttptest ${what}: 1,000 connections (${counts.join(', ')}), real client ${answered} of ${asked}, p99 ${p99.toFixed(1)} ms`,
    )
    expect(answered).toBe(asked)
    expect(words).not.toMatch(/service available:\s+NO/)
  })

/** The complete 408 response. */
function isTimeout(said: string): boolean {
  const whole = /^HTTP\/1\.1 408 .*\r\nx-service-request-id: [\w-]{24}\r\n.*\r\n\r\n\{.*\}\n$/s
  return whole.test(said)
}

/**
 * Sends `first`, then one byte per second; returns how long the connection stays open, in milliseconds awake.
 */
async function lifeOf(port: number, first: string, then: string): Promise<{ awakeMs: number; said: string }> {
  const socket = connectTo(port)
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const watch = stopwatch()
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk
  })
  const drip = setInterval(() => socket.writable && socket.write(then), 1_000)
  if (first !== '') socket.write(first)
  await closeOf(socket)
  clearInterval(drip)
  return { awakeMs: watch.awakeMs, said }
}

/** Sends requests on one connection until it is closed. */
function realClient({ port }: Server) {
  const times: number[] = []
  let asked = 0
  let goesOn = true
  const work = (async () => {
    while (goesOn) {
      asked += 1
      const watch = stopwatch()
      const { outcome } = await exchange(port, ping('Connection: close'), { timeoutMs: 5_000 })
      if (outcome === '204') times.push(watch.awakeMs)
      // A steady client, not a load.
      await sleep(20)
    }
  })()
  return {
    async end() {
      goesOn = false
      await work
      const sorted = times.toSorted((a, b) => a - b)
      return {
        asked,
        answered: times.length,
        p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.POSITIVE_INFINITY,
      }
    },
  }
}
