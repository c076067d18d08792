import type { Environment } from '#kernel/kit/environment'
import { JobLockedError, JobRejectedError, LeaseLostError } from '#kernel/kit/errors'
import { hours, iso, minutes, seconds } from '#kernel/kit/time'
import { acquireLease, type LeaseContext } from '#kernel/storage/lease/lease'

/** Owner of a job's lease, as it is stored. */
export interface JobLeaseOwner {
  /** Name of the instance or person that runs the job. */
  readonly instanceName: string
  /** Start of the job, ISO 8601 UTC. */
  readonly since: string
  /** Random id of this run of the job. */
  readonly token: string
}

/** How long the lease of a killed job blocks other processes. */
const JOB_LEASE_MS = minutes(3)

/** Exclusive right to run a job, across processes. */
export interface JobLease {
  readonly token: string
  /**
   * Renews the lease if the last renewal was at least 30 seconds ago.
   * @throws LeaseLostError if the lease is lost.
   * @throws JobRejectedError if the job has run for more than six hours.
   */
  keep(): Promise<void>
  release(): Promise<void>
}

const RENEW_INTERVAL_MS = seconds(30)
const MAX_JOB_MS = hours(6)

/**
 * Acquires the lease of a job.
 * @param instanceName Name of the owner as other processes see it. Default: `instance` and a random id.
 * @throws JobLockedError if another process owns it.
 */
export async function acquireJobLease(
  job: string,
  instanceName: string | undefined,
  context: Environment,
): Promise<JobLease> {
  const token = crypto.randomUUID()
  const startedAt = context.now()
  const value = JSON.stringify({
    instanceName: instanceName ?? `instance ${token.slice(0, 8)}`,
    since: iso(startedAt),
    token,
  })
  const { lease, owner } = await acquireLease(
    jobLeaseKey(context.settings.originsId, job),
    { value, ttlMs: JOB_LEASE_MS, renewEveryMs: RENEW_INTERVAL_MS },
    context,
  )
  if (!lease) throw new JobLockedError(JSON.parse(owner))
  return {
    token,
    async keep() {
      if (context.now() - startedAt > MAX_JOB_MS)
        throw new JobRejectedError('the job was stopped because it took more than six hours')
      if (!(await lease.renew())) throw new LeaseLostError()
    },
    release: () => lease.release(),
  }
}

/** Returns the counter key of a job's lease. */
function jobLeaseKey(originsId: string, job: string): string {
  return `lease:${originsId}:${job}`
}

/** Returns the owner of a job's lease, if there is one. */
export async function readJobLeaseOwner(
  job: string,
  originsId: string,
  { store, now }: LeaseContext,
): Promise<JobLeaseOwner | undefined> {
  const owner = await store.atomic.get(jobLeaseKey(originsId, job), now(), now() + JOB_LEASE_MS)
  return owner === '' ? undefined : JSON.parse(owner)
}
