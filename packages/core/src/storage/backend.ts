import type { KeyvStoreAdapter } from 'keyv'
import type { AtomicStore } from '#storage/atomic-store'

/** Where records and counters are stored: a keyv adapter and, on the same connection, atomic counters. */
export interface StoreBackend {
  /** Name for operators, such as `SQLite at /var/lib/space-data.sqlite`; never contains a credential. */
  readonly description: string
  readonly adapter: KeyvStoreAdapter | Map<string, unknown>
  readonly atomic: AtomicStore
  /** After how many milliseconds an operation has failed. Default: no limit, for synchronous stores. */
  readonly timeoutMs?: number
  /**
   * Returns the shard that stores a key, of a record or a counter, if shards can fail independently: each
   * gets its own circuit breakers.
   */
  shardOf?(key: string, kind: 'record' | 'counter'): string | number
  /**
   * Whether a request cannot wait for timers or promises of another request, as on Workers. @default false
   */
  readonly isolatesRequests?: boolean
  /** For how many milliseconds a check that the store was not emptied or replaced holds. @default 0 */
  readonly identityTtlMs?: number
  /** What an operator should change, one sentence each. */
  readonly warnings?: readonly string[]
  /** Returns the keys of all records that begin with `prefix`; may include expired ones. */
  keys(prefix: string): Promise<string[]>
  /** Returns what data the store has dropped by itself since it was opened, if any. */
  dataLoss?(): Promise<string | undefined>
  /**
   * Resolves once everything written survives a power cut; absent where every write does, or nothing is kept.
   */
  flush?(): Promise<void>
  /**
   * Writes a consistent copy of the store to a new file, synced to disk and readable by its owner only;
   * absent where the store has its own tools. Rejects with the code `EEXIST` if the file exists, and never
   * leaves a partial one.
   */
  backup?(path: string): Promise<void>
  /** Returns descriptions of damaged parts, none if the store is intact; `quick` skips indexes. */
  check?(depth: 'quick' | 'full'): Promise<string[]>
  /** Closes the store; it must not be used afterwards. */
  close(): Promise<void>
}
