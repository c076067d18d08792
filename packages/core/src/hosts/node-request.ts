import type { Ask } from '#declare/ask'
import type { Forwarded } from '#hosts/forwarded'
import type { IncomingMessage } from '#hosts/node-http'
import type { Refusal } from '#http/refusal'
import { isHost, originForm } from '#http/target'
import { Problem } from '#problem'
import { noDefer } from '#store/snapshots'

/** Far more than any client sends, and far fewer than the 2,000 behind which Node drops fields without a word. */
const MOST_FIELDS = 200

/** Why a request is not read at all, if it is not. */
export function refusalOf(request: IncomingMessage): Refusal | undefined {
  const { httpVersionMajor, httpVersionMinor, url = '', rawHeaders } = request
  // Node's parser takes 0.9 and 2.0, too, and reads them as 1.1.
  if (httpVersionMajor !== 1 || httpVersionMinor > 1) return 'malformed'
  if (rawHeaders.length > 2 * MOST_FIELDS) return 'headers'
  // Several, joined by commas, are none that we accept.
  const host = headerOf(rawHeaders, 'host')
  if (host === null || !isHost(host)) return 'host'
  const coding = headerOf(rawHeaders, 'transfer-encoding')
  // Node's parser takes chunks also where another may read a body of another length (RFC 9112 section 6).
  if (coding !== null && (coding.toLowerCase() !== 'chunked' || httpVersionMinor === 0)) return 'coding'
  return originForm(url) === undefined && !isForServer(request) ? 'target' : undefined
}

/** Whether a request asks for no path, but about the server as a whole. */
export function isForServer({ method, url }: IncomingMessage): boolean {
  return url === '*' && method === 'OPTIONS'
}

/** What the pipeline wants to know of a request, as far as what is forwarded may be believed. */
export class NodeAsk implements Ask {
  readonly method: string
  readonly target: string
  readonly body: AsyncIterable<Uint8Array> | null
  readonly requestId: string | undefined
  readonly defer = noDefer
  readonly #request: IncomingMessage
  readonly #forwarded: Forwarded

  constructor(request: IncomingMessage, forwarded: Forwarded) {
    this.method = request.method ?? 'GET'
    const { url = '/' } = request
    this.target = url.startsWith('/') ? url : (originForm(url) ?? url)
    this.body = this.method === 'POST' ? chunksOf(request) : null
    this.#request = request
    this.#forwarded = forwarded
    const isBelieved = forwarded.believes(request.socket)
    this.requestId = (isBelieved && this.header('x-service-request-id')) || undefined
  }

  header(name: string): string | null {
    return headerOf(this.#request.rawHeaders, name)
  }

  ip(): string | undefined {
    const { socket } = this.#request
    if (!this.#forwarded.believes(socket)) return socket.remoteAddress
    return this.#forwarded.clientOf(this.header('x-forwarded-for'), socket)
  }
}

/**
 * The values of a field, joined. Read from the list as it came: of a repeated `authorization` Node's own object keeps only the
 * first, and making that object costs more than all that we look up.
 */
function headerOf(rawHeaders: readonly string[], name: string): string | null {
  let values: string | null = null
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i] as string
    if (given.length !== name.length || (given !== name && !isSame(given, name))) continue
    values = values === null ? (rawHeaders[i + 1] as string) : `${values}, ${rawHeaders[i + 1]}`
  }
  return values
}

/** Whether a field is of that name, which is in lower case; most that are as long begin with another letter. */
function isSame(given: string, name: string): boolean {
  return (given.charCodeAt(0) | 0x20) === name.charCodeAt(0) && given.toLowerCase() === name
}

/**
 * The body's chunks. A body that breaks off is the client's doing, hence a Problem; of one that nobody reads to its end
 * the rest is let go by, so that the answer still arrives.
 */
async function* chunksOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false })
  } catch (cause) {
    throw new Problem('invalid_body', { message: 'The request body broke off.', cause })
  } finally {
    request.resume()
  }
}
