// Bare Bun.serve: the least that Bun can do.
import { announce } from './announce.mjs'
import { bytes, fields, status } from './recorded.mjs'

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: () => new Response(bytes, { status, headers: fields }),
})
announce(server.port)
