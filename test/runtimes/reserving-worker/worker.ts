// A Worker whose keys have days that are reserved, on objects that count their calls.
import { env } from 'cloudflare:workers'
import { createSpaceData } from '@space-data/core'
import { durableObjects } from '@space-data/core/durable-object'
import { connectionInfo } from '@space-data/core/workers'
import faulty from '../faulty-worker/worker.ts'

export { SpaceDataStore } from '../faulty-worker/worker.ts'

const spaceData = createSpaceData({
  store: durableObjects(env.STORE),
  upstreams: env.UPSTREAMS,
  tiers: { free: { requestsPerDay: 10_000 } },
})

type Context = Parameters<typeof connectionInfo>[1]

export default {
  fetch: (request: Request, ...[variables, context]: [unknown, Context]) =>
    new URL(request.url).pathname === '/__fault'
      ? faulty.fetch(request, variables, context)
      : spaceData.handle(request, connectionInfo(request, context)),
}
