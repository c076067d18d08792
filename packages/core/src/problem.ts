/** Every error code of the interface with its status and its default message; nothing else may reach the wire. */
export const problems = {
  invalid_parameter: { status: 400, message: 'A parameter has a value that this path does not accept.' },
  invalid_body: { status: 400, message: 'The request body is not what this path accepts.' },
  malformed_request: { status: 400, message: 'This is not a well-formed HTTP/1.1 request.' },
  missing_key: {
    status: 401,
    message: 'This path needs an API key: send Authorization: Bearer <key> or x-api-key.',
  },
  invalid_key: { status: 401, message: 'The API key is not valid.' },
  expired_key: { status: 401, message: 'The API key has expired.' },
  cross_site_refused: {
    status: 403,
    message: 'Keys are not issued to pages of other sites: ask from this one, or without a browser.',
  },
  not_found: { status: 404, message: 'There is nothing at this path.' },
  object_not_found: { status: 404, message: 'No element set is published for this catalogue number.' },
  group_not_found: { status: 404, message: 'There is no TLE group of this name: see /ref/tle-groups.' },
  shell_not_populated: {
    status: 404,
    message: 'This shell has not been computed yet: retry after Retry-After.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This path does not accept that method: see the Allow header.',
  },
  not_acceptable: { status: 406, message: 'This path has no representation of an accepted type.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  payload_too_large: { status: 413, message: 'The request body is larger than this path accepts.' },
  unsupported_media_type: { status: 415, message: 'The request body must be sent as application/json.' },
  expectation_failed: { status: 417, message: 'The only expectation that can be met is 100-continue.' },
  rate_limited: { status: 429, message: 'The rate limit is used up.' },
  key_issuance_limited: { status: 429, message: 'Today’s free key for this network was already issued.' },
  headers_too_large: {
    status: 431,
    message: 'The request line and headers are more than this server accepts.',
  },
  internal_error: { status: 500, message: 'Something failed on our side.' },
  upstream_invalid: { status: 502, message: 'The upstream provider sent something unusable.' },
  upstream_unavailable: { status: 503, message: 'The upstream provider cannot be reached right now.' },
  upstream_stale: {
    status: 503,
    message: 'The upstream provider has nothing that is recent enough to be given as current.',
  },
  store_unavailable: { status: 503, message: 'The store cannot be reached right now.' },
  loop_detected: {
    status: 508,
    message: 'This request has been at this mirror before: mirrors must not stand in a ring.',
  },
} as const satisfies Record<string, { status: number; message: string }>

/** One of the stable error codes of `problems`. */
export type ProblemCode = keyof typeof problems

interface ProblemDetails {
  /** Replaces the default message; must not repeat anything of the request. */
  message?: string | undefined
  /** Whole seconds that the client should wait. */
  retryAfterSeconds?: number | undefined
  /** What really happened, for the log; never sent. */
  cause?: unknown
  /** Whether it is of the account alone that asked, and says nothing to others who wait for the same. Default false. */
  isOwn?: boolean | undefined
}

/** A failure that the interface knows: a code that fixes the status, and a message that is safe to send. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly retryAfterSeconds: number | undefined
  readonly isOwn: boolean

  constructor(code: ProblemCode, { message, retryAfterSeconds, cause, isOwn = false }: ProblemDetails = {}) {
    super(message ?? problems[code].message, { cause })
    this.name = 'Problem'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
    this.isOwn = isOwn
  }

  get status(): number {
    return problems[this.code].status
  }
}
