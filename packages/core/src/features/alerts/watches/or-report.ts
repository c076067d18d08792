import type { Context } from '#kernel/endpoint/endpoint'
import { isStoreFailure } from '#kernel/storage/store-failure'

/** Reports a fault in one detector, so that the others continue. A failure of the store stops all. */
export async function orReport<T>(work: () => Promise<T>, context: Context): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isStoreFailure(error)) throw error
    context.onError(error)
    return undefined
  }
}
