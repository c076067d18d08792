import Keyv from 'keyv'
import { Problem } from '#problem'
import type { Backend } from '#store/backend'
import { circuitsOf } from '#store/circuits'
import type { Counters } from '#store/counters'
import { unavailable } from '#store/guard'
import type { StoreAccess } from '#store/service-event'

/** Records by key; every failure of the backend is a `store_unavailable` Problem, never a missing record. */
export interface Store {
  readonly description: string
  /** What an operator should change about the backend, in words. */
  readonly warnings: readonly string[]
  readonly counters: Counters
  /** For how many milliseconds it is still the store that it was found to be. */
  readonly sameForMs: number
  /** What the store has dropped by itself since it was opened, in words, if it has and can tell. */
  losses(): Promise<string | undefined>
  get<T>(key: string): Promise<T | undefined>
  /** Keeps a value that JSON can carry, for `ttlMs` milliseconds if given. */
  set(key: string, value: unknown, ttlMs?: number): Promise<void>
  delete(key: string): Promise<void>
  /** The keys that begin with `prefix`; expired ones may be among them. */
  keys(prefix: string): Promise<string[]>
  /** Waits until all that was written survives a power cut, where the backend can. */
  flush(): Promise<void>
  close(): Promise<void>
  readonly backup?: NonNullable<Backend['backup']>
  readonly check?: NonNullable<Backend['check']>
}

interface StoreOptions {
  /** Told of the first failure after which a way into the store, or into a part of it, is left alone, and of none when all of it is open again. */
  readonly onChange?: (access: StoreAccess, failure: Problem | undefined) => void
  /** Milliseconds on a clock that never goes back. Defaults to the platform's. */
  readonly elapsed?: () => number
}

/** Opens keyv over a backend with our own key prefixes and with failures that throw. Throws a TypeError for what is no backend. */
export function openStore(
  backend: Backend,
  { onChange = () => {}, elapsed = () => performance.now() }: StoreOptions = {},
): Store {
  assertBackend(backend)
  const keyv = new Keyv({ store: backend.adapter, useKeyPrefix: false, throwOnErrors: true })
  keyv.on('error', () => {})
  const parse = keyv.deserialize
  keyv.deserialize = async (text) => (await readable(text, parse)) ?? UNREADABLE

  const { of, whole, scans, counters } = circuitsOf(backend, { onChange, elapsed })

  return {
    description: backend.description,
    get warnings() {
      return backend.warnings ?? []
    },
    counters,
    sameForMs: backend.sameForMs ?? 0,
    // What asks nothing of the backend says nothing of how it is.
    losses: async () => (backend.losses ? whole.reads.run(() => backend.losses?.()) : undefined),
    async get<T>(key: string) {
      const kept = await of(key).reads.run(() => keyv.get<T>(key, { raw: true }))
      if (kept && !('value' in kept)) throw unreadable(key)
      return kept?.value
    },
    async set(key, value, ttlMs) {
      await of(key).writes.run(async () => {
        if (!(await keyv.set(key, value, ttlMs))) throw new Error('the backend did not keep a record')
      })
    },
    async delete(key) {
      await of(key).writes.run(() => keyv.delete(key))
    },
    keys: async (prefix) => scans.run(() => backend.keys(prefix)),
    async flush() {
      if (backend.flush) await whole.writes.run(() => backend.flush?.())
    },
    close: () => backend.close(),
    ...(backend.backup && { backup: backend.backup }),
    ...(backend.check && { check: backend.check }),
  }
}

/** From JavaScript a store of keyv's own, or a map, would fail at each request. */
function assertBackend({ adapter, counters, keys, close }: Partial<Backend>): void {
  const isBackend =
    typeof adapter === 'object' &&
    typeof counters?.take === 'function' &&
    [keys, close].every((method) => typeof method === 'function')
  if (!isBackend)
    throw new TypeError(
      'store: takes memory(), sqlite(), redis() or durableObjects(); any other keyv adapter goes through keyvBackend(adapter)',
    )
}

/** A record that is there and makes no sense: a failure of the store for this key alone. */
export function unreadable(key: string): Problem {
  return unavailable(new Unreadable(`the record ${key} is not one that this version can read`))
}

class Unreadable extends TypeError {}

/** What is wrong with a record, if a failure says that one is unreadable. */
export function whyUnreadable(failure: unknown): string | undefined {
  const cause = failure instanceof Problem ? failure.cause : undefined
  return cause instanceof Unreadable ? cause.message : undefined
}

const UNREADABLE = {}

/** What keyv wraps a value in, or nothing where that is not what was stored. */
async function readable(text: string, parse: Keyv['deserialize']): Promise<object | undefined> {
  try {
    const data: unknown = await parse?.(text)
    return typeof data === 'object' && data !== null && 'value' in data ? data : undefined
  } catch {
    return undefined
  }
}
