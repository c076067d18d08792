import { pause } from '#stopping'
import { minutes, nextShellRun, seconds, utcDay } from '#time'

/** What a schedule needs of the world. */
export interface ScheduleWorld {
  /** Epoch milliseconds by the wall clock, which may jump. */
  readonly now: () => number
  /** Waits about this long, or until the schedule is stopped; default: a timer. */
  readonly sleep?: (ms: number, stopped: AbortSignal) => Promise<void>
  /** From 0 to 1: how much of a minute a run that was missed waits. Default: by chance. */
  readonly random?: () => number
  readonly onError: (error: unknown) => void
}

/** A job that comes round: whether it is done is known by the store, not by the process. */
export interface RecurringJob {
  isDone(due: number): Promise<boolean>
  /** Runs it unless another instance has; a rejection is tried again later. */
  run(due: number, stopped: AbortSignal): Promise<unknown>
}

/** When a job is due. */
interface Due {
  /** The instant at which it became due, by which it is told from the one before; `undefined` while it is not. */
  readonly dueAt: (now: number) => number | undefined
  /** How long a job that is due when the process begins waits at least, in milliseconds. */
  readonly firstMs: number
}

/** Ends a schedule, and waits until a run that is under way has stopped. */
export type Stop = () => Promise<void>

const TICK_MS = seconds(30)
/** A process that ends at once, or begins anew all the time, asks no provider for a whole catalogue. */
const FIRST_NIGHT_MS = minutes(1)
const JITTER_MS = seconds(60)
const [RETRY_MS, LONGEST_RETRY_MS] = [minutes(10), minutes(160)]

/**
 * Runs a job once a UTC day, from 03:17 on by the wall clock, which is looked at every 30 seconds at least; a run that
 * was missed is made up for until midnight, a minute or two after the start. Before 03:17 nothing is due: the day's own run is near.
 */
export function nightlySchedule(job: RecurringJob, world: ScheduleWorld): Stop {
  return keepSchedule(job, { dueAt: dueTonight, firstMs: FIRST_NIGHT_MS }, world)
}

/** Runs a job whenever it is due by the wall clock, and one that fails again after 10 minutes, 20, 40 and so on. */
export function keepSchedule(job: RecurringJob, { dueAt, firstMs }: Due, world: ScheduleWorld): Stop {
  const { now, sleep = pause, random = Math.random, onError } = world
  const stopping = new AbortController()
  const { signal } = stopping
  let tried: { due: number; at: number; waitMs: number } | undefined
  const running = keepTime()
  return async () => {
    stopping.abort()
    await running
  }

  async function keepTime(): Promise<void> {
    if (dueAt(now()) !== undefined) await inTicks(firstMs + random() * JITTER_MS)
    while (!signal.aborted) {
      await tick()
      await inTicks(TICK_MS)
    }
  }

  async function tick(): Promise<void> {
    const due = dueAt(now())
    if (due === undefined || isTooSoon(due)) return
    try {
      if (await job.isDone(due)) return
      await job.run(due, signal)
      tried = undefined
    } catch (error) {
      if (signal.aborted) return
      const waitMs = tried?.due === due ? Math.min(2 * tried.waitMs, LONGEST_RETRY_MS) : RETRY_MS
      tried = { due, at: now(), waitMs }
      onError(error)
    }
  }

  /** A clock that was set back makes no run wait longer. */
  function isTooSoon(due: number): boolean {
    return tried?.due === due && now() >= tried.at && now() < tried.at + tried.waitMs
  }

  /** A clock that is set, or a machine that slept, is seen within a tick. */
  async function inTicks(ms: number): Promise<void> {
    for (let left = ms; left > 0 && !signal.aborted; left -= TICK_MS) {
      await sleep(Math.min(left, TICK_MS), signal)
    }
  }
}

/** Today's 03:17 UTC once it has come. */
function dueTonight(now: number): number | undefined {
  const next = nextShellRun(now)
  return utcDay(next) === utcDay(now) ? undefined : nextShellRun(now - minutes(24 * 60))
}
