import { KeyLog } from '#kernel/accounts/keys/key-log'
import { KeyRecords } from '#kernel/accounts/keys/key-records'
import { randomBase62 } from '#kernel/accounts/keys/secret'
import type { Context } from '#kernel/endpoint/endpoint'
import { seconds } from '#kernel/kit/time'
import { acquireLease, type Lease, releaseLease } from '#kernel/storage/lease/lease'
import type { Store } from '#kernel/storage/store'
import { storeUnavailable } from '#kernel/storage/store-failure'

/** Time for which a killed process keeps the lock after its last write, in milliseconds. */
const LOCK_MS = seconds(10)
/** Maximum time to wait for the lock, in milliseconds. */
const TIMEOUT_MS = seconds(15)

/**
 * Runs a change to the keys of an account under a lock shared by all processes. The work must write through
 * the records it is given: each write first renews the lock.
 *
 * @throws `store_unavailable` if the lock cannot be acquired within 15 s, or is lost
 */
export async function withAccountLock<T>(
  account: string,
  context: Context,
  work: (records: KeyRecords) => Promise<T>,
): Promise<T> {
  const lock = await waitForLock(account, context)
  try {
    return await work(createLockedRecords(lock, account, context))
  } finally {
    await lock.release().catch(context.onError)
  }
}

async function waitForLock(account: string, context: Context): Promise<Lease> {
  const value = randomBase62(12)
  const giveUpAt = performance.now() + TIMEOUT_MS
  for (;;) {
    const { lease } = await acquireLease(`lock:account:${account}`, { value, ttlMs: LOCK_MS }, context)
    if (lease) return lease
    if (performance.now() >= giveUpAt)
      throw storeUnavailable(new Error(`Account ${account} is locked by another process.`))
    await new Promise((resolve) => setTimeout(resolve, 5 + 20 * Math.random()))
  }
}

/**
 * Returns records that renew the lock before each write. An expired lock cannot be renewed, so records read
 * under the lock are still current at every write.
 */
function createLockedRecords(lock: Lease, account: string, context: Context): KeyRecords {
  const { store } = context
  const locked: Store = {
    ...store,
    async set(...record) {
      await renew()
      await store.set(...record)
    },
    async delete(key) {
      await renew()
      await store.delete(key)
    },
  }
  return new KeyRecords(locked, new KeyLog(context))

  async function renew(): Promise<void> {
    if (!(await lock.renew())) throw storeUnavailable(new Error(`The lock on account ${account} was lost.`))
  }
}

/** Releases a claim if it still has `value`. A failure is only reported, as the claim expires by itself. */
export async function releaseClaim(key: string, value: string, context: Context): Promise<void> {
  await releaseLease(key, value, context).catch(context.onError)
}
