import { pause } from '#stopping'
import { lasts, minutes, seconds } from '#time'

/** What a schedule needs of the world. */
export interface ScheduleWorld {
  /** Epoch milliseconds by the wall clock, which may jump. */
  readonly now: () => number
  /** Waits about this long, or until the schedule is stopped; default: a timer. */
  readonly sleep?: (ms: number, stopped: AbortSignal) => Promise<void>
  /** From 0 to 1: how long, between the least and the most, a job that is due at the start waits. Default: by chance. */
  readonly random?: () => number
  readonly onError: (error: unknown) => void
}

/** A run that is due. */
interface Due {
  /** The instant at which it became due, by which it is told from the one before; epoch milliseconds. */
  readonly at: number
  /** How long a process that finds it due as it begins waits, in milliseconds. */
  readonly firstMs: readonly [least: number, most: number]
}

/** A job that comes round: whether it is due is known by the store and the clock, not by the process. */
export interface RecurringJob {
  /** The run that is due now and that no instance has done. */
  due(): Promise<Due | undefined>
  /** Told at least every 30 seconds while a run that is due waits: when it begins, in epoch milliseconds. Never rejects. */
  planned?(at: number): Promise<void>
  /** Runs it unless another instance has; a rejection is tried again later. */
  run(due: number, stopped: AbortSignal): Promise<unknown>
}

/** Ends a schedule, and waits until a run that is under way has stopped. */
export type Stop = () => Promise<void>

const TICK_MS = seconds(30)
const [RETRY_MS, LONGEST_RETRY_MS] = [minutes(10), minutes(160)]

/** A run that is due and waits, since the process has just begun or the run has failed; epoch milliseconds. */
interface Wait {
  readonly due: number
  readonly since: number
  readonly until: number
  /** How long it waits if it fails once more. */
  readonly retryMs: number
}

/**
 * Runs a job whenever it is due, which is looked at every 30 seconds at least, so that a clock that is set and a machine that
 * slept are seen. One that fails is run again after 10 minutes, 20, 40 and so on.
 */
export function keepSchedule(job: RecurringJob, world: ScheduleWorld): Stop {
  const { now, sleep = pause, random = Math.random, onError } = world
  const stopping = new AbortController()
  const { signal } = stopping
  const begun = now()
  let isNew = true
  let wait: Wait | undefined
  const running = keepTime()
  return async () => {
    stopping.abort()
    await running
  }

  async function keepTime(): Promise<void> {
    while (!signal.aborted) {
      try {
        await tick()
      } catch (error) {
        if (signal.aborted) return
        onError(error)
      }
      await sleep(wait && isWaiting(wait) ? Math.min(wait.until - now(), TICK_MS) : TICK_MS, signal)
    }
  }

  async function tick(): Promise<void> {
    const due = await job.due()
    if (due?.at !== wait?.due) wait = due && isNew ? firstWait(due) : undefined
    isNew = false
    if (!due) return
    if (!wait || !isWaiting(wait)) {
      try {
        await job.run(due.at, signal)
        wait = undefined
      } catch (error) {
        if (signal.aborted) return
        wait = waitAfter(due, wait?.retryMs ?? RETRY_MS)
        onError(error)
      }
    }
    if (wait) await job.planned?.(wait.until)
  }

  function firstWait({ at, firstMs: [least, most] }: Due): Wait {
    const until = begun + least + random() * (most - least)
    return { due: at, since: begun, until, retryMs: RETRY_MS }
  }

  function waitAfter({ at }: Due, waitMs: number): Wait {
    const since = now()
    return { due: at, since, until: since + waitMs, retryMs: Math.min(2 * waitMs, LONGEST_RETRY_MS) }
  }

  /** A clock that was set back makes no run wait twice as long. */
  function isWaiting({ since, until }: Wait): boolean {
    return lasts(since, until, now())
  }
}
