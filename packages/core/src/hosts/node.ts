import type { Answer, Ask } from '#declare/ask'
import type { SpaceData } from '#service'
import { noDefer } from '#store/snapshots'

export { nodeWorkers } from '#hosts/node-workers'

/** How the Node host learns who asks. */
export interface NodeListenerOptions {
  /**
   * How many proxies in front may be believed: the client's address is that many places from the right of
   * `x-forwarded-for`, and an incoming `x-service-request-id` is kept. Default 0: the socket's own address, no header
   * is believed. Set it no higher than the proxies you run, or a client chooses its own address.
   */
  readonly trustedHops?: number
}

/** What we use of `http.IncomingMessage`. */
interface IncomingMessage extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: { readonly [name: string]: string | string[] | undefined }
  readonly rawHeaders: readonly string[]
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** What we use of `http.ServerResponse`. */
interface ServerResponse {
  writeHead(status: number, headers: string[]): unknown
  write(chunk: Uint8Array): boolean
  end(chunk?: Uint8Array): unknown
  once(event: 'drain' | 'close', listener: () => void): unknown
  readonly destroyed: boolean
}

/** A listener for `http.createServer` that writes answers straight to the socket, without `Request` and `Response`. */
export function toNodeListener(
  spaceData: Pick<SpaceData, 'answer'>,
  { trustedHops = 0 }: NodeListenerOptions = {},
) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const answer = spaceData.answer(askOf(request, trustedHops))
    if (answer instanceof Promise) answer.then((late) => write(late, response))
    else write(answer, response)
  }
}

function askOf(request: IncomingMessage, trustedHops: number): Ask {
  const header = (name: string) => headerOf(request, name)
  const hasBody = request.method === 'POST'
  return {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    header,
    body: hasBody ? request : null,
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

/** The address that the outermost trusted proxy saw, or the socket's own when none is trusted. */
function clientAddress(
  forwardedFor: string | null,
  socket: string | undefined,
  hops: number,
): string | undefined {
  if (hops <= 0) return socket
  const seen = (forwardedFor ?? '').split(',').map((address) => address.trim())
  return seen.at(-hops) || socket
}

function write({ status, headers, body }: Answer, response: ServerResponse): void {
  response.writeHead(status, headers)
  if (body === null) response.end()
  else if (body instanceof Uint8Array) response.end(body)
  else writeBlocks(body[Symbol.iterator](), response)
}

function writeBlocks(blocks: Iterator<Uint8Array>, response: ServerResponse): void {
  for (let next = blocks.next(); !next.done && !response.destroyed; next = blocks.next()) {
    if (!response.write(next.value)) {
      response.once('drain', () => writeBlocks(blocks, response))
      return
    }
  }
  response.end()
}
