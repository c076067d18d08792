// @ts-check
import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { createSpaceData } from '@space-data/core'
import { nodeWorkers } from '@space-data/core/node'
import { Hono } from 'hono'

const spaceData = createSpaceData({ base: '/space' })
// The shells each night, the upstreams each week; counted in a thread of its own, so that requests do not
// wait.
spaceData.jobs.start({ pool: () => nodeWorkers(1) })
const app = new Hono()

app.get('/', (c) => c.text('The service around it'))
app.all('/space/*', (c) => spaceData.handle(c.req.raw, { ip: getConnInfo(c).remote.address }))

serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000), hostname: '127.0.0.1' })
