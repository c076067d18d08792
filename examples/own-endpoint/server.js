// @ts-check
import { createSpaceData } from '@space-data/core'
import { listen, toNodeListener } from '@space-data/core/node'
import { sqlite } from '@space-data/core/sqlite'
import { radioFlux } from './radio-flux.js'

const { PORT = '3000', STORE = 'space-data.sqlite', SWPC_ORIGIN } = process.env

const spaceData = createSpaceData({
  store: await sqlite(STORE),
  endpoints: [radioFlux],
  // A stand-in for NOAA SWPC, for tests.
  ...(SWPC_ORIGIN && { upstreams: { swpc: SWPC_ORIGIN } }),
})
spaceData.jobs.start()

const server = await listen(toNodeListener(spaceData), { port: Number(PORT) })

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.once(signal, async () => {
    await server.drain(10_000)
    await spaceData.close()
  })
}
