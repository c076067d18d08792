import type { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../../support/patience.ts'
import { orInSoak } from '../../support/tier.ts'
import { turns } from '../../support/turns.ts'
import { closeOf, keepAsking } from '../keep-alive-client.ts'
import { ping } from '../requests/odd-request.ts'
import { isHealthy, startNode } from '../servers.ts'
import { connectTo, exchange } from '../wire.ts'

/** One connection more than the limit; a short run opens fewer and does not reach it. */
const IDLE = orInSoak(2_000, 10_200)

test('idle connections are limited in number, and the server recovers when they close', {
  timeout: 120_000,
}, async () => {
  await using server = await startNode()
  const idle = await opened(server.port, IDLE)
  const open = idle.filter(({ socket }) => !socket.destroyed).length
  // Not those that a slow machine opened so long ago that they were idle for too long.
  const dropped = idle.filter(({ socket, said }) => socket.destroyed && said() === '').length
  expect(open).toBeLessThanOrEqual(10_000)
  if (IDLE <= 10_000) {
    expect(dropped).toBe(0)
    expect(await isHealthy(server)).toBe(true)
  } else {
    expect(dropped).toBeLessThan(300)
  }
  const goneAt = performance.now()
  for (const { socket } of idle) socket.destroy()
  await vi.waitUntil(() => isHealthy(server), { timeout: PATIENCE_MS, interval: 20 })
  console.log(
    `FIGURE exhaustion: ${IDLE} idle connections tried, ${open} held, a healthy answer ` +
      `${Math.round(performance.now() - goneAt)} ms after they went`,
  )
})

test('a connection is asked to close at its thousandth request, and no request is lost', {
  timeout: 120_000,
}, async () => {
  await using server = await startNode()
  let [sent, answered, connections] = [0, 0, 0]
  while (sent < 2_500) {
    const kept = await keepAsking(server.port, ping(), (asked) => sent + asked >= 2_500)
    expect(kept.sent).toBeLessThanOrEqual(1_000)
    sent += kept.sent
    answered += kept.answered
    connections += 1
  }
  console.log(`FIGURE keep-alive: ${sent} requests on ${connections} connections, ${sent - answered} lost`)
  expect({ sent, answered, connections }).toEqual({ sent: 2_500, answered: 2_500, connections: 3 })
})

test('an idle connection is closed', { timeout: 120_000 }, async () => {
  await using server = await startNode()
  const socket = connectTo(server.port)
  const openedAt = performance.now()
  const closed = closeOf(socket)
  socket.resume().write(ping())
  await closed
  const life = performance.now() - openedAt
  console.log(`FIGURE an idle kept connection: closed after ${(life / 1_000).toFixed(1)} s`)
  expect(life).toBeGreaterThan(4_000)
})

interface Opened {
  readonly socket: Socket
  /** What the server has said. */
  readonly said: () => string
}

function open(port: number): Opened {
  let said = ''
  const socket = connectTo(port).on('data', (chunk) => {
    said += chunk
  })
  return { socket, said: () => said }
}

/** Opens connections, a few hundred at a time; includes those that the server drops. */
async function opened(port: number, count: number): Promise<Opened[]> {
  const all: Opened[] = []
  while (all.length < count) {
    const batch = Array.from({ length: Math.min(200, count - all.length) }, () => open(port))
    await Promise.all(
      batch.map(
        ({ socket }) => new Promise((resolve) => socket.once('connect', resolve).on('error', resolve)),
      ),
    )
    all.push(...batch)
  }
  // Connections are accepted in their order: whoever comes last is answered, or dropped as others before.
  await exchange(port, ping())
  await turns()
  return all
}
