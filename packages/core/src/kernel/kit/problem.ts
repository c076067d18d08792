import { SpaceDataError } from '#kernel/kit/errors'

/** An error that the API sends: a stable code with its status and its default message. */
export interface ProblemType {
  readonly code: string
  readonly status: number
  readonly message: string
  /** Whether it is sent with `Retry-After`, although its status does not say so. */
  readonly isTemporary?: boolean
}

/** Errors by code. */
type ProblemTypes<Code extends string> = { readonly [C in Code]: ProblemType & { readonly code: C } }

/** Returns a table of errors by code. */
export function problemTypes<Code extends string>(
  table: Readonly<Record<Code, Omit<ProblemType, 'code'>>>,
): ProblemTypes<Code> {
  const rows = Object.entries<Omit<ProblemType, 'code'>>(table)
  return Object.fromEntries(rows.map(([code, row]) => [code, { code, ...row }])) as ProblemTypes<Code>
}

/** The errors that every service sends. Features have their own beside them. */
export const problems = problemTypes({
  invalid_parameter: { status: 400, message: 'Invalid parameter value.' },
  invalid_body: { status: 400, message: 'Invalid request body for this path.' },
  malformed_request: { status: 400, message: 'Malformed HTTP/1.1 request.' },
  missing_key: {
    status: 401,
    message: 'API key required. Send it as Authorization: Bearer <key> or x-api-key: <key>.',
  },
  invalid_key: {
    status: 401,
    message: 'Invalid API key. Check that it is complete and has not been revoked.',
  },
  expired_key: { status: 401, message: 'This API key has expired. Get a new one.' },
  tier_required: {
    status: 403,
    message: 'The tier of this key does not include this path. See /ref/tiers.',
  },
  key_restricted: { status: 403, message: 'This key was not issued for this request.' },
  cross_site_refused: {
    status: 403,
    message: 'Keys are not issued to pages of other sites. Request a key on this site, or without a browser.',
  },
  address_unknown: {
    status: 403,
    message:
      'This server cannot determine the addresses of its clients, so it issues no free keys. Ask its ' +
      'operator for a key. Operator: pass the address, handle(request, { ip }).',
  },
  not_found: { status: 404, message: 'Unknown path. See /ref/endpoints for all paths.' },
  method_not_allowed: {
    status: 405,
    message: 'Method not allowed for this path. See the Allow header.',
  },
  not_acceptable: {
    status: 406,
    message: 'None of the media types in the Accept header is available at this path.',
  },
  request_timeout: {
    status: 408,
    message: 'Request timeout: the request did not arrive completely in time.',
  },
  idempotency_key_reused: {
    status: 409,
    message: 'This Idempotency-Key was used for a different request in the last 24 hours. Send a new one.',
  },
  gone: { status: 410, message: 'This path was removed. See the Link header for its successor.' },
  payload_too_large: { status: 413, message: 'The request body is too large for this path.' },
  unsupported_media_type: {
    status: 415,
    message: 'Unsupported media type. Send the request body as application/json.',
  },
  expectation_failed: { status: 417, message: 'Unsupported Expect header. Only 100-continue is supported.' },
  rate_limited: { status: 429, message: 'Rate limit exceeded.' },
  key_issuance_limited: {
    status: 429,
    message: 'This network has already received its free key for today.',
  },
  headers_too_large: {
    status: 431,
    message: 'The request line and headers are too large. Send fewer or shorter headers.',
  },
  internal_error: {
    status: 500,
    message: 'Internal error. Retry later; if it persists, report the x-service-request-id.',
  },
  upstream_invalid: {
    status: 502,
    message: 'The data provider sent an unusable response. Retry later; see /status.',
  },
  upstream_unavailable: {
    status: 503,
    message: 'The data provider is unavailable. Retry later; see /status.',
  },
  upstream_stale: {
    status: 503,
    message: 'The data provider has no sufficiently recent value. Retry later; see /status.',
  },
  store_unavailable: { status: 503, message: 'The store is unavailable at the moment.' },
  loop_detected: {
    status: 508,
    message:
      'Loop detected: this request has already passed through this mirror. Mirrors must not form a loop.',
  },
})

/** An error: the code of one that every service sends, or the error of a feature. */
export type ProblemName = keyof typeof problems | ProblemType

/** Returns the status and the message of an error. */
export function problemType(name: ProblemName): ProblemType {
  return typeof name === 'string' ? problems[name] : name
}

/** Options of a Problem. */
export interface ProblemDetails {
  /** Replaces the default message. Must not contain anything from the request. */
  message?: string | undefined
  /** Whole seconds after which the client may retry. */
  retryAfterSeconds?: number | undefined
  /** The underlying error, for the log; never sent. */
  cause?: unknown
  /**
   * Whether it concerns only the account of this request, and not others that wait for the same data.
   * @default false
   */
  isOwn?: boolean | undefined
}

/** An error that is sent to the client: its code determines the status, and its message is safe to send. */
export class Problem extends SpaceDataError {
  readonly code: string
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  readonly isOwn: boolean

  constructor(name: ProblemName, { message, retryAfterSeconds, cause, isOwn = false }: ProblemDetails = {}) {
    const type = problemType(name)
    super(message ?? defaultMessage(type, retryAfterSeconds), { cause })
    this.name = 'Problem'
    this.code = type.code
    this.status = type.status
    this.retryAfterSeconds = retryAfterSeconds
    this.isOwn = isOwn
  }
}

/** Returns the message of an error, with the seconds to wait after a rate limit. */
function defaultMessage({ code, message }: ProblemType, retryAfterSeconds: number | undefined): string {
  if (code !== 'rate_limited' || retryAfterSeconds === undefined) return message
  return `${message} Retry in ${retryAfterSeconds} s.`
}

/** Renders an error as a page. `root` is the prefix of every link; it must not depend on the page's path. */
export type RenderProblem = (
  problem: Problem,
  root: string,
  sourceNote: string,
) => { readonly html: string; readonly policy: string }
