import type { IncomingMessage } from 'node:http'
import type { Forwarded } from '#adapters/node/forwarded'
import { type RawRequest, takesBody } from '#kernel/endpoint/http-message'
import type { ProtocolError } from '#kernel/http/protocol-error'
import { isHost, originForm } from '#kernel/http/target'
import { Problem } from '#kernel/kit/problem'
import { ignoreWaitUntil } from '#kernel/storage/cache/snapshot'

/** Far more than any client sends; Node silently drops the fields after the first 2,000. */
const MAX_FIELDS = 200

/** Finds the reason to reject a request before it is routed, if there is one. */
export function findProtocolError(request: IncomingMessage): ProtocolError | undefined {
  const { httpVersionMajor, httpVersionMinor, url = '', rawHeaders } = request
  // Node's parser also accepts 0.9 and 2.0, and reads them as 1.1.
  if (httpVersionMajor !== 1 || httpVersionMinor > 1) return 'malformed'
  if (rawHeaders.length > 2 * MAX_FIELDS) return 'headers'
  // Repeated Host headers are joined by a comma, which isHost rejects.
  const host = findHeader(rawHeaders, 'host')
  if (host === null || !isHost(host)) return 'host'
  const coding = findHeader(rawHeaders, 'transfer-encoding')
  // Node's parser reads chunks even if a proxy may have read a different length (RFC 9112 section 6).
  if (coding !== null && (coding.toLowerCase() !== 'chunked' || httpVersionMinor === 0))
    return 'transferCoding'
  return originForm(url) === undefined && !isServerOptions(request) ? 'target' : undefined
}

/** Returns whether a request is `OPTIONS *`, which concerns the server as a whole. */
export function isServerOptions({ method, url }: IncomingMessage): boolean {
  return url === '*' && method === 'OPTIONS'
}

/** Reads a Node request. Forwarded headers count only if `forwarded` trusts the peer. */
export class NodeRawRequest implements RawRequest {
  readonly method: string
  readonly target: string
  readonly body: AsyncIterable<Uint8Array> | null
  readonly requestId: string | undefined
  readonly waitUntil = ignoreWaitUntil
  readonly #request: IncomingMessage
  readonly #forwarded: Forwarded

  constructor(request: IncomingMessage, forwarded: Forwarded) {
    this.method = request.method ?? 'GET'
    const { url = '/' } = request
    this.target = url.startsWith('/') ? url : (originForm(url) ?? url)
    this.body = takesBody(this.method) ? readBody(request) : null
    this.#request = request
    this.#forwarded = forwarded
    const isTrusted = forwarded.trusts(request.socket)
    this.requestId = (isTrusted && this.header('x-service-request-id')) || undefined
  }

  header(name: string): string | null {
    return findHeader(this.#request.rawHeaders, name)
  }

  ip(): string | undefined {
    const { socket } = this.#request
    if (!this.#forwarded.trusts(socket)) return socket.remoteAddress
    return this.#forwarded.clientAddress(this.header('x-forwarded-for'), socket)
  }
}

/**
 * Looks up a header by its lower-case name and joins repeated values. Reads `rawHeaders`, because `headers`
 * keeps only the first of a repeated `authorization`, and building that object costs more than all lookups of
 * a request.
 */
function findHeader(rawHeaders: readonly string[], name: string): string | null {
  let values: string | null = null
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i] as string
    if (given.length !== name.length || given.toLowerCase() !== name) continue
    values = values === null ? (rawHeaders[i + 1] as string) : `${values}, ${rawHeaders[i + 1]}`
  }
  return values
}

/**
 * Yields the chunks of a body. If the caller stops early, the rest is read and dropped, so that the response
 * still arrives.
 * @throws Problem `invalid_body` if the body ends early
 */
async function* readBody(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false })
  } catch (cause) {
    throw new Problem('invalid_body', { message: 'The request body ended early.', cause })
  } finally {
    request.resume()
  }
}
