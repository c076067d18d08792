import { runningWords } from '@space-data/charts/text'
import type { ShellStatus } from '@space-data/core/debris'

/** State of the nightly job, in the terms of upstream states. */
export interface ShellJobState {
  readonly status: 'operational' | 'degraded' | 'down' | 'unknown'
  /** Error or progress; `-` if there is none. */
  readonly detail: string
}

const HOUR_MS = 3_600_000
/** A job that has not reported for this long is considered dead. */
const LONGEST_JOB_MS = 2 * HOUR_MS

/**
 * Returns the state: down if nothing can be served although there was a run, degraded if the last job failed
 * or died.
 */
export function shellJobState({ run, served, job, running }: ShellStatus, now = Date.now()): ShellJobState {
  if (running) {
    const status = !run ? 'unknown' : served ? 'operational' : 'down'
    return { status, detail: `${runningWords(running)}, by ${running.instanceName}` }
  }
  const reason = lastJobError(job, now)
  if (run && !served) return { status: 'down', detail: reason ?? 'no run for over a day' }
  if (reason) return { status: run ? 'degraded' : 'down', detail: reason }
  if (!run) return { status: 'unknown', detail: 'not run yet' }
  return { status: 'operational', detail: '-' }
}

function lastJobError(job: ShellStatus['job'], now: number): string | undefined {
  if (job?.ok === false) return job.error ?? 'the last job failed'
  const isLost = job?.finishedAt === null && now > job.startedAt + LONGEST_JOB_MS
  return isLost ? 'the last job died without a result' : undefined
}
