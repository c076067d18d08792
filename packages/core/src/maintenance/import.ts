import type { Context } from '#context'
import { countedUntil, requestCounter } from '#keys/request-count'
import { importKey, overwriteKey } from '#maintenance/import-key'
import { ShellImports } from '#maintenance/import-shells'
import type { Entry, Moved, Of } from '#maintenance/lines'
import { entriesIn } from '#maintenance/read-lines'
import { CheckReports } from '#store/check-reports'
import { AT_ONCE, type KeyRecord } from '#store/keys'
import { nextUtcMidnight } from '#time'

/** How an export is taken in. */
export interface ImportOptions {
  /** Whether a key that is here and differs becomes as in the export; its end and its revocation stay. Default false. */
  readonly overwrite?: boolean
}

/** What an export held, and what became of its keys. */
export interface Imported extends Moved {
  /** Keys that were not here before. */
  readonly new_keys: number
  /** Keys that were here, differed, and are now as in the export. */
  readonly overwritten_keys: number
  /** Ids of keys that differ here and were left as they are. */
  readonly conflicts: readonly string[]
}

/**
 * Takes an export into the store, piece by piece as it comes. No count goes down and no revoked key works again, so an import that broke
 * off has done no harm and is repeated as a whole. Throws ImportRefused for what is no whole export; shells are published when all
 * of it has been seen.
 */
export async function importStore(
  chunks: AsyncIterable<string | Uint8Array>,
  { overwrite = false }: ImportOptions,
  context: Context,
): Promise<Imported> {
  const shells = new ShellImports(context)
  // All is flushed together, before the import counts as done.
  const unflushed = { ...context.store, flush: async () => {} }
  const differing: KeyRecord[] = []
  let moved: Moved = { keys: 0, requests: 0, checks: 0, shells: 0 }
  let newKeys = 0
  const take = async (entry: Entry): Promise<void> => {
    switch (entry.type) {
      case 'requests':
        return raise(entry, context)
      case 'key': {
        const outcome = await importKey(entry.record, unflushed)
        if (outcome === 'new') newKeys += 1
        if (outcome === 'differs') differing.push(entry.record)
        return
      }
      case 'check':
        return putReport(entry, context)
      case 'shells':
        return shells.begin(entry)
      case 'shells_part':
        return shells.part(entry)
      case 'shells_end':
        return shells.end()
      case 'end':
        moved = movedOf(entry)
        return shells.publish()
    }
  }
  for await (const slice of slicesOf(entriesIn(chunks))) await Promise.all(slice.map(take))

  const conflicts: string[] = []
  for (const record of differing)
    if (!(overwrite && (await overwriteKey(record, context)))) conflicts.push(record.id)
  const overwritten_keys = differing.length - conflicts.length
  return { ...moved, new_keys: newKeys, overwritten_keys, conflicts }
}

/** Many small entries of one type at once, and others one by one: the store is asked about as many as it has patience for. */
async function* slicesOf(entries: AsyncIterable<Entry>): AsyncGenerator<Entry[]> {
  let slice: Entry[] = []
  for await (const entry of entries) {
    const isMore = slice[0]?.type === entry.type && isSmall(entry) && slice.length < AT_ONCE
    if (!isMore && slice.length > 0) {
      yield slice
      slice = []
    }
    slice.push(entry)
  }
  if (slice.length > 0) yield slice
}

function isSmall({ type }: Entry): boolean {
  return type === 'key' || type === 'requests'
}

/** A count of a day that is forgotten by now is not begun anew. */
async function raise({ account, day: name, count }: Of<'requests'>, { store, now }: Context): Promise<void> {
  const at = now()
  const until = countedUntil({ end: nextUtcMidnight(Date.parse(name)) })
  if (until > at) await store.counters.raise(requestCounter(account, { name }), count, until, at)
}

function putReport({ origins, report }: Of<'check'>, { store, now }: Context): Promise<void> {
  return new CheckReports(store, origins, now).put(report)
}

function movedOf({ keys, requests, checks, shells }: Moved): Moved {
  return { keys, requests, checks, shells }
}
