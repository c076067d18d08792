import { containsSecret } from '#kernel/accounts/keys/secret'
import type { RawRequest, RawResponse } from '#kernel/endpoint/http-message'
import type { RequestServed } from '#kernel/kit/events'
import { traceIdOf } from '#kernel/kit/trace-context'

/** Data that the pipeline records about a request if there is an observer. */
export interface RequestLog {
  route: string | null
  account: string | null
  /** Set for a request that is counted for a network. */
  anonymous?: true
  key: string | null
  cache: string | null
  code: string | null
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number
}

/** Receives an event for each request when its response has been sent; for a stream, when it has ended. */
export type RequestObserver = (event: RequestServed) => void

export function startRequestLog(): RequestLog {
  return { route: null, account: null, key: null, cache: null, code: null, startedAt: performance.now() }
}

/**
 * Builds the event of a request. Values that a client may choose freely, such as target and headers, are left
 * out or bounded.
 */
export function toRequestEvent(
  request: RawRequest,
  response: RawResponse,
  log: RequestLog,
  id: string,
  prefix: string,
  bytes = bodyLength(response),
): RequestServed {
  const { route, account, anonymous, key, cache, code, startedAt } = log
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
  // Most requests have none of them. Spreading parts into one object would take as long as everything above.
  if (path === undefined && trace === undefined && !anonymous) return event
  return {
    ...event,
    ...(path !== undefined && { path }),
    ...(trace !== undefined && { trace }),
    ...(anonymous && { anonymous }),
  }
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

const MAX_PATH_LENGTH = 100

/**
 * This number of consecutive letters and digits may be a key of this service, with any prefix, or of another
 * service.
 */
const LIKE_A_KEY = /[0-9A-Za-z]{30}/

/** A key that clients of another service append to a path. */
const KEY_IN_PATH = /&apiKey=/i

/** Two consecutive numbers, or three without decimals, may be a person's location. */
const LIKE_A_PLACE = [
  /\d\.\d+[/,;:&]{1,3}[-+]?\d/,
  /\d[/,;:&]{1,3}[-+]?\d+\.\d/,
  /(?:[/,;:&]{1,3}[-+]?\d+){3}(?!\w)/,
]

const UNLOGGED = [LIKE_A_KEY, KEY_IN_PATH, ...LIKE_A_PLACE]

/**
 * Returns the path of a request target for the log, without its query: printable ASCII, at most 100
 * characters. Returns `undefined` for an empty path, and for a path that may contain a key or a location.
 */
export function printablePath(target: string): string | undefined {
  const path = target.replace(/[?#].*$/s, '')
  const readable = unescapePath(path)
  if (path === '' || UNLOGGED.some((pattern) => pattern.test(readable))) return undefined
  const printable = path.slice(0, MAX_PATH_LENGTH + 1).replace(/[^!-~]/gu, escapeCharacter)
  return printable.length > MAX_PATH_LENGTH ? `${printable.slice(0, MAX_PATH_LENGTH - 3)}...` : printable
}

function unescapePath(path: string): string {
  return path.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

function escapeCharacter(character: string): string {
  const bytes = new TextEncoder().encode(character)
  return Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
}
