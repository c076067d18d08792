import Keyv, { type DeserializedData } from 'keyv'
import { InvalidOptionError } from '#kit/errors'
import type { StoreAccess } from '#kit/events'
import { Problem } from '#kit/problem'
import type { AtomicStore } from '#storage/atomic-store'
import type { StoreBackend } from '#storage/backend'
import { createCircuitBreakers } from '#storage/circuit-breakers'
import { storeUnavailable } from '#storage/store-failure'

/** Records by key. Every failure of the backend is a `store_unavailable` Problem, never a missing record. */
export interface Store {
  readonly description: string
  /** What an operator should change about the backend, one sentence each. */
  readonly warnings: readonly string[]
  readonly atomic: AtomicStore
  /** Whether requests may be counted ahead: operations take time. */
  readonly keepsReservations: boolean
  /** Whether a request cannot wait for timers or promises of another request, as on Workers. */
  readonly isolatesRequests: boolean
  /** For how many milliseconds a check that the store was not emptied or replaced holds. */
  readonly identityTtlMs: number
  /** Whether writes have failed lately while reads do not, as on a full disk. */
  readonly isReadOnly: boolean
  /** Returns what data the store has dropped by itself since it was opened, if any. */
  dataLoss(): Promise<string | undefined>
  get<T>(key: string): Promise<T | undefined>
  /** Stores a JSON value, to expire after `ttlMs` milliseconds if given. */
  set(key: string, value: unknown, ttlMs?: number): Promise<void>
  delete(key: string): Promise<void>
  /** Returns the keys that begin with `prefix`; may include expired ones. */
  keys(prefix: string): Promise<string[]>
  /** Resolves once everything written survives a power cut, where the backend supports it. */
  flush(): Promise<void>
  close(): Promise<void>
  readonly backup?: NonNullable<StoreBackend['backup']>
  readonly check?: NonNullable<StoreBackend['check']>
}

interface StoreOptions {
  /** Called when the first circuit of an access opens, and with `undefined` when the last one closes. */
  readonly onChange?: (access: StoreAccess, failure: Problem | undefined) => void
  /** Milliseconds on a monotonic clock; default: `performance.now()`. */
  readonly elapsed?: (() => number) | undefined
}

/**
 * Opens a store on a backend, behind circuit breakers.
 *
 * @throws InvalidOptionError if `backend` is not a backend.
 */
export function openStore(
  backend: StoreBackend,
  { onChange = () => {}, elapsed = () => performance.now() }: StoreOptions = {},
): Store {
  assertBackend(backend)
  const { namespace } = backend.adapter as { readonly namespace?: string | undefined }
  const keyv = new Keyv({
    store: backend.adapter,
    // Keyv would replace that of an adapter by its own default.
    ...(namespace !== undefined && { namespace }),
    useKeyPrefix: false,
    throwOnErrors: true,
  })
  keyv.on('error', () => {})
  // Records are JSON: keyv's own serialiser, which marks bytes and some texts, takes several times as long.
  keyv.serialize = JSON.stringify
  keyv.deserialize = deserialize

  const failing = { read: false, write: false }
  const { of, whole, scans, counters } = createCircuitBreakers(backend, {
    elapsed,
    onChange(access, failure) {
      failing[access] = failure !== undefined
      onChange(access, failure)
    },
  })

  return {
    description: backend.description,
    get warnings() {
      return backend.warnings ?? []
    },
    atomic: counters,
    keepsReservations: backend.timeoutMs !== undefined,
    isolatesRequests: backend.isolatesRequests ?? false,
    identityTtlMs: backend.identityTtlMs ?? 0,
    get isReadOnly() {
      return failing.write && !failing.read
    },
    // Without a call of the backend there is nothing to run through its circuit breaker.
    dataLoss: async () => (backend.dataLoss ? whole.reads.run(() => backend.dataLoss?.()) : undefined),
    async get<T>(key: string) {
      const stored = await of(key).reads.run(() => keyv.get<T>(key, { raw: true }))
      if (stored && !('value' in stored)) throw unreadableRecord(key)
      return stored?.value
    },
    async set(key, value, ttlMs) {
      await of(key).writes.run(async () => {
        if (!(await keyv.set(key, value, ttlMs)))
          throw new Error(`the backend did not store the record ${key}`)
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

/** Refuses a Keyv, a keyv adapter or a Map, which would only fail at each request. */
function assertBackend({ adapter, atomic, keys, close }: Partial<StoreBackend>): void {
  const isBackend =
    typeof adapter === 'object' &&
    typeof atomic?.add === 'function' &&
    [keys, close].every((method) => typeof method === 'function')
  if (!isBackend)
    throw new InvalidOptionError(
      'store: takes memory(), sqlite(), postgres(), redis() or durableObjects(); any other keyv adapter goes through keyv(adapter)',
    )
}

/** Returns the failure for a record that cannot be parsed; it concerns this key alone. */
export function unreadableRecord(key: string): Problem {
  return storeUnavailable(new UnreadableRecordError(`the record ${key} cannot be read by this version`))
}

class UnreadableRecordError extends Error {}

/** Returns what is wrong with a record, if `failure` is that of an unreadable record. */
export function unreadableReason(failure: unknown): string | undefined {
  const cause = failure instanceof Problem ? failure.cause : undefined
  return cause instanceof UnreadableRecordError ? cause.message : undefined
}

/** Parses a record as keyv stores it, `{ value, expires }`; anything else has no value. */
function deserialize<T>(text: string): DeserializedData<T> {
  try {
    const data: DeserializedData<T> | null = JSON.parse(text)
    return typeof data === 'object' && data !== null && 'value' in data ? data : {}
  } catch {
    return {}
  }
}
