import Keyv, { type DeserializedData } from 'keyv'
import { InvalidOptionError } from '#kernel/kit/errors'
import type { StoreAccess } from '#kernel/kit/events'
import { Problem } from '#kernel/kit/problem'
import type { AtomicStore } from '#kernel/storage/atomic-store'
import type { StoreBackend } from '#kernel/storage/backend'
import { createCircuitBreakers } from '#kernel/storage/circuit-breakers'
import { storeUnavailable } from '#kernel/storage/store-failure'

/** Records by key. Every failure of the backend is a `store_unavailable` Problem, never a missing record. */
export interface Store {
  readonly description: string
  /** Changes that an operator should make to the backend, one sentence each. */
  readonly warnings: readonly string[]
  readonly atomic: AtomicStore
  /** Whether requests may be counted in advance, because operations take time. */
  readonly keepsReservations: boolean
  /** Whether a request cannot wait for timers or promises of another request. True on Workers. */
  readonly isolatesRequests: boolean
  /** How long, in milliseconds, a check that the store was not emptied or replaced remains valid. */
  readonly identityTtlMs: number
  /** Whether recent writes have failed while reads succeed, for example on a full disk. */
  readonly isReadOnly: boolean
  /** Describes the data that the store itself has dropped since it was opened, if any. */
  dataLoss(): Promise<string | undefined>
  get<T>(key: string): Promise<T | undefined>
  /** Stores a JSON value. It expires after `ttlMs` milliseconds, if given. */
  set(key: string, value: unknown, ttlMs?: number): Promise<void>
  delete(key: string): Promise<void>
  /** Returns the keys that start with `prefix`. May include expired keys. */
  keys(prefix: string): Promise<string[]>
  /** Resolves when all written data would survive a power cut, if the backend supports it. */
  flush(): Promise<void>
  close(): Promise<void>
  readonly backup?: NonNullable<StoreBackend['backup']>
  readonly check?: NonNullable<StoreBackend['check']>
}

interface StoreOptions {
  /** Called when the first circuit of an access type opens, and with `undefined` when the last one closes. */
  readonly onChange?: (access: StoreAccess, failure: Problem | undefined) => void
  /** Milliseconds on a monotonic clock. Default: `performance.now()`. */
  readonly elapsed?: (() => number) | undefined
}

/**
 * Opens a store on a backend, with circuit breakers.
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
    // Otherwise keyv would replace the namespace of an adapter with its own default.
    ...(namespace !== undefined && { namespace }),
    useKeyPrefix: false,
    throwOnErrors: true,
  })
  keyv.on('error', () => {})
  // Records are JSON. keyv's own serialiser marks bytes and some texts, and takes several times as long.
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
    // If the backend has no such method, the circuit breaker is not used.
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

/** Rejects a Keyv, a keyv adapter or a Map, which would fail only when requests arrive. */
function assertBackend({ adapter, atomic, keys, close }: Partial<StoreBackend>): void {
  const isBackend =
    typeof adapter === 'object' &&
    typeof atomic?.add === 'function' &&
    [keys, close].every((method) => typeof method === 'function')
  if (!isBackend)
    throw new InvalidOptionError(
      'store: expected memory(), sqlite(), postgres(), redis() or durableObjects(). For any other keyv ' +
        'adapter use keyv(adapter)',
    )
}

/** Returns the failure for a record that cannot be parsed. Only this key is affected. */
export function unreadableRecord(key: string): Problem {
  return storeUnavailable(new UnreadableRecordError(`the record ${key} cannot be read by this version`))
}

class UnreadableRecordError extends Error {}

/** Returns the reason for an unreadable record, if `failure` describes one. */
export function unreadableReason(failure: unknown): string | undefined {
  const cause = failure instanceof Problem ? failure.cause : undefined
  return cause instanceof UnreadableRecordError ? cause.message : undefined
}

/** Parses a record as keyv stores it, `{ value, expires }`. Anything else has no value. */
function deserialize<T>(text: string): DeserializedData<T> {
  try {
    const data: DeserializedData<T> | null = JSON.parse(text)
    return typeof data === 'object' && data !== null && 'value' in data ? data : {}
  } catch {
    return {}
  }
}
