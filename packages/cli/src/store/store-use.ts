import type { StoreBackend } from '@space-data/core'

/**
 * How a command uses the store. `serving` falls back to memory if SQLite is unavailable, but rejects a
 * damaged file; `writing` may create the store; `reading` never does.
 */
export type StoreUse = 'serving' | 'writing' | 'reading'

/** An opened store. */
export interface OpenedBackend {
  readonly backend: StoreBackend
  /** Whether the file existed before. */
  readonly existed: boolean
  /** Whether the file existed but was empty, like a truncated file. */
  readonly wasBlank?: boolean
  /** The SQLite file, the memory of this process, or a server. */
  readonly place: { readonly file: string } | 'memory' | 'server'
}
