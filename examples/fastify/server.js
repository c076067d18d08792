// @ts-check
import { createServer } from 'node:http'
import { createSpaceData } from '@space-data/core'
import { toNodeListener } from '@space-data/core/node'
import fastify from 'fastify'

const space = toNodeListener(createSpaceData({ base: '/space' }))
const app = fastify({
  // Before Fastify looks at the path or reads the body: what is not under the base goes on to its routes.
  serverFactory: (own) =>
    createServer((request, response) => space(request, response, () => own(request, response))),
})

app.get('/', () => 'The service around it')

await app.listen({ port: Number(process.env['PORT'] ?? 3000), host: '127.0.0.1' })
