import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, Failure, inOneLine } from '#failure'

/** An HTTP server that lets no client hold a connection for long without a whole request. */
export function limitedServer(listener: RequestListener): Server {
  const limits = {
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    keepAliveTimeout: 5_000,
    // How often the two timeouts above are enforced; Node's own 30 s would triple them.
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: 16_384,
    requireHostHeader: true,
  }
  const server = createServer(limits, listener)
  server.maxRequestsPerSocket = 1_000
  server.maxConnections = 10_000
  return server
}

/** Starts to listen and gives the port, which `port` 0 leaves to the system. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  try {
    server.listen({ port, host })
    await once(server, 'listening')
  } catch (error) {
    throw new Failure(LISTEN_FAULTS[codeOf(error)]?.(port, host) ?? inOneLine(error), ANOTHER, error)
  }
  return (server.address() as AddressInfo).port
}

const ANOTHER = 'Choose another with --port and --host; --port 0 takes a free port'

const LISTEN_FAULTS: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port, host) => `port ${port} of ${host} is in use`,
  EACCES: (port, host) => `port ${port} of ${host} needs more permission`,
  EADDRNOTAVAIL: (_, host) => `this machine does not have the address ${host}`,
  ENOTFOUND: (_, host) => `there is no host ${host}`,
}

/** The address of a server as a client types it. */
export function urlOf(host: string, port: number): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}

/** Accepts nothing more, closes idle connections, and waits for open requests, at most `patienceMs`. */
export async function drain(server: Server, patienceMs: number): Promise<void> {
  const until = Date.now() + patienceMs
  let isClosed = false
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      isClosed = true
      resolve()
    })
  })
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false
  })
  while (!isClosed && Date.now() < until) {
    server.closeIdleConnections()
    await Promise.race([closed, sleep(50)])
  }
  server.closeAllConnections()
  await closed
}
