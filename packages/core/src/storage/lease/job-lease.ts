import { minutes } from '#kit/time'
import type { LeaseContext } from '#storage/lease/lease'

/** The owner of a job's lease, as it is stored. */
export interface JobLeaseOwner {
  /** Name of the instance or person that runs the job. */
  readonly instanceName: string
  /** When the job began, ISO 8601 UTC. */
  readonly since: string
  /** Random id of this run of the job. */
  readonly token: string
}

/** How long the lease of a killed job keeps others out, in milliseconds. */
export const JOB_LEASE_MS = minutes(3)

/** Returns the counter key of a job's lease. */
export function jobLeaseKey(originsId: string, job: string): string {
  return `lease:${originsId}:${job}`
}

/** Reads who holds the lease under `key`, if anyone does. */
export async function readJobLeaseOwner(
  key: string,
  { store, now }: LeaseContext,
): Promise<JobLeaseOwner | undefined> {
  const owner = await store.atomic.get(key, now(), now() + JOB_LEASE_MS)
  return owner === '' ? undefined : JSON.parse(owner)
}
