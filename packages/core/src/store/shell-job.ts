import { type LeaseHolder, leaseHolder, leaseKey } from '#store/lease-holder'
import type { Store } from '#store/store'
import { lasts, nextShellRun, seconds } from '#time'

/** How the last job went; instants are epoch milliseconds. */
export interface ShellJobState {
  readonly started_at: number
  /** `null` while it is under way. */
  readonly finished_at: number | null
  /** `null` while it is under way, and of one that was stopped: neither is a failure. */
  readonly ok: boolean | null
  /** What is wrong, in words of our own. */
  readonly error: string | null
}

/** How far a job is in one of its two steps: fetching the catalogue, and computing the shells. */
export interface ShellJobProgress {
  readonly step: 'catalogue' | 'shells'
  /** Share of the step that is done, from 0 to 1. */
  readonly share: number
  /** Milliseconds that the step will still take at its pace so far; `null` where there is none to tell. */
  readonly left_ms: number | null
}

/** A job under way: who runs it, since when (ISO 8601 UTC), and how far it is. */
export interface RunningShellJob extends ShellJobProgress {
  readonly who: string
  readonly since: string
}

/** What the store tells of the nightly job; instants are epoch milliseconds. */
export interface ShellJobFacts {
  /** How the last job went, on whichever instance. */
  readonly job: ShellJobState | null
  readonly running: RunningShellJob | null
  /** When the next run begins: 03:17 UTC, unless a process on the store will begin one sooner. */
  readonly next_run_at: number
}

interface NotedProgress extends ShellJobProgress {
  readonly token: string
  readonly at: number
}

interface NotedPlan {
  readonly starts_at: number
  readonly noted_at: number
}

interface ShellJobOptions {
  readonly store: Store
  readonly world: string
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** The job's name among leases. */
export const SHELL_JOB = 'shells'

/** A plan that has not been renewed for so long is that of a process that has ended. */
const PLAN_MS = seconds(75)
const PROGRESS_MS = seconds(180)
/** A job that has noted nothing for so long has lost its pace, or its process. */
const STALLED_MS = seconds(30)

/**
 * The one place where it is known how the nightly job stands, on whichever instance it runs. A note that cannot be written
 * is reported and fails nothing; reading throws as the store does.
 */
export class ShellJob {
  readonly #options: ShellJobOptions
  readonly #key: string

  constructor(options: ShellJobOptions) {
    this.#options = options
    this.#key = `job:${options.world}:shells`
  }

  async facts(): Promise<ShellJobFacts> {
    const { store, now } = this.#options
    const [job, running, plan] = await Promise.all([
      store.get<ShellJobState>(this.#key),
      this.#running(),
      store.get<NotedPlan>(`${this.#key}:plan`),
    ])
    const night = nextShellRun(now())
    const planned = running ? undefined : startOf(plan, job, now())
    return {
      job: job ?? null,
      running: running ?? null,
      next_run_at: planned === undefined ? night : Math.min(planned, night),
    }
  }

  noteState(state: ShellJobState): Promise<void> {
    return this.#note(this.#key, state)
  }

  /** Notes how far the job is that holds the lease by this token. */
  noteProgress(token: string, progress: ShellJobProgress): Promise<void> {
    const noted: NotedProgress = { ...progress, token, at: this.#options.now() }
    return this.#note(`${this.#key}:progress`, noted, PROGRESS_MS)
  }

  /** Notes when this process begins its next run, in epoch milliseconds; counts for 75 seconds, or until a job begins. */
  notePlan(starts_at: number): Promise<void> {
    const noted: NotedPlan = { starts_at, noted_at: this.#options.now() }
    return this.#note(`${this.#key}:plan`, noted, PLAN_MS)
  }

  async #running(): Promise<RunningShellJob | undefined> {
    const { store, world, now } = this.#options
    const [holder, noted] = await Promise.all([
      leaseHolder(leaseKey(world, SHELL_JOB), store.counters, now()),
      store.get<NotedProgress>(`${this.#key}:progress`),
    ])
    return holder && { who: holder.who, since: holder.since, ...progressOf(holder, noted, now()) }
  }

  async #note(key: string, value: unknown, ttlMs?: number): Promise<void> {
    try {
      await this.#options.store.set(key, value, ttlMs)
    } catch (error) {
      this.#options.onError(error)
    }
  }
}

/** A note of the holder's own; one of a job before it says nothing. */
function progressOf({ token }: LeaseHolder, noted: NotedProgress | undefined, now: number): ShellJobProgress {
  if (noted?.token !== token) return { step: 'catalogue', share: 0, left_ms: null }
  const { step, share, left_ms, at } = noted
  const isFresh = left_ms !== null && lasts(at, at + STALLED_MS, now)
  return { step, share, left_ms: isFresh ? Math.max(0, left_ms - (now - at)) : null }
}

/** When the process that noted a plan begins, if it is still there to do it and no job has begun or ended since. */
function startOf(
  plan: NotedPlan | undefined,
  job: ShellJobState | undefined,
  now: number,
): number | undefined {
  if (!plan || !lasts(plan.noted_at, plan.noted_at + PLAN_MS, now)) return undefined
  const lastWord = Math.max(job?.started_at ?? 0, job?.finished_at ?? 0)
  return plan.noted_at < lastWord ? undefined : Math.max(plan.starts_at, now)
}
