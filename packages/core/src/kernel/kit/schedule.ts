import { pause } from '#kernel/kit/abort'
import { JobLockedError } from '#kernel/kit/errors'
import { days, isWithin, minutes, seconds } from '#kernel/kit/time'

/** Dependencies of a schedule. */
export interface ScheduleOptions {
  /** Epoch milliseconds by the wall clock, which may jump. */
  readonly now: () => number
  /**
   * Waits about `ms` milliseconds, or until the signal is aborted.
   * @default A timer.
   */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /**
   * Returns a number from 0 to 1, which determines the start delay between its minimum and its maximum.
   * @default Math.random
   */
  readonly random?: () => number
  readonly onError: (error: unknown) => void
}

/** Options of every job. */
export interface JobOptions {
  /**
   * Name of this instance, shown to other processes while the job runs.
   * @default `instance` and a random id
   */
  readonly instanceName?: string
}

/** A run that is due. */
interface DueRun {
  /** Time at which it became due, in epoch milliseconds; identifies the run. */
  readonly at: number
  /** Milliseconds to wait if it is due when the schedule starts. */
  readonly startDelayMs: readonly [min: number, max: number]
}

/** A recurring job. Whether it is due depends on the store and the clock, not on the process. */
export interface RecurringJob {
  /** Returns the run that is due now, unless an instance has already done it. */
  due(): Promise<DueRun | undefined>
  /**
   * Stores the start of a pending run (epoch milliseconds). Called at least every 30 seconds while it is
   * pending; must not reject.
   */
  recordPlan?(at: number): Promise<void>
  /**
   * Returns the minimum number of milliseconds to wait after such a failure.
   * @default Ten minutes.
   */
  retryMs?(error: unknown): number | undefined
  /** Runs the job unless another instance already has. It is retried later if it rejects. */
  run(due: number, signal: AbortSignal): Promise<unknown>
}

/** A job that is due a fixed time after its last run by any instance. */
export interface PeriodicJob extends Pick<DueRun, 'startDelayMs'> {
  /** Milliseconds between two runs. */
  readonly everyMs: number
  /** Reads from the store when the job last ran, in epoch milliseconds; `undefined` if it never did. */
  lastAt(): Promise<number | undefined>
  run(signal: AbortSignal): Promise<unknown>
}

/** Stops a schedule; resolves once a run in progress has stopped. */
export type Stop = () => Promise<void>

const TICK_MS = seconds(30)
const [RETRY_MS, MAX_RETRY_MS] = [minutes(10), minutes(160)]

/** A due run that is delayed, after the start of the schedule or a failure; epoch milliseconds. */
interface PendingRun {
  readonly due: number
  readonly since: number
  readonly until: number
  /** Minimum number of milliseconds to wait if it fails again. */
  readonly retryMs: number
}

/**
 * Returns whether a job that runs every `everyMs` milliseconds ran too recently to be due. A last run more
 * than a day or a period ahead comes from a clock that has since been set back, and does not count.
 */
export function isRecentRun(lastAt: number | undefined, everyMs: number, now: number): boolean {
  return lastAt !== undefined && now < lastAt + everyMs && lastAt - now <= Math.min(everyMs, days(1))
}

/** Converts a periodic job to a recurring job. */
export function periodic(
  { everyMs, startDelayMs, lastAt, run }: PeriodicJob,
  now: () => number,
): RecurringJob {
  let last: number | undefined
  return {
    async due() {
      // Other instances only postpone the due time, so the store is read again when the due time has passed.
      if (!isRecentRun(last, everyMs, now())) last = await lastAt()
      return isRecentRun(last, everyMs, now()) ? undefined : { at: last ?? 0, startDelayMs }
    },
    run: (_, signal) => run(signal),
  }
}

/**
 * Repeats work until stopped, with a pause after each run. A failure is reported and does not end the
 * repetition.
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<unknown>,
  pauseMs: () => number,
  { sleep = pause, onError }: Pick<ScheduleOptions, 'sleep' | 'onError'>,
): Stop {
  const controller = new AbortController()
  const { signal } = controller
  const stopped = repeatUntilStopped()
  return async () => {
    controller.abort()
    await stopped
  }

  async function repeatUntilStopped(): Promise<void> {
    while (!signal.aborted) {
      try {
        await work(signal)
      } catch (error) {
        if (signal.aborted) return
        onError(error)
      }
      await sleep(pauseMs(), signal)
    }
  }
}

/**
 * Runs a job whenever it is due. This is checked at least every 30 seconds rather than by one long timer, to
 * follow a clock that is set and a machine that slept. A failed run is retried after 10 minutes, then 20, 40,
 * 80 and 160; sooner if the job says so.
 */
export function runSchedule(job: RecurringJob, options: ScheduleOptions): Stop {
  const { now, random = Math.random, onError } = options
  const scheduledAt = now()
  let isFirstTick = true
  let pending: PendingRun | undefined
  const pauseMs = () => (pending && isPending(pending) ? Math.min(pending.until - now(), TICK_MS) : TICK_MS)
  return repeat(tick, pauseMs, options)

  async function tick(signal: AbortSignal): Promise<void> {
    const due = await job.due()
    if (due?.at !== pending?.due) pending = due && isFirstTick ? delayFirstRun(due) : undefined
    isFirstTick = false
    if (!due) return
    if (!pending || !isPending(pending)) {
      try {
        await job.run(due.at, signal)
        pending = undefined
      } catch (error) {
        if (signal.aborted) return
        // Another instance is running it; the next tick checks whether it is done.
        if (error instanceof JobLockedError) {
          pending = undefined
          return
        }
        pending = delayRetry(due, Math.max(pending?.retryMs ?? 0, job.retryMs?.(error) ?? RETRY_MS))
        onError(error)
      }
    }
    if (pending) await job.recordPlan?.(pending.until)
  }

  function delayFirstRun({ at, startDelayMs: [min, max] }: DueRun): PendingRun {
    const until = scheduledAt + min + random() * (max - min)
    return { due: at, since: scheduledAt, until, retryMs: 0 }
  }

  function delayRetry({ at }: DueRun, delayMs: number): PendingRun {
    const since = now()
    return { due: at, since, until: since + delayMs, retryMs: Math.min(2 * delayMs, MAX_RETRY_MS) }
  }

  /** Also returns false before `since`, as a clock that is set back must not prolong the delay. */
  function isPending({ since, until }: PendingRun): boolean {
    return isWithin(since, until, now())
  }
}

/** Returns a function that stops several schedules at once. */
export function stopAll(stops: readonly Stop[]): Stop {
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
