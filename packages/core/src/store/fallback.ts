import { Problem } from '#problem'
import type { Soon } from '#soon'

/** What the store answers or, when it fails, what `fallback` makes of the failure; any other error is thrown on. */
export function whenStoreFails<T>(operation: () => Soon<T>, fallback: (failure: Problem) => T): Soon<T> {
  const rescue = (error: unknown): T => {
    if (error instanceof Problem && error.code === 'store_unavailable') return fallback(error)
    throw error
  }
  try {
    const result = operation()
    return result instanceof Promise ? result.catch(rescue) : result
  } catch (error) {
    return rescue(error)
  }
}
