import type { IncomingMessage, ServerResponse, Socket } from '#hosts/node-http'
import { isSettled, lastResponse, rememberLast } from '#hosts/node-last-response'
import { writeRefusal } from '#hosts/node-response'
import { type Refusal, refusalAnswer } from '#http/refusal'

/** What we use of `http.Server`. */
interface HttpServer {
  on(event: string, listener: (...args: never[]) => void): unknown
}

/** What Node tells of a message that it could not read. */
interface ClientError {
  readonly code?: string | undefined
  readonly bytesParsed?: number | undefined
  readonly rawPacket?: Uint8Array | undefined
}

/**
 * Answers what an `http.Server` makes no request of, as any failure is answered, and closes the connection: bytes that
 * are not HTTP, messages that are too large or too slow, CONNECT, expectations. An answer never overtakes an earlier one.
 * A `listener` that is given here gets all requests: Node takes 3 % longer over each when the server has two.
 */
export function answerClientErrors<Request extends IncomingMessage, Response extends ServerResponse>(
  server: HttpServer,
  listener: (request: Request, response: Response) => void = () => {},
): void {
  const refused = new WeakSet<Socket>()

  server.on('request', (request: Request, response: Response) => {
    rememberLast(response)
    listener(request, response)
  })
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    rememberLast(response)
    writeRefusal('expectation', response)
  })
  server.on('connect', (_: IncomingMessage, socket: Socket) => {
    // Node has let go of this connection: nobody else listens for its failures or reads what still comes.
    socket.on('error', () => {})
    socket.resume()
    refuse('method', socket)
  })
  server.on('clientError', (error: ClientError, socket: Socket) => refuse(refusalFor(error), socket))

  function refuse(refusal: Refusal, socket: Socket): void {
    if (!socket.writable) {
      socket.destroy()
      return
    }
    if (refused.has(socket)) return
    refused.add(socket)
    const last = lastResponse(socket)
    if (last && !last.req.complete) refuseWithin(last, refusal, socket)
    else if (last && !isSettled(last)) refuseAfter(last, refusal, socket)
    else end(refusal, socket)
  }
}

/** The body of a request is at fault: the refusal is the request's answer, or the end of one that has begun. */
function refuseWithin(response: ServerResponse, refusal: Refusal, socket: Socket): void {
  if (response.headersSent) socket.destroy()
  else writeRefusal(refusal, response)
}

/** An earlier request has still to be answered; behind an answer that is the last there is nothing to say. */
function refuseAfter(earlier: ServerResponse, refusal: Refusal, socket: Socket): void {
  destroyIn(UNREAD_MS, socket)
  if (earlier.shouldKeepAlive) earlier.once('finish', () => end(refusal, socket))
}

function end(refusal: Refusal, socket: Socket): void {
  if (!socket.writable) return
  destroyIn(LINGER_MS, socket)
  socket.end(bytesOf(refusal))
}

/** How long a client may take to read the answers before, and then why it was refused. */
const UNREAD_MS = 30_000
const LINGER_MS = 1_000

function destroyIn(ms: number, socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), ms)
  socket.once('close', () => clearTimeout(timer))
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
}

const encoder = new TextEncoder()

/** The whole answer as bytes, where there is no response to write it to. */
function bytesOf(refusal: Refusal): Uint8Array {
  const { status, headers, body } = refusalAnswer(refusal)
  const fields = [...headers, 'date', new Date().toUTCString(), 'connection', 'close']
  const lines = [`HTTP/1.1 ${status} ${REASONS[status] ?? ''}`]
  for (let i = 0; i < fields.length; i += 2) lines.push(`${fields[i]}: ${fields[i + 1]}`)
  const head = encoder.encode(`${lines.join('\r\n')}\r\n\r\n`)
  const text = body instanceof Uint8Array ? body : new Uint8Array()
  const bytes = new Uint8Array(head.byteLength + text.byteLength)
  bytes.set(head)
  bytes.set(text, head.byteLength)
  return bytes
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: 'headers',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'chunks',
  ERR_HTTP_REQUEST_TIMEOUT: 'slow',
}

function refusalFor(error: ClientError): Refusal {
  if (error.code === 'HPE_INVALID_METHOD' && isRequestLine(error)) return 'method'
  return REFUSALS[error.code ?? ''] ?? 'malformed'
}

const REQUEST_LINE = /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.[01]\r?\n/

/** Node's parser knows a list of methods and stops within any other; a well-formed one is 405, TRACK for one. */
function isRequestLine({ rawPacket, bytesParsed = 0 }: ClientError): boolean {
  if (!rawPacket) return false
  const from = rawPacket.lastIndexOf(0x0a, bytesParsed) + 1
  return REQUEST_LINE.test(new TextDecoder('latin1').decode(rawPacket.subarray(from, from + 8_192)))
}
