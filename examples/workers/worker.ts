import { env } from 'cloudflare:workers'
import { createSpaceData } from '@space-data/core'
import { durableObjects, type SpaceDataStore } from '@space-data/core/durable-object'
import { peerOf } from '@space-data/core/workers'

export { SpaceDataStore } from '@space-data/core/durable-object'

declare global {
  namespace Cloudflare {
    interface Env {
      STORE: DurableObjectNamespace<SpaceDataStore>
      UPSTREAMS: Record<string, string>
    }
  }
}

const DAY_MS = 86_400_000
const WEEKLY = '23 5 * * 1'

const spaceData = createSpaceData({ store: durableObjects(env.STORE), upstreams: env.UPSTREAMS })

export default {
  fetch: (request, _env, ctx) => spaceData.handle(request, peerOf(request, ctx)),

  async scheduled({ cron }) {
    if (cron === WEEKLY) return void (await spaceData.jobs.checkUpstreams())
    // Twice a night: the second time makes up for a first that failed.
    const { run, next_run_at } = await spaceData.jobs.shellStatus()
    if (!run || run.started_at < next_run_at - DAY_MS) await spaceData.jobs.propagateShells()
  },
} satisfies ExportedHandler<Cloudflare.Env>
