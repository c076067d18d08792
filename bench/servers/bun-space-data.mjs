// `handle` on Bun.serve, as in examples/bun, with a key of its own; NOAA's feed is a recorded hour.
import { createSpaceData } from '@space-data/core'
import { kpFeed } from '../kp-feed.mjs'
import { announce } from './announce.mjs'

const spaceData = createSpaceData({
  fetch: () => kpFeed(),
  tiers: { free: { requestsPerDay: 1_000_000_000 } },
})
const { key } = await spaceData.keys.issue({ tier: 'free', label: 'bench' })
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request, peer) => spaceData.handle(request, { ip: () => peer.requestIP(request)?.address }),
})
console.log(`key ${key}`)
announce(server.port)
