import Keyv from 'keyv'
import { Problem } from '#problem'
import type { Soon } from '#soon'
import type { Backend } from '#store/backend'
import type { Counters } from '#store/counters'

/** Records by key; every failure of the backend is a `store_unavailable` Problem, never a missing record. */
export interface Store {
  readonly description: string
  readonly counters: Counters
  get<T>(key: string): Promise<T | undefined>
  /** Keeps a value that JSON can carry, for `ttlMs` milliseconds if given. */
  set(key: string, value: unknown, ttlMs?: number): Promise<void>
  delete(key: string): Promise<void>
  /** The keys that begin with `prefix`; expired ones may be among them. */
  keys(prefix: string): Promise<string[]>
  /** Waits until all that was written survives a power cut, where the backend can. */
  flush(): Promise<void>
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
      swap: (...swap) => guarded(() => backend.counters.swap(...swap)),
    },
    get: async <T>(key: string) => guarded(() => keyv.get<T>(key)),
    async set(key, value, ttlMs) {
      const kept = await guarded(() => keyv.set(key, value, ttlMs))
      if (!kept) unavailable('the backend did not keep a record')
    },
    async delete(key) {
      await guarded(() => keyv.delete(key))
    },
    keys: async (prefix) => guarded(() => backend.keys(prefix)),
    flush: async () => guarded(() => backend.flush?.()),
    close: () => backend.close(),
  }
}

/** Runs a store operation and turns whatever it throws, now or later, into a Problem that keeps the cause. */
function guarded<T>(operation: () => Soon<T>): Soon<T> {
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
