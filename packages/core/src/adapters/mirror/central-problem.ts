import { type ProblemName, type ProblemType, problems, problemType } from '#kernel/kit/problem'
import { minutes, seconds } from '#kernel/kit/time'
import { statusError, UpstreamError } from '#kernel/upstreams/client/upstream-error'
import type { UpstreamResponse, UpstreamVerdict } from '#kernel/upstreams/upstream'

/** A problem of the central instance that the mirror's clients receive with the same code. */
export class CentralProblemError extends UpstreamError {
  readonly problem: ProblemType
  readonly retryAfterSeconds: number | undefined
  /** The central instance's message, if it says more than the code. */
  readonly detail: string | undefined

  constructor(problem: ProblemType, retryAfterSeconds: number | undefined, detail?: string) {
    super('absent', `the central instance responded with ${problem.code}`)
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
    this.detail = detail
  }
}

/**
 * Maps an error response of the central instance; `undefined` for any other response. Codes in `passed` and
 * `invalid_parameter` are forwarded; errors about the mirror's own key become `unavailable`.
 */
export function readProblem(
  response: UpstreamResponse,
  passed: readonly ProblemName[],
): UpstreamVerdict | undefined {
  const { status } = response
  const unavailable = (message: string) => statusError('unavailable', status, message)
  if (status === 401 || status === 403) {
    throw unavailable(`the central instance rejects the key of this mirror (HTTP ${status}): replace the key`)
  }
  if (status === 508) {
    throw unavailable(
      'loop detected: the central instance is behind this mirror, or the chain of mirrors is too long',
    )
  }
  if (status === 429) return readRateLimit(response)
  const code = codeIn(response)
  const known = [problems.invalid_parameter, problems.upstream_stale, ...passed.map(problemType)]
  const problem = known.find((each) => each.code === code && each.status === status)
  if (problem && (status < 500 || code === 'upstream_stale'))
    throw new CentralProblemError(problem, retryAfter(response), messageIn(response))
  if (code === 'upstream_invalid') {
    throw statusError(
      'invalid',
      status,
      'the central instance received an invalid response from its provider',
    )
  }
  // Concerns only this path: the central instance may have the data of other paths.
  if (status >= 500) throw unavailable(`HTTP ${status}`)
  return undefined
}

/**
 * Reads a 429. Only the quota of a key is reported with `RateLimit`; the rate limit of a network concerns
 * paths without a key.
 */
function readRateLimit(response: UpstreamResponse): UpstreamVerdict {
  if (response.header('ratelimit') === null) {
    throw statusError('unavailable', 429, 'the central instance limits the request rate of this network')
  }
  const waitMs = seconds(retryAfter(response) ?? 60)
  return {
    is: 'stop',
    // The key may be replaced, or its tier raised, before the quota resets.
    forMs: Math.min(waitMs, minutes(10)),
    because: 'the quota of this mirror at the central instance is used up',
  }
}

function codeIn({ status, body }: UpstreamResponse): string | undefined {
  return status < 400 ? undefined : /^\{"error":"([a-z_]{1,40})"/.exec(body)?.[1]
}

/** Returns the message of a problem, if it is plain text that can be repeated safely. */
function messageIn({ body }: UpstreamResponse): string | undefined {
  return /^\{"error":"[a-z_]+","message":"([ !#-[\]-~]{1,300})"\}\n?$/.exec(body)?.[1]
}

function retryAfter({ header }: UpstreamResponse): number | undefined {
  const text = header('retry-after') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined
}
