import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFailed, onTestFinished, test, vi } from 'vitest'
import { kpBody } from '../http/kp-body.ts'
import { awayFromMidnight } from '../support/midnight.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { hasWrangler } from './examples.ts'
import { startWorker } from './worker/start.ts'

awayFromMidnight()

const OBJECTS = 16
const LIMIT = 10_000

/** A request that gets no response in so many milliseconds fails by name, before the whole test does. */
const RESPONSE_MS = 30_000

describe.skipIf(!hasWrangler)('a Worker that reservations', () => {
  test('reaches its objects far less often, counts exactly, and returns what it does not use', async () => {
    const swpc = createServer((_, response) => response.end(JSON.stringify(kpBody()))).listen(0, '127.0.0.1')
    onTestFinished(() => void swpc.close())
    await once(swpc, 'listening')
    const { port } = swpc.address() as AddressInfo
    await using worker = await startWorker(
      { swpc: `http://127.0.0.1:${port}` },
      undefined,
      'reserving-worker',
    )
    onTestFailed(() => console.log(worker.output()))
    const inTime = () => ({ signal: AbortSignal.timeout(RESPONSE_MS) })
    const issued = await fetch(`${worker.origin}/v1/keys`, {
      ...inTime(),
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"label":"reserved"}',
    })
    const { key } = (await issued.json()) as { key: string }
    const ask = async () => {
      const response = await fetch(`${worker.origin}/v1/space-weather/kp`, {
        ...inTime(),
        headers: { 'x-api-key': key },
      })
      await response.arrayBuffer()
      return Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1])
    }
    const calls = async () => {
      const objects = Array.from({ length: OBJECTS }, async (_, object) => {
        const response = await fetch(`${worker.origin}/__fault?object=${object}&fault=`, inTime())
        return Number(await response.json())
      })
      return (await Promise.all(objects)).reduce((sum, each) => sum + each, 0)
    }

    await ask()
    await calls()
    const begun = performance.now()
    let asked = 1
    const client = async () => {
      while (asked < 1_500) {
        asked += 1
        expect(await ask()).toBeLessThan(LIMIT)
      }
    }
    await Promise.all(Array.from({ length: 10 }, client))
    const seconds = Math.round((performance.now() - begun) / 100) / 10
    const reached = await calls()
    console.log(
      `FIGURE reservations in workerd: ${asked} requests in ${seconds} s, ${reached} calls of the objects`,
    )
    // A reservation is sized for half a second, so a slow machine takes more of them.
    expect(reached).toBeLessThan(asked / 20 + seconds * 10)

    // Nobody asks for a second and a quarter: the request that watches the reservation returns it.
    await vi.waitFor(
      async () => {
        asked += 1
        expect(await ask()).toBe(LIMIT - asked)
      },
      { timeout: PATIENCE_MS, interval: 2_000 },
    )
    expect(worker.output()).not.toMatch(/hung|different request|Error/)
  }, 120_000)
})
