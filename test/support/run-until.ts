import { type RecurringJob, runSchedule } from '../../packages/core/src/kernel/kit/schedule.ts'
import type { TestContext } from './context.ts'
import { turns } from './turns.ts'

interface Steps {
  /** By how much the clock goes on while the schedule waits for so many milliseconds. */
  readonly step?: (ms: number) => number
  /** Turns of the event loop before that, in which whatever else is under way comes to its end. */
  readonly turns?: number
  /** Whether this instance moves the clock, which several may share. */
  readonly movesClock?: boolean
}

/** Runs the schedule of an instance until an instant, on a clock that goes on whenever the schedule waits. */
export async function runUntil(
  until: number,
  job: RecurringJob,
  context: TestContext,
  { step = (ms) => ms, turns: count = 1, movesClock = true }: Steps = {},
): Promise<void> {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const sleep = async (ms: number, stopped: AbortSignal) => {
    await turns(count)
    if (movesClock) context.time.at += step(ms)
    if (context.time.at < until) return
    end()
    if (!stopped.aborted) await new Promise((resolve) => stopped.addEventListener('abort', resolve))
  }
  const stop = runSchedule(job, { ...context, sleep, random: () => 0.5 })
  await ended
  await stop()
}
