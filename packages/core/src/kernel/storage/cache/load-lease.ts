import { seconds } from '#kernel/kit/time'
import { acquireLease, type LeaseContext } from '#kernel/storage/lease/lease'

/** Right to load one snapshot, which all processes on a store compete for. */
export interface LoadLease {
  /** Allows the next process to load. Never rejects. */
  release(): Promise<void>
}

interface LoadLeaseContext extends LeaseContext {
  readonly onError: (error: unknown) => void
}

/**
 * How long a process that was killed during a load blocks other processes from loading. Shorter than the wait
 * of a reader, by the time that most loads take.
 */
const TTL_MS = seconds(6)

/**
 * Acquires the right to load a snapshot and renews it until it is released, because the deadline of a
 * provider may be 90 s, followed by fallbacks. Returns `undefined` while another process loads. Throws if the
 * store fails.
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
