import { Problem } from '#kernel/kit/problem'
import { wholeSecondsUntil } from '#kernel/kit/time'
import type { UpstreamError } from '#kernel/upstreams/client/upstream-error'
import { type FeedProvider, providerName } from '#kernel/upstreams/providers'
import type { Upstream } from '#kernel/upstreams/upstream'

/**
 * Converts the error of a feed to the Problem that clients receive, with a message that names the provider.
 *
 * @param nextTryAt Earliest time at which the feed is requested again; both instants are in epoch
 *   milliseconds.
 */
export function toProblem(
  { provider, problemIfAbsent = 'not_found' }: Pick<Upstream<never, unknown>, 'provider' | 'problemIfAbsent'>,
  error: UpstreamError,
  nextTryAt = 0,
  now = 0,
): Problem {
  if (error.kind === 'absent') return new Problem(problemIfAbsent, { cause: error })
  const code = error.kind === 'invalid' ? 'upstream_invalid' : 'upstream_unavailable'
  const retryAfterSeconds = Math.max(retryAfter(), wholeSecondsUntil(nextTryAt, now))
  const what = `${subject(provider)} ${predicate(error)}`
  return new Problem(code, {
    cause: error,
    retryAfterSeconds,
    message: withRetryHint(what, retryAfterSeconds),
  })
}

/** Returns 30 to 60 seconds at random, so that clients do not retry all at once. */
export function retryAfter(): number {
  return 30 + Math.floor(Math.random() * 31)
}

/** Appends a hint for the client to a message. */
export function withRetryHint(message: string, retryAfterSeconds: number): string {
  return `${message}. Retry in ${retryAfterSeconds} s; see /status.`
}

function subject(provider: FeedProvider): string {
  return provider === 'central' ? 'The central instance' : providerName(provider)
}

/**
 * Returns the predicate of the message, without statuses and messages of the provider, which are on
 * `/status`.
 */
function predicate({ kind, reason }: UpstreamError): string {
  switch (reason) {
    case 'unreachable':
      return 'is unreachable'
    case 'timeout':
      return 'did not respond in time'
    case 'not_requested':
      return 'is not being queried: earlier requests failed, or its request limit is reached'
    case 'http_429':
      return 'is limiting requests'
    case 'incomplete':
      return 'sent an incomplete response'
    case 'not_modified':
      return 'sent no data'
    default:
      return kind === 'invalid' ? 'sent an unusable response' : 'is unavailable'
  }
}
