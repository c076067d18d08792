import { seconds } from '#kit/time'
import { acquireLease, type LeaseContext } from '#storage/lease/lease'

/** The right to load one snapshot, for all processes on a store. */
export interface LoadLease {
  /** Lets the next process load; never rejects. */
  release(): Promise<void>
}

interface LoadLeaseContext extends LeaseContext {
  readonly onError: (error: unknown) => void
}

/**
 * How long a process killed during a load keeps others from loading: less than a reader waits, by as long as
 * most loads take.
 */
const TTL_MS = seconds(6)

/**
 * Acquires the right to load a snapshot and renews it until it is released: a provider's deadline may be 90
 * s, with fallbacks after it. Returns `undefined` while another process loads; throws as the store does.
 */
export async function acquireLoadLease(
  key: string,
  context: LoadLeaseContext,
): Promise<LoadLease | undefined> {
  const { lease } = await acquireLease(key, { value: crypto.randomUUID(), ttlMs: TTL_MS }, context)
  if (!lease) return undefined
  const renewal = setInterval(() => lease.renew().catch(context.onError), TTL_MS / 2)
  return {
    release() {
      clearInterval(renewal)
      return lease.release().catch(context.onError)
    },
  }
}
