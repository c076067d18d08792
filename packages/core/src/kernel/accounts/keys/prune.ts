import { withAccountLock } from '#kernel/accounts/account-lock'
import { type KeyRecord, KeyRecords } from '#kernel/accounts/keys/key-records'
import type { Context } from '#kernel/endpoint/endpoint'
import { days } from '#kernel/kit/time'
import { unreadableReason } from '#kernel/storage/store'

/** Options of a prune. */
export interface PruneOptions {
  /**
   * Whether to only count the keys that would be deleted.
   *
   * @default false
   */
  readonly dryRun?: boolean | undefined
  /** Aborts between two keys. */
  readonly signal?: AbortSignal | undefined
}

/** Result of a prune. */
export interface Pruned {
  /** Number of keys read; unreadable keys are skipped. */
  readonly checked: number
  /** Number of keys deleted or, with `dryRun`, that would be deleted. */
  readonly pruned: number
}

/** Time for which an expired or revoked key is kept, in milliseconds. */
const RETENTION_MS = days(30)

/** First digits of the hashes. Each selects about the same number of keys. */
const HASH_PREFIXES = '0123456789abcdef'
/** Keys read at once before other work can run. */
const BATCH = 100

/**
 * Deletes keys that were revoked or expired at least 30 days ago; requests with such a key then receive
 * `invalid_key`. None of these keys is in a rotation, as its grace period has ended.
 */
export async function pruneKeys(
  context: Context,
  { dryRun = false, signal }: PruneOptions = {},
  betweenBatches = async () => {},
): Promise<Pruned> {
  const records = new KeyRecords(context.store)
  let [checked, pruned] = [0, 0]
  for (const prefix of HASH_PREFIXES) {
    const hashes = await records.hashes(prefix)
    for (let i = 0; i < hashes.length; i += BATCH) {
      const batch = hashes.slice(i, i + BATCH)
      const found = await Promise.all(batch.map((hash) => tryRead(hash, records, context)))
      for (const record of found) {
        signal?.throwIfAborted()
        if (!record) continue
        checked += 1
        if (!isPrunable(record, context.now())) continue
        if (dryRun || (await removeKey(record, context))) pruned += 1
      }
      await new Promise((resolve) => setTimeout(resolve, 0))
      await betweenBatches()
    }
  }
  return { checked, pruned }
}

/** Returns whether a key ended before the retention period. */
function isPrunable({ revokedAt, expiresAt }: KeyRecord, now: number): boolean {
  const ends = [revokedAt, expiresAt].filter((at) => at !== null).map((at) => Date.parse(at))
  return Math.min(...ends) <= now - RETENTION_MS
}

/** Deletes a key under the lock of its account, if it is still prunable. Returns whether it was deleted. */
function removeKey({ hash, account }: KeyRecord, context: Context): Promise<boolean> {
  return withAccountLock(account, context, async (records) => {
    const record = await records.byHash(hash)
    if (!record || !isPrunable(record, context.now())) return false
    await records.remove(record)
    return true
  })
}

async function tryRead(
  hash: string,
  records: KeyRecords,
  { onError }: Context,
): Promise<KeyRecord | undefined> {
  try {
    return await records.byHash(hash)
  } catch (error) {
    if (unreadableReason(error) === undefined) throw error
    onError(error)
    return undefined
  }
}
