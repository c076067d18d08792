// @ts-check
import { createSpaceData } from '@space-data/core'
import { nodeWorkers, toNodeListener } from '@space-data/core/node'
import express from 'express'

const spaceData = createSpaceData({ base: '/space' })
// The shells each night, the upstreams each week; counted in a thread of its own, so that requests do not
// wait.
spaceData.jobs.start({ pool: () => nodeWorkers(1) })
const space = toNodeListener(spaceData)
const app = express()

// Before whatever reads bodies, and without a path of its own: what is not under the base goes on to the
// next.
app.use(space)
app.use(express.json())
app.get('/', (_request, response) => void response.send('The service around it'))

app.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1')
