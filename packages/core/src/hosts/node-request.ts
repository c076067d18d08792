import type { Ask } from '#declare/ask'
import type { IncomingMessage } from '#hosts/node-http'
import type { Refusal } from '#http/refusal'
import { isHost } from '#http/target'
import { Problem } from '#problem'
import { noDefer } from '#store/snapshots'

/** Far more than any client sends, and far fewer than the 2,000 behind which Node drops fields without a word. */
const MOST_FIELDS = 200

/** Why a request is not read at all, if it is not. */
export function refusalOf({ httpVersion, url, headers, rawHeaders }: IncomingMessage): Refusal | undefined {
  // Node's parser takes 0.9 and 2.0, too, and reads them as 1.1.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return 'malformed'
  if (rawHeaders.length > 2 * MOST_FIELDS) return 'headers'
  const { host } = headers
  if (typeof host !== 'string' || !isHost(host) || isRepeated('host', rawHeaders)) return 'host'
  return url?.startsWith('/') ? undefined : 'target'
}

/** What the pipeline wants to know of a request, behind as many proxies as may be believed. */
export function askOf(request: IncomingMessage, trustedHops: number): Ask {
  const header = (name: string) => headerOf(request, name)
  return {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    header,
    body: request.method === 'POST' ? chunksOf(request) : null,
    ip: clientAddress(header('x-forwarded-for'), request.socket.remoteAddress, trustedHops),
    requestId: (trustedHops > 0 && header('x-service-request-id')) || undefined,
    defer: noDefer,
  }
}

/** Node keeps only the first of a repeated `authorization`; the raw list has them all. */
function headerOf({ headers, rawHeaders }: IncomingMessage, name: string): string | null {
  const value = headers[name]
  if (value === undefined) return null
  if (name !== 'authorization') return Array.isArray(value) ? value.join(', ') : value
  const values = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name)
  return values.join(', ')
}

function isRepeated(name: string, rawHeaders: readonly string[]): boolean {
  let times = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === name) times += 1
  return times > 1
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
