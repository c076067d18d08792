import { withAccountLock } from '#kernel/accounts/account-lock'
import { type KeyRecord, KeyRecords, keyKind } from '#kernel/accounts/keys/key-records'
import { requestCounter, requestCounterExpiry } from '#kernel/accounts/quota/request-count'
import { countRequests, listUsageDays } from '#kernel/accounts/quota/usage'
import type { Context } from '#kernel/endpoint/endpoint'
import { nextUtcMidnight } from '#kernel/kit/time'
import { mapInBatches } from '#kernel/storage/records/batches'
import type { Exported } from '#kernel/storage/records/exported'
import { Records } from '#kernel/storage/records/records'
import { ACCOUNT, DAY, positive } from '#kernel/storage/records/schemas'

/** Accounts whose counts of 30 days are exported at once. */
const ACCOUNTS_AT_ONCE = 100

/**
 * The requests of an account on a UTC day, as `<account>:<day>`. They come before keys, as an interrupted import must
 * never leave a key with an unused quota.
 */
export const exportedCounts: Exported<number, Context> = {
  id: new RegExp(`${ACCOUNT.source}:${DAY.source}`),
  schema: positive,
  encode: (count) => count,
  isSmall: true,
  isFirst: true,
  async *entries(context) {
    const accounts = await new KeyRecords(context.store).accounts()
    const days = listUsageDays(context)
    for (let i = 0; i < accounts.length; i += ACCOUNTS_AT_ONCE) {
      const some = accounts.slice(i, i + ACCOUNTS_AT_ONCE)
      const accountDays = some.flatMap((account) => days.map((day) => [account, day] as const))
      const counts = await mapInBatches(accountDays, async ([account, day]) => {
        return [`${account}:${day}`, await countRequests(day, account, context)] as const
      })
      yield counts.filter(([, count]) => count > 0)
    }
  },
  async restore(id, count, { context: { store, now } }) {
    const [account = '', name = ''] = id.split(':')
    const until = requestCounterExpiry({ end: nextUtcMidnight(Date.parse(name)) })
    // A counter that would have expired by now is not restored.
    if (until > now()) await store.atomic.raise(requestCounter(account, { name }), count, until, now())
  },
}

/** The keys, under their hashes. An existing key is changed only if the import overwrites. */
export const exportedKeys: Exported<KeyRecord, Context> = {
  ...keyKind,
  isOverwritten: true,
  entries: (context) => new Records(keyKind, context).entries(),
  async restore(_, record, { context, overwrite, count, conflict, later }) {
    // Flushed once, before the import returns.
    const records = new KeyRecords({ ...context.store, flush: async () => {} })
    const [existing, withId] = await Promise.all([records.byHash(record.hash), records.byId(record.id)])
    if (existing ? isUnchanged(existing, record) : !withId) {
      // Writing an existing record again restores a lost index entry.
      if (!withId) await records.put(existing ?? record)
      if (!existing) count('added', 'keys')
      return
    }
    later(async () => {
      if (overwrite && (await overwriteKey(record, context))) count('overwritten', 'keys')
      else conflict(record.id)
    })
  },
}

/** Replaces a stored key with the exported one; returns `false` if the id or the account differs. */
async function overwriteKey(record: KeyRecord, context: Context): Promise<boolean> {
  const overwritten = await withAccountLock(record.account, context, (records) =>
    records.update(record.id, (existing) =>
      isSameKey(existing, record) ? keyKind.merge(existing, record, record.hash) : existing,
    ),
  )
  return overwritten !== undefined && isSameKey(overwritten, record)
}

function isSameKey(a: KeyRecord, b: KeyRecord): boolean {
  return a.hash === b.hash && a.id === b.id && a.account === b.account
}

/** Returns whether an import would change nothing. Parsed records have their members in one order. */
function isUnchanged(existing: KeyRecord, record: KeyRecord): boolean {
  return JSON.stringify(existing) === JSON.stringify(keyKind.merge(existing, record, record.hash))
}
