import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { connectionOf } from '#adapters/node/connection'
import { writeProtocolError } from '#adapters/node/response'
import { type ProtocolError, protocolErrorResponse } from '#kernel/http/protocol-error'
import { concatBytes } from '#kernel/kit/bytes'

/** Node's error for a message that it could not read. */
interface ClientError {
  readonly code?: string | undefined
  readonly bytesParsed?: number | undefined
  readonly rawPacket?: Uint8Array | undefined
}

/**
 * Makes an `http.Server` respond like the API to input that Node does not pass on as a request, and close the
 * connection: bytes that are not HTTP, messages that are too large or too slow, CONNECT, expectations.
 * Responses keep their order.
 *
 * Pass your request `listener` here rather than to the server: a second `request` listener costs 3 % of each
 * request.
 */
export function answerClientErrors(server: Server, listener: RequestListener = () => {}): void {
  const rejected = new WeakSet<Socket>()

  server.on('request', (request, response) => {
    connectionOf(request.socket).last = response
    listener(request, response)
  })
  server.on('checkExpectation', (request, response) => {
    connectionOf(request.socket).last = response
    writeProtocolError('expectation', response)
  })
  server.on('connect', (_: IncomingMessage, socket: Socket) => {
    // Node has given up this connection, so nothing else listens for its errors or reads from it.
    socket.on('error', () => {})
    socket.resume()
    reject('method', socket)
  })
  server.on('clientError', (error: ClientError, socket: Socket) => reject(toProtocolError(error), socket))

  function reject(protocolError: ProtocolError, socket: Socket): void {
    if (!socket.writable) {
      socket.destroy()
      return
    }
    if (rejected.has(socket)) return
    rejected.add(socket)
    const { last } = connectionOf(socket)
    if (last && !last.req.complete) rejectRequest(last, protocolError, socket)
    else if (last && !(last.writableFinished && last.shouldKeepAlive))
      rejectAfter(last, protocolError, socket)
    else endConnection(protocolError, socket)
  }
}

/** Responds to a request whose body is at fault, or closes the connection if its response has begun. */
function rejectRequest(response: ServerResponse, protocolError: ProtocolError, socket: Socket): void {
  if (response.headersSent) socket.destroy()
  else writeProtocolError(protocolError, response)
}

/** Rejects after the `earlier` response is sent, unless that is the connection's last one. */
function rejectAfter(earlier: ServerResponse, protocolError: ProtocolError, socket: Socket): void {
  destroyIn(UNREAD_MS, socket)
  if (earlier.shouldKeepAlive) earlier.once('finish', () => endConnection(protocolError, socket))
}

function endConnection(protocolError: ProtocolError, socket: Socket): void {
  if (!socket.writable) return
  destroyIn(LINGER_MS, socket)
  socket.end(serialize(protocolError))
}

/** Time in which a client must read earlier responses, and then the error. */
const UNREAD_MS = 30_000
const LINGER_MS = 1_000

function destroyIn(ms: number, socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), ms)
  socket.once('close', () => clearTimeout(timer))
}

/** Serializes an error response for cases in which Node provides no `ServerResponse`. */
function serialize(protocolError: ProtocolError): Uint8Array {
  const { status, headers, body } = protocolErrorResponse(protocolError)
  const { STATUS_CODES } = process.getBuiltinModule('node:http')
  const fields = [...headers, 'date', new Date().toUTCString(), 'connection', 'close']
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`]
  for (let i = 0; i < fields.length; i += 2) lines.push(`${fields[i]}: ${fields[i + 1]}`)
  const head = new TextEncoder().encode(`${lines.join('\r\n')}\r\n\r\n`)
  return body instanceof Uint8Array ? concatBytes([head, body]) : head
}

const PROTOCOL_ERRORS: Readonly<Record<string, ProtocolError>> = {
  HPE_HEADER_OVERFLOW: 'headers',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'chunkExtensions',
  ERR_HTTP_REQUEST_TIMEOUT: 'timeout',
}

function toProtocolError(error: ClientError): ProtocolError {
  if (error.code === 'HPE_INVALID_METHOD' && isRequestLine(error)) return 'method'
  return PROTOCOL_ERRORS[error.code ?? ''] ?? 'malformed'
}

const REQUEST_LINE = /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.[01]\r?\n/

/**
 * Returns whether a line is valid although Node's parser rejects its method, such as TRACK. The
 * response is then 405, not 400.
 */
function isRequestLine({ rawPacket, bytesParsed = 0 }: ClientError): boolean {
  if (!rawPacket) return false
  const from = rawPacket.lastIndexOf(0x0a, bytesParsed) + 1
  return REQUEST_LINE.test(new TextDecoder('latin1').decode(rawPacket.subarray(from, from + 8_192)))
}
