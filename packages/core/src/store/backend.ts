import type { KeyvStoreAdapter } from 'keyv'
import type { Counters } from '#store/counters'

/** Where everything is kept: a keyv adapter for records and, beside it, atomic counters on the same connection. */
export interface Backend {
  /** What a person is told of the place, such as `SQLite at /var/lib/space-data.sqlite`; never a credential. */
  readonly description: string
  readonly adapter: KeyvStoreAdapter | Map<string, unknown>
  readonly counters: Counters
  /** An operation that takes longer than this, in milliseconds, has failed; absent where none takes time. */
  readonly patienceMs?: number
  /**
   * Names the part of the place that has a key, a record's as a counter's, where parts can fail while the others are well: each
   * has a circuit of its own. Absent where all fail together.
   */
  shardOf?(key: string): string | number
  /** Whether what one request began ends with it, timers included, as on Workers: nothing of the kind is shared there. */
  readonly requestsAreApart?: boolean
  /** For how many milliseconds it is still the place that it was found to be; default 0: it can be emptied at any instant. */
  readonly sameForMs?: number
  /** What an operator should know of the place, one sentence each. */
  readonly warnings?: readonly string[]
  /** The keys of all records that begin with `prefix`; expired ones may be among them. */
  keys(prefix: string): Promise<string[]>
  /** What the place has dropped by itself since it was opened, in words; absent where nothing is dropped, or nobody can tell. */
  losses?(): Promise<string | undefined>
  /** Waits until all that was written survives a power cut; absent where a write waits for that itself, or nothing lasts. */
  flush?(): Promise<void>
  /**
   * Writes a copy of the whole place, as it is at one moment, to a new file, synced to disk and for its owner alone; absent where
   * the place has tools of its own for that. Rejects with `EEXIST` for a file that is there, and leaves no part of one behind.
   */
  backup?(path: string): Promise<void>
  /** What is damaged, one line each, none if all is well: `quick` looks at the pages alone. Absent where nothing can be told. */
  check?(depth: 'quick' | 'full'): Promise<string[]>
  /** Lets go of the place; nothing may be asked of it afterwards. */
  close(): Promise<void>
}
