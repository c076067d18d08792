import { pause } from '#kit/abort'
import type { Context } from '#kit/context'
import { JobLockedError } from '#kit/errors'
import { isWithin, minutes, seconds } from '#kit/time'

/** Options of a schedule. */
export interface ScheduleOptions {
  /** Epoch milliseconds by the wall clock, which may jump. */
  readonly now: () => number
  /**
   * Waits about `ms` milliseconds, or until the signal is aborted.
   * @default A timer.
   */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /**
   * Returns a number from 0 to 1: where the start delay lies between its minimum and its maximum.
   * @default Math.random
   */
  readonly random?: () => number
  readonly onError: (error: unknown) => void
}

/** The context of a scheduled job, with the options that only tests set. */
export type ScheduleContext = Context & Omit<ScheduleOptions, keyof Context>

/** A run that is due. */
interface DueRun {
  /** When it became due, in epoch milliseconds; identifies the run. */
  readonly at: number
  /** Milliseconds to wait if it is due when the schedule starts. */
  readonly startDelayMs: readonly [min: number, max: number]
}

/** A recurring job. Whether it is due depends on the store and the clock, never on the process. */
export interface RecurringJob {
  /** Returns the run that is due now, unless an instance has already done it. */
  due(): Promise<DueRun | undefined>
  /**
   * Stores when a pending run starts (epoch milliseconds). Called at least every 30 seconds while it is
   * pending; must not reject.
   */
  recordPlan?(at: number): Promise<void>
  /** Runs the job unless another instance already has. It is retried later if it rejects. */
  run(due: number, signal: AbortSignal): Promise<unknown>
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
  /** Milliseconds to wait if it fails again. */
  readonly retryMs: number
}

/**
 * Runs a job whenever it is due. This is checked at least every 30 seconds rather than by one long timer, to
 * follow a clock that is set and a machine that slept. A failed run is retried after 10 minutes, then 20, 40,
 * 80 and 160.
 */
export function runSchedule(job: RecurringJob, options: ScheduleOptions): Stop {
  const { now, sleep = pause, random = Math.random, onError } = options
  const controller = new AbortController()
  const { signal } = controller
  const scheduledAt = now()
  let isFirstTick = true
  let pending: PendingRun | undefined
  const stopped = runUntilStopped()
  return async () => {
    controller.abort()
    await stopped
  }

  async function runUntilStopped(): Promise<void> {
    while (!signal.aborted) {
      try {
        await tick()
      } catch (error) {
        if (signal.aborted) return
        onError(error)
      }
      await sleep(pending && isPending(pending) ? Math.min(pending.until - now(), TICK_MS) : TICK_MS, signal)
    }
  }

  async function tick(): Promise<void> {
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
        pending = delayRetry(due, pending?.retryMs ?? RETRY_MS)
        onError(error)
      }
    }
    if (pending) await job.recordPlan?.(pending.until)
  }

  function delayFirstRun({ at, startDelayMs: [min, max] }: DueRun): PendingRun {
    const until = scheduledAt + min + random() * (max - min)
    return { due: at, since: scheduledAt, until, retryMs: RETRY_MS }
  }

  function delayRetry({ at }: DueRun, delayMs: number): PendingRun {
    const since = now()
    return { due: at, since, until: since + delayMs, retryMs: Math.min(2 * delayMs, MAX_RETRY_MS) }
  }

  /** `false` before `since`, too: a clock that is set back must not prolong the delay. */
  function isPending({ since, until }: PendingRun): boolean {
    return isWithin(since, until, now())
  }
}
