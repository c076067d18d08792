import type { Answer } from '#declare/ask'
import { JSON_TYPE } from '#declare/page'
import { Problem } from '#problem'

const encoder = new TextEncoder()

/** The one place where a failure becomes an answer: `{error, message}`, never cached, nothing of the cause. */
export function problemAnswer(problem: Problem): Answer {
  const { code, message, retryAfterSeconds } = problem
  const body = encoder.encode(
    JSON.stringify({
      error: code,
      message,
      ...(problem.status === 429 && { retry_after_seconds: retryAfterSeconds }),
    }),
  )
  const headers = [
    'content-type',
    JSON_TYPE,
    'content-length',
    String(body.byteLength),
    'cache-control',
    'no-store',
  ]
  if (retryAfterSeconds !== undefined) headers.push('retry-after', String(retryAfterSeconds))
  if (problem.status === 401) headers.push('www-authenticate', 'Bearer')
  return { status: problem.status, headers, body }
}

/** A Problem as it is; anything else is ours to mend: reported, and told as `internal_error`. */
export function asProblem(error: unknown, onError: (error: unknown) => void): Problem {
  if (error instanceof Problem && error.code !== 'internal_error') {
    if (error.code === 'store_unavailable') onError(error)
    // What a request's host got wrong.
    if (error.code === 'malformed_request') onError(error.cause)
    return error
  }
  onError(error)
  return error instanceof Problem ? error : new Problem('internal_error', { cause: error })
}
