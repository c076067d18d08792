import {
  areWaiting,
  begin,
  type Connection,
  connectionOf,
  MOST_UNANSWERED,
  wait,
} from '#hosts/node-connection'
import type { IncomingMessage, ServerResponse, Socket } from '#hosts/node-http'
import { writeRefusal } from '#hosts/node-response'

/** Answers a request. */
type Serve = (request: IncomingMessage, response: ServerResponse) => void

/** How many requests a connection has in its life. */
const MOST_REQUESTS = 1_000

/** How many requests of a connection begin as soon as they are read, also while others wait. */
const MOST_AT_ONCE = 4

/** Of all connections together: Node keeps 4 KB for each request that was read before its connection could be stopped. */
const MOST_WAITING = 2_000

/**
 * Has a request answered now or, behind others of its connection, soon. Each request costs the process far more than the bytes
 * that ask for it, so that one client's pipeline may not have more than 32 unanswered.
 */
export function inTurn(request: IncomingMessage, response: ServerResponse, serve: Serve): void {
  const { socket } = request
  const connection = connectionOf(socket)
  connection.requests += 1
  if (connection.requests >= MOST_REQUESTS && !isWelcome(connection, response, socket)) return
  const before = connection.open + connection.waiting.length
  if (before < MOST_AT_ONCE || (before < MOST_UNANSWERED && !areWaiting())) {
    begin(socket, connection)
    serve(request, response)
    return
  }
  const waiting = wait(socket, connection, () => serve(request, response))
  if (before >= MOST_UNANSWERED && waiting > MOST_WAITING && response.shouldKeepAlive) {
    response.shouldKeepAlive = false
    connection.requests = Number.POSITIVE_INFINITY
    dropRest(socket)
  }
}

/** The answer to the last request asks to close; the next is refused, and what comes behind that is not looked at. */
function isWelcome({ requests }: Connection, response: ServerResponse, socket: Socket): boolean {
  if (requests === MOST_REQUESTS) {
    response.maxRequestsOnConnectionReached = true
    return true
  }
  if (requests === MOST_REQUESTS + 1) writeRefusal('requests', response)
  dropRest(socket)
  return false
}

/** What Node's parser is told of a message behind which there is no more HTTP. */
const NO_MORE_HTTP = 2

/**
 * Has Node make nothing of the requests that it has read already, up to 64 KB at once: thousands, each with its objects, which a
 * destroyed socket would still have made for it.
 */
function dropRest(socket: Socket): void {
  const { parser } = socket
  if (parser?.onIncoming) parser.onIncoming = () => NO_MORE_HTTP
  // Bun has another parser, which stops with its socket.
  else socket.destroy()
}
