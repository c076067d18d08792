import { nextShellRun } from '#features/debris/night/shell-schedule'
import { isWithin, seconds } from '#kernel/kit/time'
import { type JobLeaseOwner, readJobLeaseOwner } from '#kernel/storage/lease/job-lease'
import type { Store } from '#kernel/storage/store'

/** State of the last job; instants are epoch milliseconds. */
export interface ShellJobState {
  readonly startedAt: number
  /** `null` while it is running. */
  readonly finishedAt: number | null
  /** `null` while it is running or if it was stopped, as neither is a failure. */
  readonly ok: boolean | null
  /** Description of the error, without quotations from an upstream. */
  readonly error: string | null
}

/** Progress of a job in one of its two steps: pulling the catalogue, and computing the shells. */
export interface ShellJobProgress {
  readonly step: 'catalogue' | 'shells'
  /** Share of the step that is done, from 0 to 1. */
  readonly share: number
  /** Estimated milliseconds until the end of the step; `null` if unknown. */
  readonly remainingMs: number | null
}

/** A running job: its owner, when it began (ISO 8601 UTC), and its progress. */
export interface RunningShellJob extends ShellJobProgress {
  readonly instanceName: string
  readonly since: string
}

/** State of the nightly job in the store; instants are epoch milliseconds. */
export interface ShellJobFacts {
  /** The last job, on any instance. */
  readonly job: ShellJobState | null
  readonly running: RunningShellJob | null
  /** Start of the next run: 03:17 UTC, or earlier if a process on the store has planned one. */
  readonly nextRunAt: number
}

interface StoredProgress extends ShellJobProgress {
  readonly token: string
  readonly at: number
}

interface StoredPlan {
  readonly startsAt: number
  readonly notedAt: number
}

interface ShellJobOptions {
  readonly store: Store
  readonly originsId: string
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** Name of the job in lease keys. */
export const SHELL_JOB = 'shells'

/** Validity of a plan without renewal, as its process may have ended. */
const PLAN_TTL_MS = seconds(75)
const PROGRESS_TTL_MS = seconds(180)
/**
 * Validity of an estimate without new progress, as the job may have slowed down or its process may have
 * ended.
 */
const ESTIMATE_TTL_MS = seconds(30)

/**
 * The state of the nightly job in the store, independent of the instance that runs it. Writes never reject; a
 * failing store is reported. Reads throw as the store does.
 */
export class ShellJob {
  readonly #options: ShellJobOptions
  readonly #key: string
  #planned: Promise<void> | undefined

  constructor(options: ShellJobOptions) {
    this.#options = options
    this.#key = `job:${options.originsId}:shells`
  }

  /** Resolves when the plan of the first run of this process is known, if this process has a schedule. */
  get planned(): Promise<void> | undefined {
    return this.#planned
  }

  /** Makes `planned` wait until the returned function is called. */
  expectPlan(): () => void {
    let onPlanned = () => {}
    this.#planned = new Promise((resolve) => {
      onPlanned = resolve
    })
    return onPlanned
  }

  /** Reads the state of the job. */
  async facts(): Promise<ShellJobFacts> {
    const { now } = this.#options
    const [job, running, plan] = await Promise.all([
      this.#read<ShellJobState>(this.#key),
      this.#readRunning(),
      this.#read<StoredPlan>(`${this.#key}:plan`),
    ])
    const nightly = nextShellRun(now())
    const planned = running ? undefined : plannedStart(plan, job, now())
    return {
      job: job ?? null,
      running: running ?? null,
      nextRunAt: planned === undefined ? nightly : Math.min(planned, nightly),
    }
  }

  /** Stores the start or the result of the last job. */
  recordState(state: ShellJobState): Promise<void> {
    return this.#write(this.#key, state)
  }

  /** Stores the progress of the job that owns the lease with this token. */
  recordProgress(token: string, progress: ShellJobProgress): Promise<void> {
    const record: StoredProgress = { ...progress, token, at: this.#options.now() }
    return this.#write(`${this.#key}:progress`, record, PROGRESS_TTL_MS)
  }

  /**
   * Stores the planned start of this process's next run (epoch milliseconds), for 75 s or until a job begins.
   */
  recordPlan(startsAt: number): Promise<void> {
    const record: StoredPlan = { startsAt, notedAt: this.#options.now() }
    return this.#write(`${this.#key}:plan`, record, PLAN_TTL_MS)
  }

  async #readRunning(): Promise<RunningShellJob | undefined> {
    const { originsId, now } = this.#options
    const [owner, progress] = await Promise.all([
      readJobLeaseOwner(SHELL_JOB, originsId, this.#options),
      this.#read<StoredProgress>(`${this.#key}:progress`),
    ])
    return (
      owner && { instanceName: owner.instanceName, since: owner.since, ...progressOf(owner, progress, now()) }
    )
  }

  #read<T>(key: string): Promise<T | undefined> {
    return this.#options.store.get(key)
  }

  async #write(key: string, value: unknown, ttlMs?: number): Promise<void> {
    try {
      await this.#options.store.set(key, value, ttlMs)
    } catch (error) {
      this.#options.onError(error)
    }
  }
}

/** Returns the progress stored by the lease's owner. Progress of an earlier job does not count. */
function progressOf(
  { token }: JobLeaseOwner,
  stored: StoredProgress | undefined,
  now: number,
): ShellJobProgress {
  if (stored?.token !== token) return { step: 'catalogue', share: 0, remainingMs: null }
  const { step, share, remainingMs, at } = stored
  const isFresh = remainingMs !== null && isWithin(at, at + ESTIMATE_TTL_MS, now)
  return { step, share, remainingMs: isFresh ? Math.max(0, remainingMs - (now - at)) : null }
}

/**
 * Returns when a planned run begins; `undefined` if its process has ended, or if a job has begun or ended
 * since.
 */
function plannedStart(
  plan: StoredPlan | undefined,
  job: ShellJobState | undefined,
  now: number,
): number | undefined {
  if (!plan || !isWithin(plan.notedAt, plan.notedAt + PLAN_TTL_MS, now)) return undefined
  const lastChange = Math.max(job?.startedAt ?? 0, job?.finishedAt ?? 0)
  return plan.notedAt < lastChange ? undefined : Math.max(plan.startsAt, now)
}
