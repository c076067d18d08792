import type { ShellStatus } from '@space-data/core'
import { runningWords } from '@space-data/core/figures'

/** How the nightly job stands, in the words that upstreams have. */
export interface JobState {
  readonly status: 'operational' | 'degraded' | 'down' | 'unknown'
  /** What is wrong, or what is under way. */
  readonly words: string
}

const HOUR_MS = 3_600_000
/** A job that has said nothing for so long will not say anything any more. */
const LONGEST_JOB_MS = 2 * HOUR_MS

/** Down when readers have no shells though there was a run; degraded when the last job failed or vanished. */
export function jobStateOf({ run, served, job, running }: ShellStatus, now = Date.now()): JobState {
  if (running) {
    const status = !run ? 'unknown' : served ? 'operational' : 'down'
    return { status, words: `${runningWords(running)}, by ${running.who}` }
  }
  const fault = faultOf(job, now)
  if (run && !served) return { status: 'down', words: fault ?? 'no run for over a day' }
  if (fault) return { status: run ? 'degraded' : 'down', words: fault }
  if (!run) return { status: 'unknown', words: 'not run yet' }
  return { status: 'operational', words: '-' }
}

function faultOf(job: ShellStatus['job'], now: number): string | undefined {
  if (job?.ok === false) return job.error ?? 'the last job failed'
  const isLost = job?.finished_at === null && now > job.started_at + LONGEST_JOB_MS
  return isLost ? 'the last job was never heard of again' : undefined
}
