import { Problem } from '#problem'
import type { Soon } from '#soon'

/** What the store answers or, when it fails, what `fallback` makes of the failure; any other error is thrown on. */
export function whenStoreFails<T>(operation: () => Soon<T>, fallback: (failure: Problem) => T): Soon<T> {
  const rescue = (error: unknown): T => {
    if (isStoreFailure(error)) return fallback(error)
    throw error
  }
  try {
    const result = operation()
    return result instanceof Promise ? result.catch(rescue) : result
  } catch (error) {
    return rescue(error)
  }
}

/** Whether an operation failed because the store cannot be used, and not for what it was asked. */
export function isStoreFailure(error: unknown): error is Problem {
  return error instanceof Problem && error.code === 'store_unavailable'
}
