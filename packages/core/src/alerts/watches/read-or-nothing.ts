import type { Context } from '#kit/context'
import { Problem } from '#kit/problem'
import { isStoreFailure } from '#storage/store-failure'

/** Returns `undefined` if reading fails with a Problem that clients may receive; rethrows any other error. */
export async function readOrNothing<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    const isOurs = !(error instanceof Problem) || error.status === 500 || isStoreFailure(error)
    if (isOurs) throw error
    return undefined
  }
}

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
