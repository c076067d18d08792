// @ts-check
import { createSpaceData } from '@space-data/core'
import { listen, nodeWorkers, toNodeListener } from '@space-data/core/node'
import { sqlite } from '@space-data/core/sqlite'

const spaceData = createSpaceData({ store: await sqlite('space-data.sqlite') })
spaceData.jobs.start({ pool: () => nodeWorkers(1) })
const server = await listen(toNodeListener(spaceData), { port: Number(process.env['PORT'] ?? 3000) })

process.once('SIGTERM', async () => {
  await server.drain(10_000)
  await spaceData.close()
})
