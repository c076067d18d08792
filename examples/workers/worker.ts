import { env } from 'cloudflare:workers'
import { createSpaceData } from '@space-data/core'
import { durableObjects, type SpaceDataStore } from '@space-data/core/durable-object'
import { connectionInfo, fetchSender } from '@space-data/core/workers'

export { SpaceDataStore } from '@space-data/core/durable-object'

declare global {
  namespace Cloudflare {
    interface Env {
      STORE: DurableObjectNamespace<SpaceDataStore>
      UPSTREAMS: Record<string, string>
      WEBHOOK_SECRET?: string
      /** Content of the file that `space-data signing init` makes. */
      SIGNING_KEYS?: string
    }
  }
}

const DAY_MS = 86_400_000
const WEEKLY = '23 5 * * 1'
const EACH_MINUTE = '* * * * *'
const HOURLY = '7 * * * *'

const spaceData = createSpaceData({
  store: durableObjects(env.STORE),
  upstreams: env.UPSTREAMS,
  ...(env.WEBHOOK_SECRET && { webhooks: { secret: env.WEBHOOK_SECRET, sender: fetchSender() } }),
  ...(env.SIGNING_KEYS && { signing: JSON.parse(env.SIGNING_KEYS) }),
})

export default {
  fetch: (request, _env, ctx) => spaceData.handle(request, connectionInfo(request, ctx)),

  async scheduled({ cron }) {
    if (cron === EACH_MINUTE) return void (await spaceData.jobs.alerts.run())
    if (cron === HOURLY) return void (await spaceData.jobs.series.run())
    if (cron === WEEKLY) return void (await spaceData.jobs.checks.run())
    // Twice a night: the second time makes up for a first that failed.
    const { run, nextRunAt } = await spaceData.jobs.shells.status()
    if (!run || run.startedAt < nextRunAt - DAY_MS) await spaceData.jobs.shells.run()
  },
} satisfies ExportedHandler<Cloudflare.Env>
