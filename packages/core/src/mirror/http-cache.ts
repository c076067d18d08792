import { joined } from '#bytes'
import { directivesIn } from '#mirror/cache-directives'
import { invalidated, isConditional, isForOrigin, isUnsafe, notModified } from '#mirror/http-requests'
import { storable } from '#mirror/storable'
import { StoredAnswer } from '#mirror/stored-answer'

/** Where an HTTP cache keeps what it holds of a URL: one answer for each variant, newest first. */
interface HttpStorage {
  get(url: string): readonly StoredAnswer[] | Promise<readonly StoredAnswer[]>
  /** An empty list means that nothing is held any more. */
  set(url: string, answers: readonly StoredAnswer[]): void | Promise<void>
}

export interface HttpCacheOptions {
  /** How the origin is asked. */
  readonly fetch: typeof fetch
  readonly storage: HttpStorage
  /** Whether many users read from it: then what is private, or was given to an `Authorization`, is not kept. Default true. */
  readonly shared?: boolean
  /** Epoch milliseconds. */
  readonly now?: () => number
}

/**
 * An HTTP cache after RFC 9111 in front of a `fetch`: it decides what may be kept, how long it is fresh, which variant
 * fits, how the origin is asked about what is stale, and what a good answer to an unsafe request makes void. A body that
 * does not arrive whole is not kept.
 */
export function httpCache({ fetch: send, storage, shared = true, now = Date.now }: HttpCacheOptions) {
  return async (request: Request): Promise<Response> => {
    const { method, headers, url } = request
    if (isUnsafe(method)) return change(request)
    if ((method !== 'GET' && method !== 'HEAD') || isForOrigin(headers)) return ask(request, headers)
    const held = (await storage.get(url)).find((answer) => answer.fits(headers))
    const use = held?.useFor(headers, now())
    if (held && use === 'fresh') return given(held, request)
    if (held && use === 'while-revalidating') {
      revalidate(held, request).then(drained).catch(ignored)
      return given(held, request)
    }
    if (directivesIn(headers.get('cache-control')).has('only-if-cached'))
      return new Response(null, { status: 504 })
    return held ? revalidate(held, request) : miss(request)
  }

  function ask(request: Request, headers: Headers): Promise<Response> {
    const { url, method, redirect, signal, body } = request
    const init = { method, headers, redirect, signal, ...(body && { body, duplex: 'half' }) }
    return send(url, init as RequestInit)
  }

  function given(held: StoredAnswer, request: Request): Response {
    return notModified(request.headers, held, now()) ?? held.toResponse(request.method, now())
  }

  async function miss(request: Request): Promise<Response> {
    const askedAt = now()
    return keep(request, await ask(request, request.headers), askedAt)
  }

  /** Asks whether what is held still holds, and updates it if so. */
  async function revalidate(held: StoredAnswer, request: Request): Promise<Response> {
    const askedAt = now()
    const response = await ask(request, held.revalidationHeaders(request.headers)).catch((error) => {
      if (held.standsInFor(undefined, request.headers, now())) return undefined
      throw error
    })
    if (!response || held.standsInFor(response, request.headers, now())) {
      await drained(response)
      return given(held, request)
    }
    if (response.status !== 304) return keep(request, response, askedAt)
    const updated = held.refreshed(response, { askedAt, arrivedAt: now() })
    // It is about another copy than ours: the client's, who then has its answer, or nobody's.
    if (!updated) return isConditional(request.headers) ? response : miss(request)
    const isForbidden = directivesIn(updated.header('cache-control')).has('no-store')
    await put(request.url, held, isForbidden ? undefined : updated)
    return given(updated, request)
  }

  /** Passes an answer on, and keeps it once it is whole if it may be kept. */
  async function keep(request: Request, response: Response, askedAt: number): Promise<Response> {
    const { url } = request
    const facts = storable(request, response, shared, { askedAt, arrivedAt: now() })
    if (!facts) return response
    const { body } = response
    const chunks: Uint8Array[] = []
    const store = () => {
      const answer = new StoredAnswer(facts, joined(chunks))
      return put(url, answer, answer)
    }
    if (!body) {
      await store()
      return response
    }
    const passed = body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          chunks.push(chunk)
          controller.enqueue(chunk)
        },
        flush: store,
      }),
    )
    return new Response(passed, response)
  }

  /** Puts an answer in the place of the variant that it is. */
  async function put(url: string, variant: StoredAnswer, answer: StoredAnswer | undefined): Promise<void> {
    const others = (await storage.get(url)).filter((each) => !each.isSameVariant(variant))
    await storage.set(url, answer ? [answer, ...others] : others)
  }

  /** A request that may change something: what is held of the places that it names is void when it went well. */
  async function change(request: Request): Promise<Response> {
    const response = await ask(request, request.headers)
    for (const url of invalidated(request, response)) await storage.set(url, [])
    return response
  }
}

/** Reads a body to its end, so that it is kept, or its connection is free again. */
async function drained(response: Response | undefined): Promise<void> {
  await response?.arrayBuffer()
}

/** Nobody waits for an answer that is fetched behind a stale one; the next request asks again. */
function ignored(): void {}
