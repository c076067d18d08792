import type { Context } from '#context'
import { changingAccount } from '#keys/account-lock'
import { type KeyRecord, KeyRecords } from '#store/keys'
import { whyUnreadable } from '#store/store'
import { days } from '#time'

/** How a prune is run. */
export interface PruneOptions {
  /** Only says what would be forgotten. */
  readonly dryRun?: boolean | undefined
  /** Stops it between two keys. */
  readonly signal?: AbortSignal | undefined
}

/** What a prune has done. */
export interface Pruned {
  /** Keys that were looked at; one that cannot be read is left alone, and not among them. */
  readonly looked_at: number
  /** Keys that were forgotten, or would be. */
  readonly pruned: number
}

/** For so long after its end it is still known of a key what became of it. */
const KEPT_MS = days(30)

/** Hashes are hex: these parts, looked at one after the other, have about as many keys each. */
const PARTS = '0123456789abcdef'
/** So many keys are looked at before whoever waits has a turn. */
const STEP = 100

/**
 * Forgets the keys that have been revoked or expired for 30 days, part by part. None of them could work again, and none is the
 * predecessor of a key in grace, for that has not ended. Whoever shows one is told `invalid_key` from then on.
 */
export async function pruneKeys(
  context: Context,
  { dryRun = false, signal }: PruneOptions = {},
  betweenSteps = async () => {},
): Promise<Pruned> {
  const records = new KeyRecords(context.store)
  let [looked_at, pruned] = [0, 0]
  for (const part of PARTS) {
    const hashes = await records.hashes(part)
    for (let i = 0; i < hashes.length; i += STEP) {
      const step = hashes.slice(i, i + STEP)
      const found = await Promise.all(step.map((hash) => readable(hash, records, context)))
      for (const record of found) {
        signal?.throwIfAborted()
        if (!record) continue
        looked_at += 1
        if (!isLongOver(record, context.now())) continue
        if (dryRun || (await forget(record, context))) pruned += 1
      }
      await new Promise((resolve) => setTimeout(resolve, 0))
      await betweenSteps()
    }
  }
  return { looked_at, pruned }
}

/** Whether a key has ended, and not lately. */
function isLongOver({ revoked_at, expires_at }: KeyRecord, now: number): boolean {
  const ends = [revoked_at, expires_at].filter((at) => at !== null).map((at) => Date.parse(at))
  return Math.min(...ends) <= now - KEPT_MS
}

/** Looks again while nobody else changes the account; says whether it is forgotten. */
function forget({ hash, account }: KeyRecord, context: Context): Promise<boolean> {
  return changingAccount(account, context, async (records) => {
    const record = await records.byHash(hash)
    if (!record || !isLongOver(record, context.now())) return false
    await records.remove(record)
    return true
  })
}

async function readable(
  hash: string,
  records: KeyRecords,
  { onError }: Context,
): Promise<KeyRecord | undefined> {
  try {
    return await records.byHash(hash)
  } catch (error) {
    if (whyUnreadable(error) === undefined) throw error
    onError(error)
    return undefined
  }
}
