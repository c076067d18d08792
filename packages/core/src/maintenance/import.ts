import type { Context } from '#context'
import { ImportInterruptedError } from '#errors'
import { keyLogOf } from '#keys/key-log'
import { requestCounter, requestCounterExpiry } from '#keys/request-count'
import { importCustomShell, importCustomShellDays } from '#maintenance/import-custom-shell'
import { importKey, overwriteKey } from '#maintenance/import-key'
import { ShellImports } from '#maintenance/import-shells'
import { importWebhook } from '#maintenance/import-webhook'
import { countLines, type Entry, type LineOf, type Moved } from '#maintenance/lines'
import { readEntries } from '#maintenance/read-lines'
import { STORE_BATCH } from '#store/repositories/batches'
import { CheckReports } from '#store/repositories/check-reports'
import { KeptForecasts } from '#store/repositories/kept-forecasts'
import type { KeyRecord } from '#store/repositories/keys'
import { ShellDays } from '#store/repositories/shell-days'
import { nextUtcMidnight } from '#time'

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
  for await (const _ of readEntries(read())) total += 1
  const progress = { written: 0, total }
  try {
    return await writeEntries(readEntries(read()), options, progress, context)
  } catch (error) {
    throw new ImportInterruptedError(progress, error)
  }
}

async function writeEntries(
  entries: AsyncIterable<Entry>,
  { overwrite = false }: ImportOptions,
  progress: { written: number },
  context: Context,
): Promise<Imported> {
  const shells = new ShellImports(context)
  // Flushed once, before the import returns.
  const unflushed = { ...context.store, flush: async () => {} }
  const differing: KeyRecord[] = []
  let moved: Moved = countLines().moved
  const conflicts: string[] = []
  let newKeys = 0
  const webhooks = { new: 0, overwritten: 0 }
  const importEntry = async (entry: Entry): Promise<void> => {
    switch (entry.type) {
      case 'requests':
        return raiseCount(entry, context)
      case 'key': {
        const outcome = await importKey(entry.record, unflushed)
        if (outcome === 'new') newKeys += 1
        if (outcome === 'differs') differing.push(entry.record)
        return
      }
      case 'key_log':
        return keyLogOf(context).restore(entry)
      case 'webhook': {
        const outcome = await importWebhook(entry, { overwrite }, context)
        if (outcome === 'differs') conflicts.push(entry.record.id)
        else if (outcome !== 'same') webhooks[outcome] += 1
        return
      }
      case 'custom_shell':
        return importCustomShell(entry, context)
      case 'custom_shell_days':
        return importCustomShellDays(entry, context)
      case 'check':
        return putReport(entry, context)
      case 'shells':
        return shells.begin(entry)
      case 'shells_part':
        return shells.part(entry)
      case 'shells_end':
        return shells.end()
      case 'shell_day':
        return new ShellDays(context.store, entry.origins).restore(entry)
      case 'series_day':
        return context.series.ofOrigins(entry.origins).restore(entry)
      case 'forecast':
        return new KeptForecasts(context.store, entry.origins, context.now).keep(entry.issue)
      case 'end':
        moved = pickMoved(entry)
        return shells.publish()
    }
  }
  for await (const batch of batchEntries(entries)) {
    const outcomes = await Promise.allSettled(batch.map(importEntry))
    progress.written += outcomes.filter(({ status }) => status === 'fulfilled').length
    const failed = outcomes.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
  }

  let overwrittenKeys = 0
  for (const record of differing) {
    if (overwrite && (await overwriteKey(record, context))) overwrittenKeys += 1
    else conflicts.push(record.id)
  }
  return {
    ...moved,
    newKeys,
    overwrittenKeys,
    newWebhooks: webhooks.new,
    overwrittenWebhooks: webhooks.overwritten,
    conflicts,
  }
}

/** Groups keys, and request counts, up to the batch size of the store; yields other entries one by one. */
async function* batchEntries(entries: AsyncIterable<Entry>): AsyncGenerator<Entry[]> {
  let batch: Entry[] = []
  for await (const entry of entries) {
    const fits = batch[0]?.type === entry.type && isSmall(entry) && batch.length < STORE_BATCH
    if (!fits && batch.length > 0) {
      yield batch
      batch = []
    }
    batch.push(entry)
  }
  if (batch.length > 0) yield batch
}

function isSmall({ type }: Entry): boolean {
  return type === 'key' || type === 'key_log' || type === 'requests'
}

/** Raises the count of an account on a day, unless its counter would have expired by now. */
async function raiseCount(
  { account, day: name, count }: LineOf<'requests'>,
  { store, now }: Context,
): Promise<void> {
  const at = now()
  const until = requestCounterExpiry({ end: nextUtcMidnight(Date.parse(name)) })
  if (until > at) await store.counters.raise(requestCounter(account, { name }), count, until, at)
}

function putReport({ origins, report }: LineOf<'check'>, { store, now }: Context): Promise<void> {
  return new CheckReports(store, origins, now).put(report)
}

function pickMoved({ type: _, sha256: __, ...moved }: LineOf<'end'>): Moved {
  return moved
}
