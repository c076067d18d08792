import type { Environment } from '#kernel/kit/environment'
import { JobLockedError } from '#kernel/kit/errors'
import type { JobEnded, JobName } from '#kernel/kit/events'
import { acquireJobLease, type JobLease } from '#kernel/storage/lease/job-lease'

/** Argument of a job that owns its lease. */
export interface ExclusiveRun {
  readonly lease: JobLease
  /** Epoch milliseconds. */
  readonly startedAt: number
}

/**
 * Runs a job under its lease, so that only one process on the store runs it at a time. Emits a `job` event
 * when it ends. If a job resolves with `undefined`, it had nothing to do, and no event is emitted.
 * @param instanceName Name of this instance, shown to other processes while the job runs.
 * @throws JobLockedError if another process is running it.
 */
export async function runExclusive<T>(
  job: JobName,
  instanceName: string | undefined,
  context: Environment,
  work: (run: ExclusiveRun) => Promise<T | undefined>,
): Promise<T | undefined> {
  const lease = await acquireJobLease(job, instanceName, context)
  const startedAt = context.now()
  const reportEnd = (end: Pick<JobEnded, 'ok' | 'error'>) =>
    context.onEvent({ type: 'job', job, ...end, ms: context.now() - startedAt })
  try {
    const result = await work({ lease, startedAt })
    if (result !== undefined) reportEnd({ ok: true })
    return result
  } catch (error) {
    if (!(error instanceof JobLockedError)) reportEnd({ ok: false, error })
    throw error
  } finally {
    await lease.release().catch(context.onError)
  }
}
