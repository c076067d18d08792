// One server of a fleet with its job, over the built package: `whole-server.mjs STORE UPSTREAM`. Prints its
// address when it listens; on SIGUSR2 it runs the shell job and prints what came of it.
import { createServer } from 'node:http'
import { createSpaceData, JobLockedError } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { toNodeListener } from '@space-data/core/node'
import { redis } from '@space-data/core/redis'

const [store = '', upstream = ''] = process.argv.slice(2)
const spaceData = createSpaceData({
  features: everything,
  store: await redis(store),
  upstreams: { swpc: `${upstream}/swpc`, celestrak: `${upstream}/celestrak` },
  limits: {
    issuancePerHour: 1e6,
    issuancePerIpv4Net24: 1e6,
    issuancePerDay: 1e6,
    referencePerMinute: 1e6,
    refusedPerMinute: 1e6,
  },
})
const server = createServer(toNodeListener(spaceData))
// A connection that is idle for seconds is not closed just when a client uses it again.
server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
let wasStopped = false
process.on('SIGUSR2', async function run() {
  try {
    const { runId, objects } = await spaceData.jobs.shells.run({ pull: { paceMs: 0 } })
    console.log(`ran ${runId} with ${objects} objects`)
  } catch (error) {
    // On a busy machine Redis may be away for a moment, which ends a job; a schedule runs it again, too, once
    // its lease is over.
    wasStopped ||= error.code === 'store_unavailable'
    if (wasStopped) setTimeout(run, 1_000)
    else console.log(error instanceof JobLockedError ? 'busy' : `failed: ${error.message}`)
  }
})
process.on('SIGTERM', () => {
  server.close(() => spaceData.close().finally(() => process.exit(0)))
  server.closeIdleConnections()
})
