// Bare node:http: the least that Node can do.
import { createServer } from 'node:http'
import { announce } from './announce.mjs'
import { bytes, flat, status } from './recorded.mjs'

const server = createServer((_request, response) => {
  response.writeHead(status, flat)
  response.end(status === 304 ? undefined : bytes)
})
server.listen(0, '127.0.0.1', () => announce(server.address().port))
