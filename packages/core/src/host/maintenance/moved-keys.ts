import { keyLogOf } from '#accounts/keys/key-log'
import { type KeyLogEntry, keyLogKind } from '#accounts/keys/key-log-records'
import { type KeyRecord, KeyRecords, keyKind } from '#accounts/keys/key-records'
import { requestCounter, requestCounterExpiry } from '#accounts/quota/request-count'
import { countRequests, listUsageDays } from '#accounts/quota/usage'
import { importKey, overwriteKey } from '#host/maintenance/import-key'
import { lineOf, type MovedKind, type RecordLine } from '#host/maintenance/moved-kind'
import type { Context } from '#kit/context'
import { nextUtcMidnight } from '#kit/time'
import { mapInBatches, STORE_BATCH } from '#storage/records/batches'
import { ACCOUNT, DAY, positive } from '#storage/records/schemas'

/** The requests of an account on a UTC day, as `<account>:<day>`; exported with the keys. */
export const movedCounts: MovedKind<number> = {
  type: 'daily_count',
  id: new RegExp(`${ACCOUNT.source}:${DAY.source}`),
  schema: positive,
  encode: (count) => count,
  isSmall: true,
  async *lines() {},
  async restore({ id, record }, { context: { store, now } }) {
    const [account = '', name = ''] = id.split(':')
    const until = requestCounterExpiry({ end: nextUtcMidnight(Date.parse(name)) })
    // A counter that would have expired by now is not brought back.
    if (until > now()) await store.atomic.raise(requestCounter(account, { name }), record, until, now())
  },
}

/** The keys, under their hashes. */
export const movedKeys: MovedKind<KeyRecord> = {
  ...keyKind,
  type: 'key',
  isSmall: true,
  /**
   * Yields the request counts of an account before the first of its keys, so that an interrupted import never
   * leaves a key with a fresh quota.
   */
  async *lines(context) {
    const records = new KeyRecords(context.store)
    const hashes = await records.hashes()
    const seen = new Set<string>()
    for (let i = 0; i < hashes.length; i += STORE_BATCH) {
      const batch = await mapInBatches(hashes.slice(i, i + STORE_BATCH), (hash) => records.byHash(hash))
      const keys = batch.filter((record) => record !== undefined)
      const accounts = new Set(keys.map(({ account }) => account).filter((account) => !seen.has(account)))
      for (const account of accounts) seen.add(account)
      yield await countLines([...accounts], context)
      yield keys.map((record) => lineOf(movedKeys, { id: record.hash, record }))
    }
  },
  async restore({ record }, run) {
    // Flushed once, before the import returns.
    const unflushed = { ...run.context.store, flush: async () => {} }
    const outcome = await importKey(record, unflushed)
    if (outcome === 'new') run.keys.created += 1
    if (outcome !== 'differs') return
    run.later(async () => {
      if (run.overwrite && (await overwriteKey(record, run.context))) run.keys.overwritten += 1
      else run.conflicts.push(record.id)
    })
  },
}

/** The log of operations on keys. */
export const movedKeyLog: MovedKind<KeyLogEntry> = {
  ...keyLogKind,
  type: 'key_operation',
  isSmall: true,
  async *lines(context) {
    for await (const batch of keyLogOf(context).records.entries())
      yield batch.map(([id, record]) => lineOf(movedKeyLog, { id, record }))
  },
  restore: ({ id, record }, { context }) => keyLogOf(context).records.write(id, record),
}

async function countLines(accounts: readonly string[], context: Context): Promise<RecordLine[]> {
  const days = listUsageDays(context)
  const accountDays = accounts.flatMap((account) => days.map((day) => ({ account, day })))
  const counts = await mapInBatches(accountDays, ({ account, day }) => countRequests(day, account, context))
  return accountDays.flatMap(({ account, day }, i) => {
    const record = counts[i] ?? 0
    return record > 0 ? [lineOf(movedCounts, { id: `${account}:${day}`, record })] : []
  })
}
