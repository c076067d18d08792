// @ts-check
import { createSpaceData } from '@space-data/core'
import { listen, nodeWorkers, toNodeListener } from '@space-data/core/node'
import { sqlite } from '@space-data/core/sqlite'

const spaceData = createSpaceData({ store: await sqlite('space-data.sqlite') })
// The shells each night, the upstreams each week; counted in a thread of its own, so that requests do not
// wait.
spaceData.jobs.start({ pool: () => nodeWorkers(1) })

// Behind proxies give their addresses, too: toNodeListener(spaceData, { trustedProxies: ['10.0.0.0/8'] })
const server = await listen(toNodeListener(spaceData), { port: Number(process.env['PORT'] ?? 3000) })

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, async () => {
    await server.drain(10_000)
    await spaceData.close()
  })
}
