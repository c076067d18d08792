import type { Context } from '#context'
import { checkIfDue, dueAt, isDue } from '#jobs/check-upstreams'
import { JobBusy } from '#jobs/job-errors'
import { keepSchedule, type ScheduleWorld, type Stop } from '#jobs/schedule'
import { minutes } from '#time'
import { isMirror } from '#upstreams/providers'

/** A process that ends within minutes, or begins anew every few, asks no provider for a check. */
const FIRST_MS = [minutes(5), minutes(6)] as const

/** Verifies the upstreams a week after the last check of any instance, until it is stopped; on a mirror never. */
export function weeklyCheck(context: Context & Omit<ScheduleWorld, keyof Context>, who?: string): Stop {
  if (isMirror(context)) return async () => {}
  // Other instances only put it off, so the store is looked at again when what we know of has come.
  let known: number | null = null
  const isDueNow = () => isDue(known, context.now())
  const job = {
    async due() {
      if (isDueNow()) known = await dueAt(context)
      return isDueNow() ? { at: known ?? 0, firstMs: FIRST_MS } : undefined
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
  return keepSchedule(job, context)
}
