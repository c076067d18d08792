/** Stable code of an error. Unexpected HTTP statuses are `http_503` and the like. */
export type UpstreamErrorReason =
  | 'unreachable'
  | 'timeout'
  | 'too_large'
  | 'schema_mismatch'
  | 'absent'
  /** The body can be parsed but has lost a part. It is accepted if the next fetch returns the same. */
  | 'incomplete'
  /** The provider reports no change, but there is no cached copy. */
  | 'not_modified'
  /** No request was sent: a budget is exhausted or the circuit breaker is open. */
  | 'not_requested'
  | `http_${number}`

const DEFAULT_REASONS = { unavailable: 'unreachable', invalid: 'schema_mismatch', absent: 'absent' } as const

/** A feed returned no value: it was unavailable, its response was invalid, or the record is absent. */
export class UpstreamError extends Error {
  readonly kind: 'unavailable' | 'invalid' | 'absent'
  readonly reason: UpstreamErrorReason

  /**
   * @param message Our own plain text, shown on `/status`, without content of a response and without a
   *   configured origin.
   */
  constructor(
    kind: UpstreamError['kind'],
    message: string,
    cause?: unknown,
    reason: UpstreamErrorReason = DEFAULT_REASONS[kind],
  ) {
    super(message, { cause })
    this.name = 'UpstreamError'
    this.kind = kind
    this.reason = reason
  }
}

/** Creates the error for an unexpected HTTP status. */
export function statusError(
  kind: UpstreamError['kind'],
  status: number,
  message = `HTTP ${status}`,
): UpstreamError {
  return new UpstreamError(kind, message, undefined, `http_${status}`)
}

/** Creates the error for a request that was not sent. */
export function notRequestedError(message: string): UpstreamError {
  return new UpstreamError('unavailable', message, undefined, 'not_requested')
}

/** Report about a feed that failed or returned old data: the id of the feed, with the reason as the cause. */
export class FeedError extends Error {
  override readonly name = 'FeedError'
  override readonly cause: Error

  constructor(feed: string, cause: Error) {
    super(feed)
    this.cause = cause
  }
}

/** Prints an error to the console. An error of a feed takes one line, because providers fail every day. */
export function printError(error: unknown): void {
  console.error(error instanceof FeedError ? `${error.message}: ${error.cause.message}` : error)
}
