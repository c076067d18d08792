// @ts-check
import { createServer } from 'node:http'
import { createSpaceData } from '@space-data/core'
import { answerClientErrors, nodeWorkers, toNodeListener } from '@space-data/core/node'
import { sqlite } from '@space-data/core/sqlite'

const spaceData = createSpaceData({ store: await sqlite('space-data.sqlite') })
// The shells each night, the upstreams each week; counted in a thread of its own, so that requests do not wait.
spaceData.jobs.start({ pool: () => nodeWorkers(1) })
const server = createServer(toNodeListener(spaceData))
answerClientErrors(server)
server.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1')
