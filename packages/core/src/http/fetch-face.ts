import type { Answer, Ask } from '#declare/ask'
import { refusalAnswer } from '#http/refusal'
import { isHost, withoutBase } from '#http/target'
import { Problem } from '#problem'
import type { Soon } from '#soon'
import { noDefer } from '#store/snapshots'

/** What a host knows of a request beside the request itself. */
export interface Peer {
  /**
   * The client's address as the host sees it, or how to look it up: one address, as `192.0.2.1`, `192.0.2.1:50123`, `2001:db8::1`
   * or `[2001:db8::1]:443`. Without one all clients count as one network. Anything else, such as a list or a promise, is refused:
   * `onError` is told once, and paths that need the address answer 400 `malformed_request`.
   */
  readonly ip?: string | null | undefined | (() => string | null | undefined)
  /** The id that a trusted hop gave to this request. */
  readonly requestId?: string | null | undefined
  /** Keeps a Worker alive for work that goes on after the answer, or after its client has left. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

/** The fetch-standard face of the pipeline. */
export function fetchFace(answer: (ask: Ask) => Soon<Answer>) {
  return (request: Request, peer: Peer = {}): Promise<Response> => {
    // Bun makes `request.url` of the header as it comes, so that `Host: x/ref?` would choose the path.
    const { headers } = request
    const host = headers.get('host')
    if (host !== null && !isHost(host)) {
      return Promise.resolve(toResponse(refusalAnswer('host', request.method)))
    }
    const answered = answer(new FetchAsk(request, headers, peer))
    if (!(answered instanceof Promise)) return Promise.resolve(toResponse(answered))
    // What others wait for, too, must not end with the client that began it.
    peer.waitUntil?.(answered)
    return answered.then(toResponse)
  }
}

/** The pipeline under a base: it is asked as if there were none. */
export function underBase(base: string, answer: (ask: Ask) => Soon<Answer>): (ask: Ask) => Soon<Answer> {
  if (base === '') return answer
  return (ask) => {
    const { method, body = null, requestId, defer } = ask
    const target = withoutBase(base, ask.target)
    return answer({
      method,
      target,
      header: (name) => ask.header(name),
      body,
      ip: () => ask.ip?.(),
      requestId,
      defer,
    })
  }
}

/** What the pipeline wants to know of a request. */
class FetchAsk implements Ask {
  readonly method: string
  readonly target: string
  readonly body: AsyncIterable<Uint8Array> | null
  readonly requestId: string | undefined
  readonly defer: Ask['defer']
  readonly #headers: Headers
  readonly #ip: Peer['ip']

  constructor(request: Request, headers: Headers, { ip, requestId, waitUntil }: Peer) {
    this.method = request.method
    this.target = targetOf(request.url)
    this.body = this.method === 'POST' && request.body ? chunksOf(request.body) : null
    this.requestId = requestId ?? undefined
    this.defer = waitUntil ?? noDefer
    this.#headers = headers
    this.#ip = ip
  }

  header(name: string): string | null {
    return this.#headers.get(name)
  }

  ip(): string | undefined {
    return (typeof this.#ip === 'function' ? this.#ip() : this.#ip) ?? undefined
  }
}

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i

/** The last that was one, with the slash behind it: nearly all requests have the same. */
let lastOrigin = '/'

/** Path and query of an absolute URL, or of a path. */
function targetOf(url: string): string {
  let from = lastOrigin.length - 1
  if (!url.startsWith(lastOrigin)) {
    from = ORIGIN.exec(url)?.[0].length ?? 0
    if (url[from] === '/') lastOrigin = url.slice(0, from + 1)
  }
  const hash = url.indexOf('#', from)
  return url.slice(from, hash < 0 ? undefined : hash) || '/'
}

/** Field by name: of all ways to hand headers to a `Response` every runtime is fastest with this one. */
function toResponse({ status, headers, body }: Answer): Response {
  const fields: Record<string, string> = {}
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] as string
    const [before, value] = [fields[name], headers[i + 1] as string]
    fields[name] = before === undefined ? value : `${before}, ${value}`
  }
  const bytes = body === null || body instanceof Uint8Array ? body : streamOf(body)
  return new Response(bytes as BodyInit | null, { status, headers: fields })
}

/** A stream's chunks; a reader that stops early cancels the rest, and a client that does is told of by a Problem. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(brokenOff)
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function brokenOff(cause: unknown): never {
  throw new Problem('invalid_body', { message: 'The request body broke off.', cause })
}

function streamOf(blocks: Iterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = blocks[Symbol.iterator]()
  return new ReadableStream({
    pull(controller) {
      const { done, value } = iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel() {
      iterator.return?.()
    },
  })
}
