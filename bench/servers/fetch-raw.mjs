// A bare handler on srvx, an adapter of fetch-standard handlers to Node: the least that it can do.
import { serve } from 'srvx'
import { announce } from './announce.mjs'
import { bytes, fields, status } from './recorded.mjs'

const server = serve({
  port: 0,
  hostname: '127.0.0.1',
  silent: true,
  fetch: () => new Response(bytes, { status, headers: fields }),
})
await server.ready()
announce(new URL(server.url).port)
