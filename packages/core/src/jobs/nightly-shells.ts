import type { Context } from '#context'
import { JobBusy } from '#jobs/job-errors'
import { isOfNight, lastPull } from '#jobs/night'
import { type PropagateShellsOptions, propagateForNight } from '#jobs/propagate-shells'
import { nightlySchedule, type Stop } from '#jobs/schedule'

/** What a schedule may be told of how to run the job; what it runs on is the catalogue of the night. */
export type NightlyOptions = Omit<PropagateShellsOptions, 'catalogue' | 'acceptSize' | 'at' | 'signal'>

/** Propagates the shells every night at 03:17 UTC until it is stopped. */
export function nightlyShells(context: Context, options: NightlyOptions = {}): Stop {
  const job = {
    isDone: async (due: number) => isOfNight(due, await lastPull(context), context.now()),
    async run(due: number, signal: AbortSignal) {
      try {
        await propagateForNight(due, context, { ...options, signal })
      } catch (error) {
        // Another instance is at it: the next tick will see what came of it.
        if (!(error instanceof JobBusy)) throw error
      }
    },
  }
  return nightlySchedule(job, context)
}
