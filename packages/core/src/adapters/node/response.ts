import type { ServerResponse } from 'node:http'
import { finishRequest } from '#adapters/node/connection'
import { extendReadTime, limitReadTime } from '#adapters/node/slow-reader'
import { writeStream } from '#adapters/node/stream'
import type { RawResponse } from '#kernel/endpoint/http-message'
import { endStreamBody, isStreamBody, type StreamBody } from '#kernel/endpoint/stream-body'
import { type ProtocolError, protocolErrorResponse } from '#kernel/http/protocol-error'

/**
 * Writes a response to the socket, unless one was written already, or the client has closed the connection,
 * in which case Node would queue it. If Node rejects it, for example because of an invalid header character,
 * only the connection of that response is closed.
 */
export function writeResponse({ status, headers, body }: RawResponse, response: ServerResponse): void {
  // Sockets of test injectors and function platforms have no `writable`.
  if (response.headersSent || response.destroyed || response.req.socket.writable === false) {
    endStreamBody(body)
    return
  }
  try {
    if (isStreamBody(body)) {
      beginStream(status, headers, body, response)
      return
    }
    response.writeHead(status, headers)
    if (body === null) response.end()
    else if (body instanceof Uint8Array) response.end(body)
    else streamBlocks(body[Symbol.iterator](), response)
  } catch {
    endStreamBody(body)
    // The socket is not destroyed, so that earlier responses of the connection are still sent before it
    // closes.
    response.destroy()
    return
  }
  // Most responses are sent immediately and need no timer.
  if (response.writableLength > 0 && !response.destroyed) limitReadTime(response)
  else finishRequest(response)
}

/**
 * Begins a stream, which is the last response of its connection: further responses would have to wait for its
 * end.
 */
function beginStream(status: number, headers: string[], body: StreamBody, response: ServerResponse): void {
  response.shouldKeepAlive = false
  response.writeHead(status, headers)
  writeStream(body, response)
}

let batch: [RawResponse, ServerResponse][] = []

/**
 * Writes a response together with the other responses of this turn of the event loop, which wakes a client
 * only once.
 */
export function writeBatched(outcome: RawResponse, response: ServerResponse): void {
  if (batch.push([outcome, response]) === 1) setImmediate(writeBatch)
}

function writeBatch(): void {
  const written = batch
  batch = []
  for (const [outcome, response] of written) writeResponse(outcome, response)
}

/** Rejects a request with an error response, and closes the connection after it. */
export function writeProtocolError(protocolError: ProtocolError, response: ServerResponse): void {
  const { headers, ...rest } = protocolErrorResponse(protocolError, response.req.method)
  // Later requests on the connection are not rejected again.
  response.shouldKeepAlive = false
  writeResponse({ ...rest, headers: [...headers, 'connection', 'close'] }, response)
}

/** Writes blocks as fast as the client reads them; ends the iterator when the connection closes. */
function streamBlocks(blocks: Iterator<Uint8Array>, response: ServerResponse): void {
  response.once('close', () => blocks.return?.())
  writeBlocks(blocks, response)
}

function writeBlocks(blocks: Iterator<Uint8Array>, response: ServerResponse): void {
  for (let next = blocks.next(); !next.done && !response.destroyed; next = blocks.next()) {
    extendReadTime(next.value.byteLength, response)
    if (!response.write(next.value)) {
      response.once('drain', () => writeBlocks(blocks, response))
      return
    }
  }
  response.end()
}
