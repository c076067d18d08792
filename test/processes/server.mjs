// One server of a fleet, over the built package: `server.mjs STORE [SWPC]`. Prints its address when it
// listens. Its one upstream is made up, so that a keyed path answers without a network, or at the address
// SWPC, with the endpoint of examples/own-endpoint over it; rates per network are out of the way.
import { createServer } from 'node:http'
import { createSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { toNodeListener } from '@space-data/core/node'
import { radioFlux } from '../../examples/own-endpoint/radio-flux.js'

const [store = '', swpc] = process.argv.slice(2)
const errors = new Set()
const spaceData = createSpaceData({
  features: everything,
  store: await open(store),
  ...(swpc
    ? { endpoints: [radioFlux], upstreams: { swpc } }
    : { fetch: async () => Response.json(minutes()) }),
  tiers: { hobby: { requestsPerDay: 10_000 } },
  anonymous: 100,
  limits: {
    issuancePerHour: 1e6,
    issuancePerIpv4Net24: 1e6,
    issuancePerDay: 1e6,
    referencePerMinute: 1e6,
    refusedPerMinute: 1e6,
  },
  onError(error) {
    const line = `${error.message} ${error.cause?.message ?? error.cause ?? ''}`
    if (!errors.has(line)) process.stderr.write(`${line}\n`)
    errors.add(line)
  },
})
const server = createServer(toNodeListener(spaceData))
// A connection that is idle for seconds is not closed just when a client uses it again.
server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
process.on('SIGTERM', () => {
  server.close(() => spaceData.close().finally(() => process.exit(0)))
  server.closeIdleConnections()
})

async function open(place) {
  if (place.startsWith('postgres')) return (await import('@space-data/core/postgres')).postgres(place)
  if (place.startsWith('redis')) return (await import('@space-data/core/redis')).redis(place)
  return (await import('@space-data/core/sqlite')).sqlite(place.replace('sqlite:', ''))
}

/** Kp of the last minutes, in SWPC's shape. */
function minutes() {
  return Array.from({ length: 5 }, (_, i) => ({
    time_tag: new Date(Date.now() - (i + 1) * 60_000).toISOString().slice(0, 19),
    kp_index: 2,
    estimated_kp: 2.33,
    kp: '2P',
  })).reverse()
}
