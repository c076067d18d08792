import { setTimeout as sleep } from 'node:timers/promises'
import { PATIENCE_MS } from '../support/patience.ts'
import { closeOf } from './keep-alive-client.ts'
import { ping } from './requests/odd-request.ts'
import type { Server } from './servers.ts'
import { connectTo, exchange } from './wire.ts'

/** The first bytes of slow clients; one byte per second follows. */
const SLOW = {
  nothing: ['', ''],
  headers: ['GET /ref HTTP/1.1\r\nHost: localhost\r\nX-A: ', 'a'],
  body: ['POST /v1/speedtest/up HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000\r\n\r\n', 'a'],
} as const

/** Opens `connections` slow connections of each kind; returns how many were closed with a reason. */
export async function closedWithReason(
  { port }: Server,
  connections: number,
): Promise<Record<string, number>> {
  const told = Object.entries(SLOW).map(async ([what, [first, then]]) => {
    const ends = await Promise.all(Array.from({ length: connections }, () => lifeOf(port, first, then)))
    const longest = Math.max(...ends.map(({ ms }) => ms))
    const reasons = ends.filter(({ said }) => isTimeout(said)).length
    console.log(
      `FIGURE slow ${what}: ${connections} connections, the last closed after ${(longest / 1_000).toFixed(1)} s, ${reasons} told why`,
    )
    return [what, reasons] as const
  })
  return Object.fromEntries(await Promise.all(told))
}

/** The complete 408 response. */
function isTimeout(said: string): boolean {
  const whole = /^HTTP\/1\.1 408 .*\r\nx-service-request-id: [\w-]{24}\r\n.*\r\n\r\n\{.*\}\n$/s
  return whole.test(said)
}

/** Sends `first`, then one byte per second, until the connection is closed. */
async function lifeOf(port: number, first: string, then: string): Promise<{ ms: number; said: string }> {
  const socket = connectTo(port)
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const openedAt = performance.now()
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk
  })
  const drip = setInterval(() => socket.writable && socket.write(then), 1_000)
  if (first !== '') socket.write(first)
  await closeOf(socket)
  clearInterval(drip)
  return { ms: performance.now() - openedAt, said }
}

/** Sends requests on one connection until it is closed. */
export function realClient({ port }: Server, atLeast = 0) {
  const times: number[] = []
  let asked = 0
  let goesOn = true
  const work = (async () => {
    while (goesOn || asked < atLeast) {
      asked += 1
      const askedAt = performance.now()
      const { outcome } = await exchange(port, ping('Connection: close'), { timeoutMs: PATIENCE_MS })
      if (outcome === '204') times.push(performance.now() - askedAt)
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
        median: sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY,
        p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.POSITIVE_INFINITY,
      }
    },
  }
}
