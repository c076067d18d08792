import type { Context } from '#context'
import { randomBase62 } from '#keys/secret'
import { unavailable } from '#store/guard'
import { KeyRecords } from '#store/keys'
import { seconds } from '#time'

/** A process that ends in the middle of a change leaves its lock for this long after what it wrote last. */
const HELD_MS = seconds(10)
/** How long the next one waits for it. */
const PATIENCE_MS = seconds(15)

/**
 * Runs a change to an account's keys while no other process makes one, so that none undoes what another has just
 * written; waits for its turn, and throws `store_unavailable` when it does not come. The work writes through the records
 * that it is given: each write prolongs the lock first, and throws `store_unavailable` when that is lost.
 */
export async function changingAccount<T>(
  account: string,
  context: Context,
  work: (records: KeyRecords) => Promise<T>,
): Promise<T> {
  const me = randomBase62(12)
  const lock = lockOf(account)
  const giveUpAt = performance.now() + PATIENCE_MS
  while (!(await take(lock, me, context))) {
    if (performance.now() >= giveUpAt) throw unavailable(new Error(`the lock of account ${account} is held`))
    await new Promise((resolve) => setTimeout(resolve, 5 + 20 * Math.random()))
  }
  try {
    return await work(recordsOf(account, me, context))
  } finally {
    await release(lock, me, context)
  }
}

async function take(lock: string, me: string, { store, now }: Context): Promise<boolean> {
  return (await store.counters.claim(lock, me, now() + HELD_MS, now())) === me
}

/**
 * Records that are written only while `me` holds the account's lock. One that has run out cannot be prolonged: that it can
 * means that nobody else has held it since, and that what was read under it is still so.
 */
function recordsOf(account: string, me: string, { store, now }: Context): KeyRecords {
  return new KeyRecords({
    ...store,
    async set(...record) {
      await prolong()
      await store.set(...record)
    },
    async delete(key) {
      await prolong()
      await store.delete(key)
    },
  })

  async function prolong(): Promise<void> {
    const at = now()
    if (!(await store.counters.swap(lockOf(account), me, me, at + HELD_MS, at)))
      throw unavailable(new Error(`the lock of account ${account} was lost`))
  }
}

/**
 * Gives up what `holder` holds, and nothing that has passed to another by now. A store that fails at this changes nothing
 * about how the work went: the claim ends by itself.
 */
export async function release(key: string, holder: string, context: Context): Promise<void> {
  try {
    await context.store.counters.swap(key, holder, '', 0, context.now())
  } catch (error) {
    context.onError(error)
  }
}

function lockOf(account: string): string {
  return `lock:account:${account}`
}
