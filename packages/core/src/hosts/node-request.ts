import type { Ask } from '#declare/ask'
import type { IncomingMessage } from '#hosts/node-http'
import type { Refusal } from '#http/refusal'
import { isHost } from '#http/target'
import { Problem } from '#problem'
import { noDefer } from '#store/snapshots'

/** Far more than any client sends, and far fewer than the 2,000 behind which Node drops fields without a word. */
const MOST_FIELDS = 200

/** Why a request is not read at all, if it is not. */
export function refusalOf(request: IncomingMessage): Refusal | undefined {
  const { httpVersionMajor, httpVersionMinor, url, rawHeaders } = request
  // Node's parser takes 0.9 and 2.0, too, and reads them as 1.1.
  if (httpVersionMajor !== 1 || httpVersionMinor > 1) return 'malformed'
  if (rawHeaders.length > 2 * MOST_FIELDS) return 'headers'
  // Several, joined by commas, are none that we accept.
  const host = headerOf(rawHeaders, 'host')
  if (host === null || !isHost(host)) return 'host'
  return url?.startsWith('/') ? undefined : 'target'
}

/** What the pipeline wants to know of a request, behind as many proxies as may be believed. */
export class NodeAsk implements Ask {
  readonly method: string
  readonly target: string
  readonly body: AsyncIterable<Uint8Array> | null
  readonly requestId: string | undefined
  readonly defer = noDefer
  readonly #request: IncomingMessage
  readonly #trustedHops: number

  constructor(request: IncomingMessage, trustedHops: number) {
    this.method = request.method ?? 'GET'
    this.target = request.url ?? '/'
    this.body = this.method === 'POST' ? chunksOf(request) : null
    this.#request = request
    this.#trustedHops = trustedHops
    this.requestId = (trustedHops > 0 && this.header('x-service-request-id')) || undefined
  }

  header(name: string): string | null {
    return headerOf(this.#request.rawHeaders, name)
  }

  ip(): string | undefined {
    const { socket } = this.#request
    return clientAddress(this.header('x-forwarded-for'), socket.remoteAddress, this.#trustedHops)
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

/** The address that the outermost trusted proxy saw, or the socket's own when none is trusted. */
function clientAddress(
  forwardedFor: string | null,
  socket: string | undefined,
  hops: number,
): string | undefined {
  if (hops <= 0) return socket
  const seen = (forwardedFor ?? '').split(',').at(-hops)?.trim()
  return seen ? withoutPort(seen) : socket
}

/** Some proxies write `192.0.2.7:50123` and `[2001:db8::7]:50123`. */
function withoutPort(address: string): string {
  const [, v6, v4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(address) ?? []
  return v6 ?? v4 ?? address
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
