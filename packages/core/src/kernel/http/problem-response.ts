import type { RawResponse } from '#kernel/endpoint/http-message'
import { JSON_TYPE, toJsonText } from '#kernel/endpoint/representation'
import { Problem } from '#kernel/kit/problem'

const encoder = new TextEncoder()

/** Builds the response to a failure: `{error, message}`, uncached, without the cause. */
export function problemResponse(problem: Problem): RawResponse {
  const { code, message, retryAfterSeconds } = problem
  const body = encoder.encode(
    toJsonText({
      error: code,
      message,
      ...(problem.status === 429 && { retry_after_seconds: retryAfterSeconds }),
    }),
  )
  return respondWith(problem, JSON_TYPE, body)
}

/** Builds the response to a failure with the given body. */
export function respondWith(
  { status, retryAfterSeconds }: Problem,
  type: string,
  body: Uint8Array,
): RawResponse {
  const headers = [
    'content-type',
    type,
    'content-length',
    String(body.byteLength),
    'cache-control',
    'no-store',
  ]
  if (retryAfterSeconds !== undefined) headers.push('retry-after', String(retryAfterSeconds))
  if (status === 401) headers.push('www-authenticate', 'Bearer')
  return { status, headers, body }
}

/**
 * Converts an error into a Problem, `internal_error` by default, and reports errors that the operator has to
 * fix.
 */
export function toProblem(error: unknown, onError: (error: unknown) => void): Problem {
  if (error instanceof Problem && error.code !== 'internal_error') {
    if (error.code === 'store_unavailable') onError(error)
    // Its cause is a mistake in the program that mounts the handler.
    if (error.code === 'malformed_request') onError(error.cause)
    return error
  }
  onError(error)
  return error instanceof Problem ? error : new Problem('internal_error', { cause: error })
}
