import { createSpaceData } from '@space-data/core'
import { listen, toNodeListener } from '@space-data/core/node'

const spaceData = createSpaceData()
// Computes the shells each night and verifies the upstreams each week.
spaceData.jobs.start()

// Behind proxies give their addresses, too: { trustedProxies: ['10.0.0.0/8'] }
const trustedProxies = process.env['TRUSTED_PROXIES']?.split(',') ?? []
const listener = toNodeListener(spaceData, { trustedProxies })
const server = await listen(listener, { port: Number(process.env['PORT'] ?? 3000) })

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    await server.drain(10_000)
    await spaceData.close()
  })
}
