import {
  type Connection,
  connectionOf,
  hasQueuedRequests,
  MAX_PIPELINED,
  queueRequest,
  startRequest,
} from '#adapters/node/connection'
import type { IncomingMessage, ServerResponse, Socket } from '#adapters/node/http'
import { writeProtocolError } from '#adapters/node/response'

type Serve = (request: IncomingMessage, response: ServerResponse) => void

/** Requests per connection, over its life. */
const MAX_REQUESTS = 1_000

/** Requests per connection that start as soon as they are read, even while others are queued. */
const MAX_IMMEDIATE = 4

/** Queued requests per process: Node keeps 4 KB for each that was read before its connection was paused. */
const MAX_QUEUED = 2_000

/**
 * Serves a request at once, or queues it behind others of its connection. A request costs the process far
 * more than the bytes that ask for it, so that a client's pipeline may have no more than 32 unanswered.
 */
export function enqueueRequest(request: IncomingMessage, response: ServerResponse, serve: Serve): void {
  const { socket } = request
  const connection = connectionOf(socket)
  connection.requests += 1
  if (connection.requests >= MAX_REQUESTS && !admitLast(connection, response, socket)) return
  const ahead = connection.inFlight + connection.queued.length
  if (ahead < MAX_IMMEDIATE || (ahead < MAX_PIPELINED && !hasQueuedRequests())) {
    startRequest(socket, connection)
    serve(request, response)
    return
  }
  const queued = queueRequest(socket, connection, () => serve(request, response))
  if (ahead >= MAX_PIPELINED && queued > MAX_QUEUED && response.shouldKeepAlive) {
    response.shouldKeepAlive = false
    connection.requests = Number.POSITIVE_INFINITY
    stopParsing(socket)
  }
}

/**
 * Admits the last request of a connection, whose response asks to close; rejects the next and ignores the
 * rest.
 */
function admitLast({ requests }: Connection, response: ServerResponse, socket: Socket): boolean {
  if (requests === MAX_REQUESTS) {
    response.maxRequestsOnConnectionReached = true
    return true
  }
  if (requests === MAX_REQUESTS + 1) writeProtocolError('tooManyRequests', response)
  stopParsing(socket)
  return false
}

/** What a parser callback of Node returns after a message that no other HTTP message follows. */
const NO_MORE_HTTP = 2

/**
 * Has Node's parser ignore the requests that it has read already: up to 64 KB hold thousands, for each of
 * which it would still create objects, even on a destroyed socket.
 */
function stopParsing(socket: Socket): void {
  const { parser } = socket
  if (parser?.onIncoming) parser.onIncoming = () => NO_MORE_HTTP
  // Bun's parser stops with its socket.
  else socket.destroy()
}
