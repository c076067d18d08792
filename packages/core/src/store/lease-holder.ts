import type { Counters } from '#store/counters'
import { minutes } from '#time'

/** Who holds the lease of a job, since when (ISO 8601 UTC), and the token by which one holder is told from the next. */
export interface LeaseHolder {
  readonly who: string
  readonly since: string
  readonly token: string
}

/** A job that was killed keeps others out no longer than this, in milliseconds. */
export const LEASE_MS = minutes(3)

export function leaseKey(world: string, job: string): string {
  return `lease:${world}:${job}`
}

/** Who holds a lease at `now`, in epoch milliseconds, if anybody does. */
export async function leaseHolder(
  key: string,
  counters: Counters,
  now: number,
): Promise<LeaseHolder | undefined> {
  const holder = await counters.holder(key, now, now + LEASE_MS)
  return holder === '' ? undefined : JSON.parse(holder)
}
