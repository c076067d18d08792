// Bare node:http in two processes on one port, as `serve --workers 2` has them.
import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { announce } from './announce.mjs'
import { bytes, flat, status } from './recorded.mjs'

const WORKERS = 2

if (cluster.isPrimary) {
  let listening = 0
  cluster.on('listening', (_worker, { port }) => {
    listening += 1
    if (listening === WORKERS) announce(port)
  })
  for (let i = 0; i < WORKERS; i += 1) cluster.fork()
} else {
  createServer((_request, response) => {
    response.writeHead(status, flat)
    response.end(bytes)
  }).listen(0, '127.0.0.1')
}
