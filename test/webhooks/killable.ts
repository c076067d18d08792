import type { StoreBackend } from '@space-data/core'

/** The store as a process sees it that may be killed at any of its operations. */
export interface Killable {
  readonly backend: StoreBackend
  /** Kills the process at its n-th operation from now; the store does it, or not, and nobody learns. */
  killAt(operation: number, isDone: boolean, onKill: () => void): void
}

/** Wraps a store on memory for one process; other processes may have others around the same store. */
export function killable(shared: StoreBackend): Killable {
  let left = Infinity
  let isLastDone = false
  let onKilled = () => {}
  const guard =
    <Args extends unknown[], Result>(operation: (...args: Args) => Result) =>
    async (...args: Args): Promise<Awaited<Result>> => {
      left -= 1
      if (left > 0) return await operation(...args)
      const isLast = left === 0
      if (isLast) onKilled()
      if (isLast && isLastDone) await operation(...args)
      throw new Error('killed')
    }
  const records = shared.adapter as Map<string, unknown>
  const { atomic } = shared
  const adapter = Object.assign(new Map<string, unknown>(), {
    get: guard((key: string) => records.get(key)),
    set: guard((key: string, value: unknown) => records.set(key, value)),
    delete: guard((key: string) => records.delete(key)),
  })
  return {
    killAt(operation, isDone, onKill) {
      left = operation
      isLastDone = isDone
      onKilled = onKill
    },
    backend: {
      ...shared,
      adapter: adapter as unknown as Map<string, unknown>,
      atomic: {
        add: guard(atomic.add),
        raise: guard(atomic.raise),
        subtract: guard(atomic.subtract),
        setIfAbsent: guard(atomic.setIfAbsent),
        compareAndSwap: guard(atomic.compareAndSwap),
        count: guard(atomic.count),
        get: guard(atomic.get),
      },
    },
  }
}
