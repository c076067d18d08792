import { KeyRecords } from '#kernel/accounts/keys/key-records'
import type { Context } from '#kernel/endpoint/endpoint'
import { minutes } from '#kernel/kit/time'
import type { StoreCheck } from '#kernel/maintenance/check'
import type { Write } from '#kernel/maintenance/export'
import type { Imported, ImportOptions, ReadExport } from '#kernel/maintenance/import'
import type { Counts, ExportedKinds } from '#kernel/storage/records/exported'

/** Describes, checks, exports and imports the store. */
export interface StoreMaintenance {
  /** Location of the data, such as `SQLite at /var/lib/space-data.sqlite`. It never contains a credential. */
  readonly description: string
  /** Recommended changes to the store, one sentence each. */
  readonly warnings: readonly string[]
  /**
   * Writes a consistent copy of the store to a new file while it is in use; only for SQLite files. On
   * failure, no partial file is left.
   *
   * @throws an error with code `EEXIST` if the file exists
   */
  readonly backup?: (path: string) => Promise<void>
  /**
   * Writes keys, request counts, webhooks, check reports, the published shells, recorded data and alerts as
   * JSON lines.
   */
  export(write: Write): Promise<Counts>
  /**
   * Imports data written by `export`. Counts are never lowered and revoked keys never work again, so an
   * import can be repeated.
   *
   * @param read Reads the export from its beginning, in chunks of any size. It is called twice, as the whole
   *   export is checked before anything is written.
   * @throws ImportRejectedError if it is not a complete, valid export; nothing was written
   * @throws ImportInterruptedError if writing failed
   */
  import(read: ReadExport, options?: ImportOptions): Promise<Imported>
  /**
   * Checks the whole store for damage without writing to it.
   *
   * @throws `store_unavailable` if the store cannot be reached
   */
  check(): Promise<StoreCheck>
  /** Returns whether the store has any keys. */
  hasKeys(): Promise<boolean>
  /**
   * Tries to write a small record, and returns whether the store can be read but not written, as with a full
   * disk.
   */
  isReadOnly(): Promise<boolean>
}

/** Loads the code of the operations on the whole store. */
export const loadWholeStore = () => import('#kernel/maintenance/whole-store')

/** Creates the operations on the whole store. `readKinds` loads the kinds of records that it exports. */
export function createStoreMaintenance(
  readKinds: () => Promise<ExportedKinds>,
  context: Context,
): StoreMaintenance {
  const { backup } = context.store
  return {
    description: context.store.description,
    get warnings() {
      return context.store.warnings
    },
    ...(backup && { backup }),
    export: async (write) => (await loadWholeStore()).exportStore(write, await readKinds(), context),
    import: async (read, options = {}) =>
      (await loadWholeStore()).importStore(read, options, await readKinds(), context),
    check: async () => (await loadWholeStore()).checkStore(await readKinds(), context),
    async isReadOnly() {
      const { store } = context
      const fails = (operation: Promise<unknown>) =>
        operation.then(
          () => false,
          () => true,
        )
      return (await fails(store.set('writable', 1, minutes(1)))) && !(await fails(store.get('writable')))
    },
    hasKeys: async () => (await new KeyRecords(context.store).hashes()).length > 0,
  }
}
