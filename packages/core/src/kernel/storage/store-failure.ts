import type { MaybePromise } from '#kernel/kit/maybe-promise'
import { Problem } from '#kernel/kit/problem'

/** Returns the `store_unavailable` Problem for a failure. `cause` is for the log, never for the client. */
export function storeUnavailable(cause: unknown): Problem {
  return new Problem('store_unavailable', { cause, retryAfterSeconds: 30 })
}

/** Returns whether an error is a failure of the store itself, and not of the request sent to it. */
export function isStoreFailure(error: unknown): error is Problem {
  return error instanceof Problem && error.code === 'store_unavailable'
}

/**
 * Returns the result of `operation`, or the result of `fallback` if the store fails. Rethrows any other
 * error.
 */
export function withStoreFallback<T>(
  operation: () => MaybePromise<T>,
  fallback: (failure: Problem) => T,
): MaybePromise<T> {
  const recover = (error: unknown): T => {
    if (isStoreFailure(error)) return fallback(error)
    throw error
  }
  try {
    const result = operation()
    return result instanceof Promise ? result.catch(recover) : result
  } catch (error) {
    return recover(error)
  }
}
