// `handle` in a Worker on the memory store; `/key` issues the key. NOAA's feed is a recorded hour.
import { createSpaceData } from '@space-data/core'
import { connectionInfo } from '@space-data/core/workers'
import { kpFeed } from '../kp-feed.mjs'

const spaceData = createSpaceData({
  fetch: () => kpFeed(),
  tiers: { free: { requestsPerDay: 1_000_000_000 } },
})

export default {
  async fetch(request, _env, ctx) {
    if (request.url.endsWith('/key')) {
      const { key } = await spaceData.keys.issue({ tier: 'free', label: 'bench' })
      return new Response(key)
    }
    return spaceData.handle(request, connectionInfo(request, ctx))
  },
}
