import type { Answer, Ask } from '#declare/ask'
import { refusalAnswer } from '#http/refusal'
import { isHost } from '#http/target'
import { Problem } from '#problem'
import type { Soon } from '#soon'
import { noDefer } from '#store/snapshots'

/** What a host knows of a request beside the request itself. */
export interface Peer {
  /** The client's address as the host sees it; without one all clients count as one network. */
  readonly ip?: string | null | undefined
  /** The id that a trusted hop gave to this request. */
  readonly requestId?: string | null | undefined
  /** Keeps a Worker alive for work that goes on after the answer. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

/** The fetch-standard face of the pipeline. */
export function fetchFace(answer: (ask: Ask) => Soon<Answer>) {
  return async (request: Request, peer: Peer = {}): Promise<Response> => {
    // Bun makes `request.url` of the header as it comes, so that `Host: x/ref?` would choose the path.
    const host = request.headers.get('host')
    if (host !== null && !isHost(host)) return toResponse(refusalAnswer('host', request.method))
    return toResponse(await answer(askOf(request, peer)))
  }
}

function askOf(request: Request, { ip, requestId, waitUntil }: Peer): Ask {
  return {
    method: request.method,
    target: request.url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/, '') || '/',
    header: (name) => request.headers.get(name),
    body: request.body ? chunksOf(request.body) : null,
    ip: ip ?? undefined,
    requestId: requestId ?? undefined,
    defer: waitUntil ?? noDefer,
  }
}

function toResponse({ status, headers, body }: Answer): Response {
  const init = new Headers()
  for (let i = 0; i < headers.length; i += 2) init.append(headers[i] as string, headers[i + 1] as string)
  const bytes = body === null || body instanceof Uint8Array ? body : streamOf(body)
  return new Response(bytes as BodyInit | null, { status, headers: init })
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
  })
}
