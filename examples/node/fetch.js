// @ts-check
import { createSpaceData } from '@space-data/core'
import { sqlite } from '@space-data/core/sqlite'
import { serve } from 'srvx'

const spaceData = createSpaceData({ store: await sqlite('space-data.sqlite') })
spaceData.jobs.start()
serve({
  port: Number(process.env['PORT'] ?? 3000),
  fetch: (request) => spaceData.handle(request, { ip: request.ip }),
})
