// `handle` on srvx, as in examples/node/fetch.js, with a key of its own; NOAA's feed is a recorded hour.
import { createSpaceData } from '@space-data/core'
import { serve } from 'srvx'
import { kpFeed } from '../kp-feed.mjs'
import { announce } from './announce.mjs'

const spaceData = createSpaceData({
  fetch: () => kpFeed(),
  tiers: { free: { requestsPerDay: 1_000_000_000 } },
})
const { key } = await spaceData.keys.issue({ tier: 'free', label: 'bench' })
const server = serve({
  port: 0,
  hostname: '127.0.0.1',
  silent: true,
  fetch: (request) => spaceData.handle(request, { ip: () => request.ip }),
})
await server.ready()
console.log(`key ${key}`)
announce(new URL(server.url).port)
