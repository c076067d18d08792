import type { ImportRun } from '#host/maintenance/import-run'
import { ShellImports } from '#host/maintenance/import-shells'
import { emptyCounts, kinds, type Moved } from '#host/maintenance/kinds'
import type { Entry } from '#host/maintenance/line'
import { readEntries } from '#host/maintenance/read-lines'
import type { Context } from '#kit/context'
import { ImportInterruptedError } from '#kit/errors'
import { STORE_BATCH } from '#storage/records/batches'

/** Options of an import. */
export interface ImportOptions {
  /**
   * Whether to replace existing keys and webhooks that differ. The expiry and revocation of a key stay if
   * earlier, the secret of a webhook if newer.
   *
   * @default false
   */
  readonly overwrite?: boolean
}

/** The size of an export and what became of its keys and webhooks. */
export interface Imported extends Moved {
  /** Keys that did not exist here. */
  readonly newKeys: number
  /** Existing keys that differed and were replaced. */
  readonly overwrittenKeys: number
  /** Webhooks that did not exist here. */
  readonly newWebhooks: number
  /** Existing webhooks that differed and were replaced. */
  readonly overwrittenWebhooks: number
  /**
   * Ids of existing keys and webhooks that differ and were not changed, and of webhooks that were deleted
   * here within the hour.
   */
  readonly conflicts: readonly string[]
}

/** Reads an export from its beginning, in chunks of any size. */
export type ReadExport = () => AsyncIterable<string | Uint8Array>

/**
 * Checks the whole export, then reads it again and writes it, and publishes shells at the end. No count is
 * lowered and no revoked key works again, so an interrupted import is safe to repeat.
 *
 * @throws ImportRejectedError if it is not a complete, valid export: nothing was written
 * @throws ImportInterruptedError if writing failed
 */
export async function importStore(
  read: ReadExport,
  options: ImportOptions,
  context: Context,
): Promise<Imported> {
  let total = 0
  const moved = emptyCounts()
  for await (const { member } of readEntries(read())) {
    moved[member] += 1
    total += 1
  }
  const progress = { written: 0, total }
  try {
    return { ...moved, ...(await writeEntries(readEntries(read()), options, progress, context)) }
  } catch (error) {
    throw new ImportInterruptedError(progress, error)
  }
}

async function writeEntries(
  entries: AsyncIterable<Entry>,
  { overwrite = false }: ImportOptions,
  progress: { written: number },
  context: Context,
): Promise<Omit<Imported, keyof Moved>> {
  const steps: (() => Promise<void>)[] = []
  const run: ImportRun = {
    context,
    overwrite,
    shells: new ShellImports(context),
    keys: { created: 0, overwritten: 0 },
    webhooks: { created: 0, overwritten: 0 },
    conflicts: [],
    later: (step) => steps.push(step),
  }
  for await (const batch of batchEntries(entries)) {
    const outcomes = await Promise.allSettled(batch.map((entry) => kinds[entry.member].restore(entry, run)))
    progress.written += outcomes.filter(({ status }) => status === 'fulfilled').length
    const failed = outcomes.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
  }
  await run.shells.publish()
  for (const step of steps) await step()
  return {
    newKeys: run.keys.created,
    overwrittenKeys: run.keys.overwritten,
    newWebhooks: run.webhooks.created,
    overwrittenWebhooks: run.webhooks.overwritten,
    conflicts: run.conflicts,
  }
}

/** Groups small records of a kind up to the batch size of the store; yields others one by one. */
async function* batchEntries(entries: AsyncIterable<Entry>): AsyncGenerator<Entry[]> {
  let batch: Entry[] = []
  for await (const entry of entries) {
    const { member } = entry
    const fits = batch[0]?.member === member && kinds[member].isSmall && batch.length < STORE_BATCH
    if (!fits && batch.length > 0) {
      yield batch
      batch = []
    }
    batch.push(entry)
  }
  if (batch.length > 0) yield batch
}
