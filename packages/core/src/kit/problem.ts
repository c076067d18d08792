import { SpaceDataError } from '#kit/errors'

/** All error codes of the API, with status and default message. No other code is sent. */
export const problems = {
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
  webhook_not_found: {
    status: 404,
    message: 'This account has no webhook with this id. See GET /v1/webhooks.',
  },
  custom_shell_not_found: {
    status: 404,
    message: 'This account has no custom shell with this id. See GET /v1/shells.',
  },
  report_not_found: {
    status: 404,
    message: 'There is no report for this month. Reports are generated on the 1st of the next month.',
  },
  forecast_not_found: {
    status: 404,
    message: 'No forecast issued before this time is stored.',
  },
  elements_not_kept: {
    status: 404,
    message: 'No catalogue is kept yet. The operator can enable this with serve --keep-catalogues 365.',
  },
  value_not_found: { status: 404, message: 'No value is recorded for this time.' },
  object_not_found: { status: 404, message: 'No element set is published for this catalogue number.' },
  launch_not_found: { status: 404, message: 'Launch Library has no launch with this id.' },
  group_not_found: { status: 404, message: 'Unknown TLE group. See /ref/tle-groups for all groups.' },
  shell_not_populated: {
    status: 404,
    message: 'This shell has not been computed yet. See the Retry-After header.',
  },
  method_not_allowed: {
    status: 405,
    message: 'Method not allowed for this path. See the Allow header.',
  },
  not_acceptable: {
    status: 406,
    message: 'None of the media types in the Accept header is available at this path.',
  },
  receiver_refused: {
    status: 400,
    message: 'Webhooks are not sent to this receiver: it must be a public https URL that responds with 2xx.',
  },
  request_timeout: {
    status: 408,
    message: 'Request timeout: the request did not arrive completely in time.',
  },
  webhook_limit_reached: {
    status: 409,
    message: 'This account has reached the number of webhooks in its tier. Delete one first.',
  },
  custom_shell_limit_reached: {
    status: 409,
    message: 'This account has reached the number of custom shells in its tier. Delete one first.',
  },
  webhook_disabled: {
    status: 409,
    message: 'This webhook is disabled. Enable it first: PATCH it with {"status": "active"}.',
  },
  idempotency_key_reused: {
    status: 409,
    message: 'This Idempotency-Key was used for a different request in the last 24 hours. Send a new one.',
  },
  gone: { status: 410, message: 'This path was removed. See the Link header for its successor.' },
  run_too_old: {
    status: 410,
    message: 'Changes since this run are no longer known. Read the complete list.',
  },
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
  not_ready: { status: 503, message: 'This instance is not ready for requests.' },
  loop_detected: {
    status: 508,
    message:
      'Loop detected: this request has already passed through this mirror. Mirrors must not form a loop.',
  },
} as const satisfies Record<string, { status: number; message: string }>

/** A stable error code of the API. */
export type ProblemCode = keyof typeof problems

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
  readonly code: ProblemCode
  readonly retryAfterSeconds: number | undefined
  readonly isOwn: boolean

  constructor(code: ProblemCode, { message, retryAfterSeconds, cause, isOwn = false }: ProblemDetails = {}) {
    super(message ?? defaultMessage(code, retryAfterSeconds), { cause })
    this.name = 'Problem'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
    this.isOwn = isOwn
  }

  get status(): number {
    return problems[this.code].status
  }
}

/** Returns the message of a code, with the seconds to wait after a rate limit. */
function defaultMessage(code: ProblemCode, retryAfterSeconds: number | undefined): string {
  const { message } = problems[code]
  if (code !== 'rate_limited' || retryAfterSeconds === undefined) return message
  return `${message} Retry in ${retryAfterSeconds} s.`
}

/** Renders an error as a page. `root` is the prefix of every link; it must not depend on the page's path. */
export type RenderProblem = (
  problem: Problem,
  root: string,
  sourceNote: string,
) => { readonly html: string; readonly policy: string }
