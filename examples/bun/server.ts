import { createSpaceData } from '@space-data/core'
import { sqlite } from '@space-data/core/sqlite'

const spaceData = createSpaceData({ store: await sqlite('space-data.sqlite') })
spaceData.jobs.start()
Bun.serve({
  port: Number(process.env['PORT'] ?? 3000),
  fetch: (request, server) => spaceData.handle(request, { ip: server.requestIP(request)?.address }),
})
