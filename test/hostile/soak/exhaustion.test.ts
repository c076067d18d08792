import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { stopwatch } from '../../support/stopwatch.ts'
import { orInSoak } from '../../support/tier.ts'
import { turns } from '../../support/turns.ts'
import { closeOf, keepAsking } from '../keep-alive-client.ts'
import { ping } from '../requests/odd-request.ts'
import { isHealthy, startNode } from '../servers.ts'
import { connectTo, exchange } from '../wire.ts'

/** One connection more than the limit; a short run opens fewer and does not reach it. */
const IDLE = orInSoak(2_000, 10_200)

test('idle connections are limited in number, and the server recovers when they close', {
  timeout: 60_000,
}, async () => {
  await using server = await startNode()
  const idle = await opened(server.port, IDLE)
  const open = idle.filter((socket) => !socket.destroyed).length
  if (IDLE <= 10_000) {
    expect(open).toBe(IDLE)
    expect(await isHealthy(server)).toBe(true)
  } else {
    expect(open).toBeLessThanOrEqual(10_000)
    expect(open).toBeGreaterThan(9_900)
  }
  const watch = stopwatch()
  for (const socket of idle) socket.destroy()
  while (!(await isHealthy(server)) && watch.awakeMs < 20_000) await sleep(20)
  const recovery = watch.awakeMs
  expect(recovery).toBeLessThan(10_000)
})

test('a connection is asked to close at its thousandth request, and no request is lost', {
  timeout: 30_000,
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
  expect({ sent, answered, connections }).toEqual({ sent: 2_500, answered: 2_500, connections: 3 })
})

test('an idle connection is closed', { timeout: 30_000 }, async () => {
  await using server = await startNode()
  const socket = connectTo(server.port)
  const watch = stopwatch()
  const closed = closeOf(socket)
  socket.resume().write(ping())
  await closed
  const { ms: life, awakeMs } = watch
  expect(life).toBeGreaterThan(4_000)
  expect(awakeMs).toBeLessThan(10_000)
})

/** Opens connections, a few hundred at a time; includes those that the server drops. */
async function opened(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(200, count - sockets.length) }, () => connectTo(port))
    await Promise.all(
      batch.map(
        (socket) => new Promise((resolve) => socket.once('connect', resolve).on('error', resolve).resume()),
      ),
    )
    sockets.push(...batch)
  }
  // Connections are accepted in their order: whoever comes last is answered, or dropped as others before.
  await exchange(port, ping())
  await turns()
  return sockets
}
