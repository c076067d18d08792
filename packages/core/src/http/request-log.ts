import { containsSecret } from '#accounts/keys/secret'
import type { RawRequest, RawResponse } from '#endpoint/http-message'
import { printablePath } from '#http/printable-path'
import type { RequestServed } from '#kit/events'
import { traceIdOf } from '#kit/trace-context'

/** What the pipeline records about a request while there is an observer. */
export interface RequestLog {
  route: string | null
  account: string | null
  key: string | null
  cache: string | null
  code: string | null
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number
}

/** Receives an event for each request that has its response; for a stream, when it has ended. */
export type RequestObserver = (event: RequestServed) => void

export function startRequestLog(): RequestLog {
  return { route: null, account: null, key: null, cache: null, code: null, startedAt: performance.now() }
}

/**
 * Builds the event of a request. What a client may choose freely, such as target and headers, is left out or
 * bounded.
 */
export function toRequestEvent(
  request: RawRequest,
  response: RawResponse,
  log: RequestLog,
  id: string,
  prefix: string,
  bytes = bodyLength(response),
): RequestServed {
  const { route, account, key, cache, code, startedAt } = log
  const path = route === null ? printablePath(request.target) : undefined
  const trace = traceIdOf(request.header('traceparent'))
  const event: RequestServed = {
    type: 'request',
    // A proxy may forward an id that is a client's key.
    id: containsSecret(id, prefix) ? '' : id,
    method: METHODS.has(request.method) ? request.method : 'other',
    route,
    account,
    key,
    cache,
    code,
    status: response.status,
    bytes: request.method === 'HEAD' ? 0 : bytes,
    ms: performance.now() - startedAt,
  }
  // Most have neither; to spread parts into one object would take as long as all of the above.
  if (path === undefined && trace === undefined) return event
  return { ...event, ...(path !== undefined && { path }), ...(trace !== undefined && { trace }) }
}

const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'OPTIONS',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
])

/** Returns the bytes of a body; one in blocks always has a `Content-Length`. */
function bodyLength({ body, headers }: RawResponse): number {
  if (body === null) return 0
  if (body instanceof Uint8Array) return body.byteLength
  return Number(headers[headers.indexOf('content-length') + 1])
}
