import { describe, expect, test, vi } from 'vitest'
import { openStream } from '../support/open-stream.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { hasBun } from './bun.ts'
import {
  type Example,
  hasDeno,
  hasWrangler,
  startOnBun,
  startOnDeno,
  startOnNode,
  startOnWorkerd,
} from './examples.ts'

vi.setConfig({ testTimeout: 90_000 })

describe.concurrent.each<[string, boolean, () => Promise<Example>]>([
  ['Node', true, () => startOnNode('node')],
  ['Node with Hono', true, () => startOnNode('hono', '/space')],
  ['Bun', hasBun(), startOnBun],
  ['Deno', hasDeno, startOnDeno],
  ['workerd', hasWrangler, startOnWorkerd],
])('on %s', (runtime, isInstalled, startExample) => {
  test.skipIf(!isInstalled)('streams stay open side by side, and end with their clients', async () => {
    await using example = await startExample()
    const { key } = await post(`${example.origin}/v1/keys`)
    const open = () => openStream(`${example.origin}/v1/space-weather/stream`, key)
    const streams = []
    for (let i = 0; i < 10; i += 1) streams.push(await open())
    for (const { status, received } of streams) {
      expect(status).toBe(200)
      await vi.waitFor(() => expect(received()).toBe('retry: 5000\n\n'), PATIENCE_MS)
    }
    expect((await open()).status).toBe(429)
    // After 15 s of silence each has had its comment, by a timer of its own.
    for (const { received } of streams) {
      await vi.waitFor(() => expect(received()).toMatch(/\n\n:\n\n$/), { timeout: 30_000 })
    }
    for (const { leave } of streams) leave()
    // `wrangler dev` does not tell a Worker that a client has left: there the stream ends after an hour.
    if (runtime === 'workerd') return
    await vi.waitFor(
      async () => {
        const { status, leave } = await open()
        leave()
        expect(status).toBe(200)
      },
      { timeout: PATIENCE_MS, interval: 500 },
    )
  })
})

async function post(url: string): Promise<{ key: string }> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: '{"label":"streams"}' })
  return (await response.json()) as { key: string }
}
