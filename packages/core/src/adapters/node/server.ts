import type { RequestListener, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { answerClientErrors } from '#adapters/node/client-errors'
import { endStreams } from '#adapters/node/stream'
import { networkOf } from '#kernel/accounts/networks/client-network'

/** Options of `listen`. */
export interface ListenOptions {
  /** 0 lets the system choose. */
  readonly port: number
  /**
   * Address or name.
   * @default '127.0.0.1'
   */
  readonly host?: string | undefined
  /**
   * Concurrent connections. Choose a value at least 200 below the limit of open files (`ulimit -n`): Deno
   * stops accepting connections, or exits, when it reaches that limit.
   * @default 10_000, on Deno 800
   */
  readonly connections?: number | undefined
  /**
   * Concurrent connections per network, which is an IPv4 address or an IPv6 /64. Behind a proxy, choose the
   * same value as `connections`.
   * @default a tenth of `connections`
   */
  readonly connectionsPerNetwork?: number | undefined
}

/** A server that accepts connections. */
export interface Listening {
  /** URL for a client on this machine. */
  readonly url: string
  /** Whether it listens on every address of this machine. */
  readonly isEverywhere: boolean
  /**
   * Stops accepting connections, ends event streams, waits up to `timeoutMs` for open requests, including
   * complete lists, and closes idle connections.
   */
  drain(timeoutMs: number): Promise<void>
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Serves HTTP on Node, Bun and Deno, with timeouts that no client can evade by sending slowly.
 * @throws the system's error if it cannot listen
 * @example
 * import { createSpaceData } from '@space-data/core'
 * import { listen, toNodeListener } from '@space-data/core/node'
 *
 * const server = await listen(toNodeListener(createSpaceData()), { port: 8787 })
 */
export async function listen(
  listener: RequestListener,
  {
    port,
    host = '127.0.0.1',
    connections = IS_DENO ? 800 : 10_000,
    connectionsPerNetwork = Math.ceil(connections / 10),
  }: ListenOptions,
): Promise<Listening> {
  // On Node, an `import` of node:http takes 15 ms more: it loads a fetch client.
  const server = process.getBuiltinModule('node:http').createServer(LIMITS)
  server.maxConnections = connections
  answerClientErrors(server, listener)
  const sockets = new Set<Socket>()
  const admit = limitPerNetwork(connectionsPerNetwork)
  server.on('connection', (socket) => {
    // Deno ignores `maxConnections`.
    if (sockets.size >= connections) socket.destroy()
    if (socket.destroyed || !admit(socket)) return
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.once('listening', () => {
      server.off('error', reject)
      resolve()
    })
    server.listen({ port, host, ...(IS_DENO && { backlog: DENO_BACKLOG }) })
  })
  // If a connection cannot be accepted, for example without file descriptors, the client must retry.
  server.on('error', () => {})
  const { address, port: actual } = server.address() as AddressInfo
  const reachable = LOOPBACK[address] ?? host
  return {
    url: `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${actual}`,
    isEverywhere: address in LOOPBACK,
    drain: (timeoutMs) => drain(server, sockets, timeoutMs),
  }
}

const IS_DENO = 'Deno' in globalThis

/**
 * Number of connections that may wait to be accepted. Deno accepts all of them before the first listener can
 * close one, and never accepts connections again after a burst has taken its last file descriptor (Deno 2.9).
 */
const DENO_BACKLOG = 64

/** Loopback address by wildcard address, as clients cannot connect to a wildcard address on every system. */
const LOOPBACK: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 5_000,
  // Interval at which the first two are enforced. Node's default of 30 s would triple them.
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16_384,
  // Our listener rejects it, with a body and a request id.
  requireHostHeader: false,
}

/**
 * Returns a predicate that admits a connection, or destroys it if its network already has `max` connections.
 */
function limitPerNetwork(max: number): (socket: Socket) => boolean {
  const counts = new Map<string, number>()
  return (socket) => {
    const network = networkOf(socket.remoteAddress)
    const count = counts.get(network) ?? 0
    if (count >= max) {
      socket.destroy()
      return false
    }
    counts.set(network, count + 1)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
    return true
  }
}

/** Time for which a drain still accepts connections that are already established. */
const LAST_ACCEPT_MS = 500
/** Maximum number of connections that wait to be accepted, by Node's default. */
const BACKLOG = 511
/** Time in which idle connections may send one more request, whose response has `Connection: close`. */
const LAST_REQUEST_MS = 500

async function drain(server: Server, sockets: ReadonlySet<Socket>, timeoutMs: number): Promise<void> {
  const startedAt = Date.now()
  let isClosed = false
  // Not `events.once`: it rejects on 'error', which is emitted for a connection that cannot be accepted.
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
  stopAccepting(server)
  while (!isClosed && Date.now() < startedAt + timeoutMs) {
    for (const socket of sockets) endStreams(socket)
    await Promise.race([closed, sleep(50)])
    if (Date.now() < startedAt + LAST_REQUEST_MS) continue
    await readSockets()
    closeIdle(server, sockets)
  }
  server.closeAllConnections()
  await closed
}

/**
 * Stops listening. `http.Server.close` on Node would also close idle connections, possibly with a request in
 * transit.
 */
function stopAccepting(server: Server): void {
  // Bun's server is no `net.Server` and has only its own `close`.
  if ('Bun' in globalThis) server.close()
  else process.getBuiltinModule('node:net').Server.prototype.close.call(server)
}

/**
 * Waits until no connection arrives, as a client sees its connection as open before Node accepts it, one at a
 * time.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let isQuiet = false
  let accepted = 0
  server.on('connection', () => {
    isQuiet = false
    accepted += 1
  })
  const until = Date.now() + LAST_ACCEPT_MS
  // A process with little CPU time may not have accepted all of them by then.
  while (!isQuiet && (Date.now() < until || accepted < BACKLOG)) {
    isQuiet = true
    await sleep(10)
    await readSockets()
  }
}

/**
 * Resolves after the sockets were read. A process that was suspended would otherwise run its timers first.
 */
function readSockets(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Closes idle connections; Node does not count one as idle before its first request. */
function closeIdle(server: Server, sockets: ReadonlySet<Socket>): void {
  server.closeIdleConnections()
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
}
