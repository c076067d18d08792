import type { Context } from '#context'
import { checkIfDue, dueAt, isDue } from '#jobs/check-upstreams'
import { JobBusy } from '#jobs/job-errors'
import { keepSchedule, type ScheduleWorld, type Stop } from '#jobs/schedule'
import { minutes } from '#time'
import { isMirror } from '#upstreams/providers'

/** A process that ends within minutes, or begins anew every few, asks no provider for a check. */
const FIRST_MS = minutes(5)

/** Verifies the upstreams a week after the last check of any instance, until it is stopped; on a mirror never. */
export function weeklyCheck(context: Context & Omit<ScheduleWorld, keyof Context>, who?: string): Stop {
  if (isMirror(context)) return async () => {}
  // Other instances only put it off, so the store is looked at again when what we know of has come.
  let known: number | null = null
  const job = {
    async isDone() {
      known = await dueAt(context)
      return !isDue(known, context.now())
    },
    async run(_: number, signal: AbortSignal) {
      try {
        await checkIfDue(context, { ...(who !== undefined && { who }), signal })
      } catch (error) {
        // Another instance is at it: the next tick will see what came of it.
        if (!(error instanceof JobBusy)) throw error
      }
    },
  }
  const due = (now: number) => (isDue(known, now) ? (known ?? 0) : undefined)
  return keepSchedule(job, { dueAt: due, firstMs: FIRST_MS }, context)
}
