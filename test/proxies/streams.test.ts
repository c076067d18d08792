import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSpaceData, memory, type ServiceEvent } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { toNodeListener } from '@space-data/core/node'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { AlertLog } from '../../packages/core/src/features/alerts/alert-log.ts'
import { openStore } from '../../packages/core/src/kernel/storage/store.ts'
import { alertOf } from '../fixtures/alerts.ts'
import { temporaryFolder } from '../storage/temporary-sqlite.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { nginx, present, type SharedCache, varnish } from '../support/proxies.ts'

vi.setConfig({ testTimeout: 60_000 })

/** As docs/hosting.md has it. */
const PIPE = 'sub vcl_recv { if (req.url ~ "^/v1/(alerts|space-weather)/stream") { return (pipe); } }'

type Start = (origin: string, folder: string) => Promise<SharedCache>

const proxies: readonly [string, boolean, Start][] = [
  ['nginx', present.nginx, (origin, folder) => nginx({ origin, folder })],
  ['Varnish', present.varnish, (origin, folder) => varnish({ origin, folder }, PIPE)],
]

describe.each(proxies)('%s', (_name, isHere, start) => {
  test.skipIf(!isHere)('passes each alert on at once, and tells that its client has left', async () => {
    using folder = temporaryFolder()
    const backend = memory()
    const events: ServiceEvent[] = []
    const spaceData = createSpaceData({
      features: everything,
      store: backend,
      onEvent: (event) => events.push(event),
    })
    const server = createServer(toNodeListener(spaceData))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(async () => {
      server.close().closeAllConnections()
      await spaceData.close()
    })
    const { port } = server.address() as AddressInfo
    await using cache = await start(`http://127.0.0.1:${port}`, `${folder.path}/cache`)
    const { key } = await spaceData.keys.issue({ tier: 'free', label: 'stream' })
    const log = new AlertLog(openStore(backend), '', Date.now)

    const controller = new AbortController()
    const { signal } = controller
    const headers = { 'x-api-key': key, 'accept-encoding': 'gzip' }
    const response = await fetch(`${cache.url}/v1/alerts/stream`, { headers, signal })
    let text = ''
    const reading = (async () => {
      const decoder = new TextDecoder()
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
    })().catch(() => {})
    await vi.waitFor(() => expect(text).toBe('retry: 5000\nid: 0\n\n'), PATIENCE_MS)
    for (const seq of [1, 2, 3]) {
      await log.append([alertOf('launch.scheduled', Date.now())], seq)
      await vi.waitFor(() => expect(text).toContain(`\nid: ${seq}\nevent: launch.scheduled\n`), PATIENCE_MS)
    }
    const ended = () =>
      events.filter((event) => event.type === 'request' && event.route === '/v1/alerts/stream')
    expect(ended()).toEqual([])
    controller.abort()
    await reading
    await vi.waitFor(() => expect(ended()).toHaveLength(1), PATIENCE_MS)
  })
})
