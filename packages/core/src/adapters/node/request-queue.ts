import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  connectionOf,
  hasQueuedRequests,
  MAX_PIPELINED,
  queueRequest,
  startRequest,
} from '#adapters/node/connection'
import { stopParsing } from '#adapters/node/internals'

type Serve = (request: IncomingMessage, response: ServerResponse) => void

/** Maximum number of requests over the lifetime of a connection. */
const MAX_REQUESTS = 1_000

/** Number of requests per connection that start as soon as they are read, even while others are queued. */
const MAX_IMMEDIATE = 4

/**
 * Queued requests per process: Node keeps 4 KB for each request that was read before its connection was
 * paused.
 */
const MAX_QUEUED = 2_000

/**
 * Serves a request immediately, or queues it behind others of its connection. A request costs the process far
 * more than its bytes cost the client, so a client's pipeline may have at most 32 unanswered requests.
 */
export function enqueueRequest(request: IncomingMessage, response: ServerResponse, serve: Serve): void {
  const { socket } = request
  const connection = connectionOf(socket)
  connection.requests += 1
  if (connection.requests > MAX_REQUESTS) {
    stopParsing(socket)
    return
  }
  if (connection.requests === MAX_REQUESTS) response.shouldKeepAlive = false
  const ahead = connection.inFlight + connection.queued.length
  if (ahead < MAX_IMMEDIATE || (ahead < MAX_PIPELINED && !hasQueuedRequests())) {
    startRequest(socket, connection)
    serve(request, response)
    return
  }
  const queued = queueRequest(socket, connection, () => serve(request, response))
  if (ahead >= MAX_PIPELINED && queued > MAX_QUEUED && response.shouldKeepAlive) {
    response.shouldKeepAlive = false
    connection.requests = MAX_REQUESTS
    stopParsing(socket)
  }
}
