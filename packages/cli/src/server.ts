import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerClientErrors } from '@space-data/core/node'
import { codeOf, Failure, inOneLine } from '#failure'

/**
 * Asked for at run time: an `import` reads all that a module of Node's own exports, and with `WebSocket` of this one a whole client
 * that takes 15 ms to load.
 */
const { createServer } = process.getBuiltinModule('node:http')

interface Address {
  /** 0 leaves the choice to the system. */
  readonly port: number
  readonly host: string
  /** What the flags begin with that choose it: `--port`, or `--metrics-port` with `metrics-`. */
  readonly flags?: 'metrics-'
}

/** A server that accepts connections. */
export interface Listening {
  /** Its address as a client on this machine types it. */
  readonly url: string
  /** Whether it is every address of this machine. */
  readonly isEverywhere: boolean
  /** Accepts no connection more, waits for open requests, at most `patienceMs`, and closes what is idle. */
  drain(patienceMs: number): Promise<void>
}

/** Listens with limits that let no client hold a connection for long without a whole request. */
export async function listen(listener: RequestListener, address: Address): Promise<Listening> {
  const server = createServer(LIMITS)
  server.maxRequestsPerSocket = 1_000
  server.maxConnections = 10_000
  answerClientErrors(server, listener)
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const { port, host, flags = '' } = address
  try {
    server.listen({ port, host })
    await once(server, 'listening')
  } catch (error) {
    throw new Failure(FAULTS[codeOf(error)]?.(address) ?? inOneLine(error), another(flags), error)
  }
  // A connection that cannot be accepted, for want of file descriptors say, is the client's to try again.
  server.on('error', () => {})
  const { address: bound, port: actual } = server.address() as AddressInfo
  const reachable = LOOPBACK[bound] ?? host
  return {
    url: `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${actual}`,
    isEverywhere: bound in LOOPBACK,
    drain: (patienceMs) => drain(server, sockets, patienceMs),
  }
}

/** What stands for every address is for listening; a client on this machine types another. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 5_000,
  // How often the first two are enforced; Node's own 30 s would triple them.
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
  // Our listener refuses it, with a body and a request id.
  requireHostHeader: false,
}

function another(flags: string): string {
  return `Choose another with --${flags}port and --${flags}host; --${flags}port 0 takes a free port`
}

const FAULTS: Readonly<Record<string, (address: Address) => string>> = {
  EADDRINUSE: ({ port, host }) => `port ${port} of ${host} is in use`,
  EACCES: ({ port, host }) => `port ${port} of ${host} needs more permission`,
  EADDRNOTAVAIL: ({ host }) => `this machine does not have the address ${host}`,
  ENOTFOUND: ({ host }) => `there is no host ${host}`,
}

/** What has connected already is still accepted, for at most so long. */
const LAST_ACCEPT_MS = 500
/** Kept-alive connections may bring this long one more request, which is answered with `Connection: close`. */
const LAST_REQUEST_MS = 500

async function drain(server: Server, sockets: ReadonlySet<Socket>, patienceMs: number): Promise<void> {
  const startedAt = Date.now()
  let isClosed = false
  // Not `await once(…)`: it would reject at an 'error', and a connection that cannot be accepted ends nothing.
  const closed = new Promise<void>((resolve) => {
    server.once('close', () => {
      isClosed = true
      resolve()
    })
  })
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false
  })
  await acceptWaiting(server)
  // The close of `http.Server` would cut idle connections at once, with a request perhaps on its way through them.
  NetServer.prototype.close.call(server)
  while (!isClosed && Date.now() < startedAt + patienceMs) {
    await Promise.race([closed, sleep(50)])
    if (Date.now() >= startedAt + LAST_REQUEST_MS) closeIdle(server, sockets)
  }
  server.closeAllConnections()
  await closed
}

/** To its client a connection is open before we accept it, and Node accepts one at a time between other work. */
async function acceptWaiting(server: Server): Promise<void> {
  let isQuiet = false
  server.on('connection', () => {
    isQuiet = false
  })
  const until = Date.now() + LAST_ACCEPT_MS
  while (!isQuiet && Date.now() < until) {
    isQuiet = true
    await sleep(10)
  }
}

/** Closes what waits for a request; Node does not count a connection as idle before its first one. */
function closeIdle(server: Server, sockets: ReadonlySet<Socket>): void {
  server.closeIdleConnections()
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
}
