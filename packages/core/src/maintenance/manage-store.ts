import type { Context } from '#context'
import { checkStore, type StoreCheck } from '#maintenance/check'
import { exportStore, type Write } from '#maintenance/export'
import { type Imported, type ImportOptions, importStore } from '#maintenance/import'
import type { Moved } from '#maintenance/lines'
import { KeyRecords } from '#store/keys'

/** What an operator can do with the store as a whole. */
export interface StoreMaintenance {
  /**
   * Writes a copy of the whole store, as it is at one moment, to a new file while others use it; for a store that is a SQLite file
   * alone. Rejects with `EEXIST` for a file that is there, and leaves no part of one behind.
   */
  readonly backup?: (path: string) => Promise<void>
  /** Writes keys, counts of requests, check reports and the published shells as JSON lines, for a store of any kind. */
  export(write: Write): Promise<Moved>
  /**
   * Takes what `export` wrote, in chunks of any size. No count goes down and no revoked key works again, so it can be repeated; throws
   * ImportRefused for what is no whole export.
   */
  import(chunks: AsyncIterable<string | Uint8Array>, options?: ImportOptions): Promise<Imported>
  /** Looks through the whole store for what is damaged, without a write. */
  check(): Promise<StoreCheck>
  /** Whether a key was ever issued in it, or brought into it. */
  hasKeys(): Promise<boolean>
}

export function manageStore(context: Context): StoreMaintenance {
  const { backup } = context.store
  return {
    ...(backup && { backup }),
    export: (write) => exportStore(write, context),
    import: (chunks, options = {}) => importStore(chunks, options, context),
    check: () => checkStore(context),
    hasKeys: async () => (await new KeyRecords(context.store).hashes()).length > 0,
  }
}
