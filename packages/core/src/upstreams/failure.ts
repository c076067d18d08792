/** What went wrong, stable and for programs; an HTTP status that says it is `http_503` and the like. */
export type FailureReason =
  | 'unreachable'
  | 'timeout'
  | 'too_large'
  | 'schema_mismatch'
  | 'absent'
  /** It can be read, and has lost a part of itself: it is taken when the next fetch says the same. */
  | 'incomplete'
  /** The provider says that nothing is new, and there is no copy that this could verify. */
  | 'not_modified'
  /** It was not asked at all: a budget is used up, or it failed or told us to stop a moment ago. */
  | 'not_asked'
  | `http_${number}`

const USUAL = { unavailable: 'unreachable', invalid: 'schema_mismatch', absent: 'absent' } as const

/** Why an upstream gave nothing: it could not be reached, what it sent is unusable, or it says there is no such thing. */
export class Failure extends Error {
  readonly kind: 'unavailable' | 'invalid' | 'absent'
  readonly reason: FailureReason

  /** The message is in words of our own, without anything of what an upstream sent. */
  constructor(kind: Failure['kind'], message: string, cause?: unknown, reason: FailureReason = USUAL[kind]) {
    super(message, { cause })
    this.name = 'Failure'
    this.kind = kind
    this.reason = reason
  }
}

/** A feed that answered with a status that is not what we asked for. */
export function statusFailure(kind: Failure['kind'], status: number, message = `HTTP ${status}`): Failure {
  return new Failure(kind, message, undefined, `http_${status}`)
}

/** A feed that was not asked at all. */
export function notAsked(message: string): Failure {
  return new Failure('unavailable', message, undefined, 'not_asked')
}
