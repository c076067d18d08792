import { env } from 'cloudflare:workers'
import { createSpaceData } from '@space-data/core'
import { durableObjects } from '@space-data/core/durable-object'
import { connectionInfo, runScheduled } from '@space-data/core/workers'

export { SpaceDataStore } from '@space-data/core/durable-object'

const spaceData = createSpaceData({ store: durableObjects(env.STORE) })

export default {
  fetch: (request, _env, ctx) => spaceData.handle(request, connectionInfo(request, ctx)),
  scheduled: ({ cron }) => runScheduled(spaceData, cron),
} satisfies ExportedHandler
