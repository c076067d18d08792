import Keyv from 'keyv'
import { Problem } from '#problem'
import type { Backend } from '#store/backend'
import type { Counters } from '#store/counters'

/** Records by key; every failure of the backend is a `store_unavailable` Problem, never a missing record. */
export interface Store {
  readonly description: string
  readonly counters: Counters
  get<T>(key: string): Promise<T | undefined>
  set(key: string, value: unknown, ttlMs?: number): Promise<void>
  delete(key: string): Promise<void>
  keys(prefix: string): Promise<string[]>
  close(): Promise<void>
}

/** Opens keyv over a backend with our own key prefixes and with failures that throw. */
export function openStore(backend: Backend): Store {
  const keyv = new Keyv({ store: backend.adapter, useKeyPrefix: false, throwOnErrors: true })
  keyv.on('error', () => {})

  return {
    description: backend.description,
    counters: {
      take: (...take) => guarded(() => backend.counters.take(...take)),
      giveBack: (key) => guarded(() => backend.counters.giveBack(key)),
      claim: (...claim) => guarded(() => backend.counters.claim(...claim)),
    },
    get: (key) => guarded(() => keyv.get(key)),
    set: (key, value, ttlMs) => guarded(() => keyv.set(key, value, ttlMs)),
    delete: (key) => guarded(() => keyv.delete(key)),
    keys: (prefix) => guarded(() => backend.keys(prefix)),
    close: () => backend.close(),
  } as Store
}

/** Runs a store operation and turns whatever it throws, now or later, into a Problem that keeps the cause. */
function guarded(operation: () => unknown): unknown {
  try {
    const result = operation()
    return result instanceof Promise ? result.catch(unavailable) : result
  } catch (cause) {
    return unavailable(cause)
  }
}

function unavailable(cause: unknown): never {
  throw new Problem('store_unavailable', { cause, retryAfterSeconds: 30 })
}
