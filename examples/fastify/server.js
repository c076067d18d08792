// @ts-check
import { createServer } from 'node:http'
import { createSpaceData } from '@space-data/core'
import { nodeWorkers, toNodeListener } from '@space-data/core/node'
import fastify from 'fastify'

const spaceData = createSpaceData({ base: '/space' })
// The shells each night, the upstreams each week; counted in a thread of its own, so that requests do not
// wait.
spaceData.jobs.start({ pool: () => nodeWorkers(1) })
const space = toNodeListener(spaceData)
const app = fastify({
  // Before Fastify looks at the path or reads the body: what is not under the base goes on to its routes.
  serverFactory: (own) =>
    createServer((request, response) => space(request, response, () => own(request, response))),
})

app.get('/', () => 'The service around it')

await app.listen({ port: Number(process.env['PORT'] ?? 3000), host: '127.0.0.1' })
