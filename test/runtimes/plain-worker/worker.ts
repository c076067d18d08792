// The example with what a test may set: the origins of its providers, and the secrets that docs/hosting.md adds.
import { env } from 'cloudflare:workers'
import { createSpaceData } from '@space-data/core'
import { durableObjects } from '@space-data/core/durable-object'
import { everything } from '@space-data/core/features'
import { connectionInfo, fetchSender, runScheduled } from '@space-data/core/workers'

export { SpaceDataStore } from '@space-data/core/durable-object'

interface Variables {
  readonly STORE: Parameters<typeof durableObjects>[0]
  readonly UPSTREAMS: Record<string, string>
  readonly WEBHOOK_SECRET?: string
  readonly SIGNING_KEYS?: string
}

const { STORE, UPSTREAMS, WEBHOOK_SECRET: secret, SIGNING_KEYS } = env as unknown as Variables
const spaceData = createSpaceData({
  features: everything,
  store: durableObjects(STORE),
  upstreams: UPSTREAMS,
  ...(secret && { webhooks: { secret, sender: fetchSender() } }),
  ...(SIGNING_KEYS && { signing: JSON.parse(SIGNING_KEYS) }),
})

type Context = Parameters<typeof connectionInfo>[1]

export default {
  fetch: (request: Request, _env: unknown, ctx: Context) =>
    spaceData.handle(request, connectionInfo(request, ctx)),
  scheduled: ({ cron }: { cron: string }) => runScheduled(spaceData, cron),
}
