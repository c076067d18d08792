import { type RawRequest, type RawResponse, takesBody } from '#kernel/endpoint/http-message'
import { isStreamBody, type StreamBody } from '#kernel/endpoint/stream-body'
import { changeLastHeaders } from '#kernel/http/last-headers'
import { protocolErrorResponse } from '#kernel/http/protocol-error'
import { isHost, withoutBase } from '#kernel/http/target'
import type { MaybePromise } from '#kernel/kit/maybe-promise'
import { Problem } from '#kernel/kit/problem'
import { ignoreWaitUntil } from '#kernel/storage/cache/snapshot'

/** Information that the host passes with a `Request`. */
export interface ConnectionInfo {
  /**
   * The client's address, or a function that returns it: one address, such as `192.0.2.1`, `192.0.2.1:50123`,
   * `2001:db8::1` or `[2001:db8::1]:443`. Without it no free key is issued, and all clients count
   * as one network. Anything else, such as a list or a promise, is reported to `onError` once, and paths that need the address respond with 400
   * `malformed_request`.
   */
  readonly ip?: string | null | undefined | (() => string | null | undefined)
  /** Request id from a trusted proxy. */
  readonly requestId?: string | null | undefined
  /**
   * Keeps a Worker alive for work that continues after the response, or after the client has disconnected.
   */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

/** Adapts the pipeline to the fetch standard. */
export function toFetchHandler(dispatch: (request: RawRequest) => MaybePromise<RawResponse>) {
  const toInit = 'Bun' in globalThis ? changeLastHeaders : toRecord
  const toResponse = ({ status, headers, body }: RawResponse) =>
    new Response(toBodyInit(body), { status, headers: toInit(headers, status) })
  return (request: Request, peer: ConnectionInfo = {}): Promise<Response> => {
    // Bun builds `request.url` from the unchecked header, so that `Host: x/ref?` would choose the path.
    const { headers } = request
    const host = headers.get('host')
    if (host !== null && !isHost(host)) {
      return Promise.resolve(toResponse(protocolErrorResponse('host', request.method)))
    }
    const outcome = dispatch(new FetchRawRequest(request, headers, peer))
    if (!(outcome instanceof Promise)) return Promise.resolve(toResponse(outcome))
    // Other requests may wait for the same load, so it must not end when this client disconnects.
    peer.waitUntil?.(outcome)
    return outcome.then(toResponse)
  }
}

/**
 * Wraps the pipeline so that it receives targets without the base. Targets outside the base are unknown
 * paths.
 */
export function withBase(
  base: string,
  dispatch: (request: RawRequest) => MaybePromise<RawResponse>,
): (request: RawRequest) => MaybePromise<RawResponse> {
  if (base === '') return dispatch
  return (request) => {
    const { method, body = null, requestId, waitUntil } = request
    const target = withoutBase(base, request.target)
    return dispatch({
      method,
      target,
      header: (name) => request.header(name),
      body,
      ip: () => request.ip?.(),
      requestId,
      waitUntil,
    })
  }
}

/** Reads a fetch `Request`. */
class FetchRawRequest implements RawRequest {
  readonly method: string
  readonly target: string
  readonly body: AsyncIterable<Uint8Array> | null
  readonly requestId: string | undefined
  readonly waitUntil: RawRequest['waitUntil']
  readonly #headers: Headers
  readonly #ip: ConnectionInfo['ip']

  constructor(request: Request, headers: Headers, { ip, requestId, waitUntil }: ConnectionInfo) {
    this.method = request.method
    this.target = pathAndQuery(request.url)
    this.body = takesBody(this.method) && request.body ? readBody(request.body) : null
    this.requestId = requestId ?? undefined
    this.waitUntil = waitUntil ?? ignoreWaitUntil
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

/** Returns the path and query of an absolute URL, or of a path. */
function pathAndQuery(url: string): string {
  const start = ORIGIN.exec(url)?.[0].length ?? 0
  const hash = url.indexOf('#', start)
  return url.slice(start, hash < 0 ? undefined : hash) || '/'
}

/** Returns headers as a record, which is the fastest form on all runtimes except Bun. */
function toRecord(headers: readonly string[]): HeadersInit {
  const fields: Record<string, string> = {}
  for (let i = 0; i < headers.length; i += 2) {
    const name = headers[i] as string
    const [before, value] = [fields[name], headers[i + 1] as string]
    fields[name] = before === undefined ? value : `${before}, ${value}`
  }
  return fields
}

function toBodyInit(body: RawResponse['body']): BodyInit | null {
  if (body === null || body instanceof Uint8Array) return body as BodyInit | null
  // Blocks start immediately, so that they can be ended even if a client never reads them.
  return isStreamBody(body) ? streamOf(body, 0) : streamOf(body[Symbol.iterator](), 1)
}

/**
 * Yields the chunks of a stream; cancels it if the caller stops early.
 * @throws Problem `invalid_body` if the stream fails
 */
async function* readBody(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(throwEndedEarly)
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function throwEndedEarly(cause: unknown): never {
  throw new Problem('invalid_body', { message: 'The request body ended early.', cause })
}

/** Reads up to `ahead` chunks before the client does, and ends the chunks when the client disconnects. */
function streamOf(chunks: StreamBody | Iterator<Uint8Array>, ahead: number): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await chunks.return?.()
      },
    },
    { highWaterMark: ahead },
  )
}
