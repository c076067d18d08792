import type { KeyvStoreAdapter } from 'keyv'
import type { AtomicStore } from '#kernel/storage/atomic-store'

/** Storage of records and counters: a keyv adapter and, on the same connection, atomic counters. */
export interface StoreBackend {
  /** Name for operators, such as `SQLite at /var/lib/space-data.sqlite`. Never contains a credential. */
  readonly description: string
  readonly adapter: KeyvStoreAdapter | Map<string, unknown>
  readonly atomic: AtomicStore
  /** Timeout of an operation, in milliseconds. Default: no limit, for synchronous stores. */
  readonly timeoutMs?: number
  /**
   * Returns the shard that stores a key, of a record or a counter. Present if shards can fail independently:
   * each shard then gets its own circuit breakers.
   */
  shardOf?(key: string, kind: 'record' | 'counter'): string | number
  /**
   * Whether a request cannot wait for timers or promises of another request. True on Workers. @default false
   */
  readonly isolatesRequests?: boolean
  /**
   * How long, in milliseconds, a check that the store was not emptied or replaced remains valid. @default 0
   */
  readonly identityTtlMs?: number
  /** Changes that an operator should make, one sentence each. */
  readonly warnings?: readonly string[]
  /** Returns the keys of all records that start with `prefix`. May include expired keys. */
  keys(prefix: string): Promise<string[]>
  /** Describes the data that the store itself has dropped since it was opened, if any. */
  dataLoss?(): Promise<string | undefined>
  /**
   * Resolves when all written data would survive a power cut. Absent if every write already does, or if
   * nothing is kept.
   */
  flush?(): Promise<void>
  /**
   * Writes a consistent copy of the store to a new file, which is synced to disk and readable only by its
   * owner. Absent if the store has its own backup tools. Rejects with the code `EEXIST` if the file exists.
   * Never leaves a partial file.
   */
  backup?(path: string): Promise<void>
  /**
   * Returns descriptions of damaged parts, or an empty list if the store is intact. `quick` skips indexes.
   */
  check?(depth: 'quick' | 'full'): Promise<string[]>
  /** Closes the store; it must not be used afterwards. */
  close(): Promise<void>
}
