import type { Context } from '#context'
import { JobBusy } from '#jobs/job-errors'
import { dueNight, published } from '#jobs/night'
import { type PropagateShellsOptions, propagateForNight } from '#jobs/propagate-shells'
import { keepSchedule, type ScheduleWorld, type Stop } from '#jobs/schedule'
import { minutes } from '#time'

/** What a schedule may be told of how to run the job; what it runs on is the catalogue of the night. */
export interface NightlyOptions
  extends Omit<PropagateShellsOptions, 'catalogue' | 'acceptSize' | 'at' | 'signal'> {
  /**
   * How long after the start the first run begins where there are no shells to serve, in milliseconds. Default one minute, so
   * that a process that is restarted all the time never asks the provider for a whole catalogue.
   */
  readonly firstAfterMs?: number
}

/**
 * Propagates the shells every night at 03:17 UTC until it is stopped. A night that was missed is made up for until midnight, a
 * minute or two after the start; where there are no shells to serve, the first run begins at any time of day.
 */
export function nightlyShells(
  context: Context & Omit<ScheduleWorld, keyof Context>,
  { firstAfterMs = minutes(1), ...options }: NightlyOptions = {},
): Stop {
  const job = {
    async due() {
      const found = await published(context)
      const at = dueNight(found, context.now())
      if (at === undefined) return undefined
      const firstMs = found.served
        ? ([minutes(1), minutes(2)] as const)
        : ([firstAfterMs, firstAfterMs] as const)
      return { at, firstMs }
    },
    planned: (at: number) => context.shellJob.notePlan(at),
    async run(due: number, signal: AbortSignal) {
      try {
        await propagateForNight(due, context, { ...options, signal })
      } catch (error) {
        // Another instance is at it: the next tick will see what came of it.
        if (!(error instanceof JobBusy)) throw error
      }
    },
  }
  return keepSchedule(job, context)
}
