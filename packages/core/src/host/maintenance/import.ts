import type { InstanceContext } from '#host/context'
import type { Entry } from '#host/maintenance/export-format'
import { byType, exportedKinds, type Moved } from '#host/maintenance/exported-kinds'
import { readEntries } from '#host/maintenance/read-export'
import { ImportInterruptedError } from '#kit/errors'
import { STORE_BATCH } from '#storage/records/batches'
import type { ImportOutcomes, ImportRun } from '#storage/records/exported'

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
export interface Imported extends Moved, Readonly<ImportOutcomes> {}

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
  context: InstanceContext,
): Promise<Imported> {
  const progress = { written: 0, total: 0 }
  const moved = byType(() => 0)
  for await (const { type } of readEntries(read())) {
    moved[type] += 1
    progress.total += 1
  }
  try {
    const outcomes = await writeEntries(readEntries(read()), options, progress, context)
    return { ...moved, ...outcomes }
  } catch (error) {
    throw new ImportInterruptedError(progress, error)
  }
}

async function writeEntries(
  entries: AsyncIterable<Entry>,
  { overwrite = false }: ImportOptions,
  progress: { written: number },
  context: InstanceContext,
): Promise<ImportOutcomes> {
  const steps: (() => Promise<void>)[] = []
  const run: ImportRun<InstanceContext> = {
    context,
    overwrite,
    outcomes: { newKeys: 0, overwrittenKeys: 0, newWebhooks: 0, overwrittenWebhooks: 0, conflicts: [] },
    leftOut: new Set(),
    later: (step) => steps.push(step),
  }
  for await (const batch of batchEntries(entries)) {
    const restored = await Promise.allSettled(
      batch.map(({ type, id, record }) => exportedKinds[type].restore(id, record, run)),
    )
    progress.written += restored.filter(({ status }) => status === 'fulfilled').length
    const failed = restored.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
  }
  await context.store.flush()
  for (const step of steps) await step()
  return run.outcomes
}

/** Groups small records of a kind up to the batch size of the store. Yields other records one by one. */
async function* batchEntries(entries: AsyncIterable<Entry>): AsyncGenerator<Entry[]> {
  let batch: Entry[] = []
  for await (const entry of entries) {
    const { type } = entry
    const fits = batch[0]?.type === type && exportedKinds[type].isSmall && batch.length < STORE_BATCH
    if (!fits && batch.length > 0) {
      yield batch
      batch = []
    }
    batch.push(entry)
  }
  if (batch.length > 0) yield batch
}
