import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../support/patience.ts'
import { orInSoak } from '../support/tier.ts'
import { keepAsking } from './keep-alive-client.ts'
import { get, ping } from './requests/odd-request.ts'
import { startNode } from './servers.ts'

const STOPS = orInSoak(3, 20)
const CLIENTS = 40

test('SIGTERM under load: every accepted request is answered', { timeout: 300_000 }, async () => {
  let [sent, answered, told, slowest] = [0, 0, 0, 0]
  for (let stop = 0; stop < STOPS; stop += 1) {
    await using server = await startNode()
    const requests = [ping(), get('/ref/tiers'), get('/v1/speedtest/down?bytes=20000'), get('/nowhere')]
    const busy = new Set<number>()
    const clients = Array.from({ length: CLIENTS }, (_, i) =>
      keepAsking(server.port, requests[i % requests.length] ?? '', (asked) => {
        if (asked > 0) busy.add(i)
        return false
      }),
    )
    await vi.waitUntil(() => busy.size === CLIENTS, { timeout: PATIENCE_MS, interval: 5 })
    // Each stop comes at another moment of the load.
    await sleep(10 * stop)
    const stoppedAt = performance.now()
    expect(await server.stop('SIGTERM')).toBe(0)
    slowest = Math.max(slowest, performance.now() - stoppedAt)
    for (const kept of await Promise.all(clients)) {
      sent += kept.sent
      answered += kept.answered
      told += Number(kept.wasTold)
    }
  }
  console.log(
    `FIGURE stops under load: ${STOPS} SIGTERMs, ${sent} requests on ${STOPS * CLIENTS} connections, ${sent - answered} failed, ${told} connections told to close, slowest exit ${(slowest / 1_000).toFixed(1)} s`,
  )
  expect(answered).toBe(sent)
  expect(told).toBe(STOPS * CLIENTS)
})

test('SIGTERM before connections are accepted: they are answered, too', async () => {
  await using server = await startNode()
  process.kill(server.pid, 'SIGSTOP')
  let begun = 0
  const goesOn = () => {
    begun += 1
    return false
  }
  const clients = Array.from({ length: CLIENTS }, () => keepAsking(server.port, ping(), goesOn))
  await vi.waitUntil(() => begun === CLIENTS, PATIENCE_MS)
  const exit = server.stop('SIGTERM')
  process.kill(server.pid, 'SIGCONT')
  expect(await exit).toBe(0)
  const kept = await Promise.all(clients)
  console.log(
    `FIGURE a stop with a full backlog: ${kept.filter(({ answered }) => answered > 0).length} of ${CLIENTS} answered`,
  )
  // A first connection may be read before the signal: its second response announces the close.
  expect(kept).toEqual(kept.map(({ sent }) => ({ sent, answered: sent, wasTold: true })))
  expect(kept.every(({ sent }) => sent > 0)).toBe(true)
})
