// In a network of its own, as root there: starts a name server on 127.0.0.1 and a receiver at each of the
// addresses, runs the command, and prints what the command printed and what arrived.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:tls'
import { promisify } from 'node:util'
import { nameServer } from './name-server.mjs'

const { zone, addresses, tls, command } = JSON.parse(process.argv[2])
const { queries } = await nameServer(zone, '127.0.0.1', 53)
const arrived = Object.fromEntries(addresses.map((address) => [address, 0]))
for (const address of addresses) {
  const server = createServer(tls, (socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${address}`))
  })
  server.on('connection', () => {
    arrived[address] += 1
  })
  await once(server.listen(443, address), 'listening')
}
const { stdout } = await promisify(execFile)(command[0], command.slice(1))
console.log(JSON.stringify({ outcomes: JSON.parse(stdout), queries, arrived }))
process.exit()
