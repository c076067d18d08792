import { answerClientErrors } from '#hosts/node-client-errors'
import type { IncomingMessage, ServerResponse } from '#hosts/node-http'
import { networkOf } from '#keys/network'

/** Where a server listens. */
export interface ListenOptions {
  /** 0 leaves the choice to the system. */
  readonly port: number
  /** An address or a name; default 127.0.0.1. */
  readonly host?: string | undefined
  /**
   * Connections at a time; default 10,000, and 900 on Deno, which ends when no file descriptor is left: at least 100 fewer than the
   * process may open (`ulimit -n`).
   */
  readonly connections?: number | undefined
  /** Of them those of one network, an IPv4 address or an IPv6 /64; default a tenth. All, where a proxy brings them. */
  readonly connectionsPerNetwork?: number | undefined
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

/** What we use of `net.Socket` beside requests. */
interface Socket {
  readonly remoteAddress?: string | undefined
  readonly bytesRead: number
  readonly destroyed: boolean
  once(event: 'close', listener: () => void): unknown
  destroy(): unknown
}

/** What we use of `http.Server`. */
interface Server {
  maxConnections: number
  listen(place: { port: number; host: string }): unknown
  address(): { address: string; port: number }
  close(): unknown
  closeIdleConnections(): void
  closeAllConnections(): void
  on(event: string, listener: (...args: never[]) => void): unknown
  once(event: string, listener: (...args: never[]) => void): unknown
  off(event: string, listener: (...args: never[]) => void): unknown
  prependListener(event: 'request', listener: (_: never, response: ServerResponse) => void): unknown
}

/** What we use of `process`: an `import` of node:http would load a whole fetch client with it on Node, 15 ms. */
interface Process {
  getBuiltinModule(name: 'node:http'): { createServer(limits: typeof LIMITS): Server }
  getBuiltinModule(name: 'node:net'): { Server: { new (): object; prototype: { close(): unknown } } }
}

declare const process: Process
declare function setTimeout(callback: () => void, ms: number): unknown

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Serves HTTP on Node, Bun and Deno, with limits that let no client hold a connection for long without a whole request.
 * Rejects with the system's error where it cannot listen.
 */
export async function listen<Request extends IncomingMessage, Response extends ServerResponse>(
  listener: (request: Request, response: Response) => void,
  {
    port,
    host = '127.0.0.1',
    connections = 'Deno' in globalThis ? 900 : 10_000,
    connectionsPerNetwork = Math.ceil(connections / 10),
  }: ListenOptions,
): Promise<Listening> {
  const server = process.getBuiltinModule('node:http').createServer(LIMITS)
  server.maxConnections = connections
  answerClientErrors(server, listener)
  const sockets = new Set<Socket>()
  const admit = admitter(connectionsPerNetwork)
  server.on('connection', (socket: Socket) => {
    // Deno heeds no `maxConnections`.
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
    server.listen({ port, host })
  })
  // A connection that cannot be accepted, for want of file descriptors say, is the client's to try again.
  server.on('error', () => {})
  const { address, port: actual } = server.address()
  const reachable = LOOPBACK[address] ?? host
  return {
    url: `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${actual}`,
    isEverywhere: address in LOOPBACK,
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

/** Closes a connection at once whose network has as many as it may. */
function admitter(most: number): (socket: Socket) => boolean {
  const counts = new Map<string, number>()
  return (socket) => {
    const network = networkOf(socket.remoteAddress)
    const count = counts.get(network) ?? 0
    if (count >= most) {
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

/** What has connected already is still accepted, for at most so long. */
const LAST_ACCEPT_MS = 500
/** Kept-alive connections may bring this long one more request, which is answered with `Connection: close`. */
const LAST_REQUEST_MS = 500

async function drain(server: Server, sockets: ReadonlySet<Socket>, patienceMs: number): Promise<void> {
  const startedAt = Date.now()
  let isClosed = false
  // Not an await of the event: an 'error' would end it, and a connection that cannot be accepted ends nothing.
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
  while (!isClosed && Date.now() < startedAt + patienceMs) {
    await Promise.race([closed, sleep(50)])
    if (Date.now() >= startedAt + LAST_REQUEST_MS) closeIdle(server, sockets)
  }
  server.closeAllConnections()
  await closed
}

/** The close of Node's `http.Server` would cut idle connections at once, with a request perhaps on its way through them. */
function stopAccepting(server: Server): void {
  const { Server: NetServer } = process.getBuiltinModule('node:net')
  // Bun's is none, and has but the one close.
  if (server instanceof NetServer) NetServer.prototype.close.call(server)
  else server.close()
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
