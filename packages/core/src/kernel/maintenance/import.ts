import type { Environment } from '#kernel/kit/environment'
import { ImportInterruptedError } from '#kernel/kit/errors'
import type { Entry } from '#kernel/maintenance/export-format'
import { readEntries } from '#kernel/maintenance/read-export'
import { STORE_BATCH } from '#kernel/storage/records/batches'
import type { Counts, ExportedKinds, ImportOutcomes, ImportRun } from '#kernel/storage/records/exported'

/** Options of an import. */
export interface ImportOptions {
  /**
   * Whether to replace existing keys and webhooks that differ. An earlier expiry or revocation of a key is
   * kept, as is a newer secret of a webhook.
   *
   * @default false
   */
  readonly overwrite?: boolean
}

/** The size of an export and the outcomes for its keys and webhooks. */
export interface Imported extends ImportOutcomes {
  /** Number of records in the export, by type. */
  readonly records: Counts
}

/** Reads an export from its beginning, in chunks of any size. */
export type ReadExport = () => AsyncIterable<string | Uint8Array>

/**
 * Checks the whole export, then reads it again, writes it, and publishes the shells at the end. Counts are
 * never lowered and revoked keys never work again, so an interrupted import can be repeated safely.
 *
 * @throws ImportRejectedError if it is not a complete, valid export; nothing was written
 * @throws ImportInterruptedError if writing failed
 */
export async function importStore(
  read: ReadExport,
  options: ImportOptions,
  kinds: ExportedKinds,
  context: Environment,
): Promise<Imported> {
  const progress = { written: 0, total: 0 }
  const records = Object.fromEntries(Object.keys(kinds).map((type) => [type, 0]))
  for await (const { type } of readEntries(read(), kinds)) {
    records[type] = (records[type] ?? 0) + 1
    progress.total += 1
  }
  try {
    const outcomes = await writeEntries(readEntries(read(), kinds), options, progress, kinds, context)
    return { records, ...outcomes }
  } catch (error) {
    throw new ImportInterruptedError(progress, error)
  }
}

async function writeEntries(
  entries: AsyncIterable<Entry>,
  { overwrite = false }: ImportOptions,
  progress: { written: number },
  kinds: ExportedKinds,
  context: Environment,
): Promise<ImportOutcomes> {
  const steps: (() => Promise<void>)[] = []
  const none = Object.entries(kinds).flatMap(([type, { isOverwritten }]) =>
    isOverwritten ? [[type, 0]] : [],
  )
  const outcomes = {
    added: Object.fromEntries(none) as Record<string, number>,
    overwritten: Object.fromEntries(none) as Record<string, number>,
    conflicts: [] as string[],
  }
  const run: ImportRun = {
    context,
    overwrite,
    count(outcome, type) {
      outcomes[outcome][type] = (outcomes[outcome][type] ?? 0) + 1
    },
    conflict: (id) => outcomes.conflicts.push(id),
    leftOut: new Set(),
    later: (step) => steps.push(step),
  }
  for await (const batch of batchEntries(entries, kinds)) {
    const restored = await Promise.allSettled(
      batch.map(({ type, id, record }) => kinds[type]?.restore(id, record, run)),
    )
    progress.written += restored.filter(({ status }) => status === 'fulfilled').length
    const failed = restored.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
  }
  await context.store.flush()
  for (const step of steps) await step()
  return outcomes
}

/** Groups small records of a kind up to the batch size of the store. Yields other records one by one. */
async function* batchEntries(entries: AsyncIterable<Entry>, kinds: ExportedKinds): AsyncGenerator<Entry[]> {
  let batch: Entry[] = []
  for await (const entry of entries) {
    const { type } = entry
    const fits = batch[0]?.type === type && kinds[type]?.isSmall && batch.length < STORE_BATCH
    if (!fits && batch.length > 0) {
      yield batch
      batch = []
    }
    batch.push(entry)
  }
  if (batch.length > 0) yield batch
}
