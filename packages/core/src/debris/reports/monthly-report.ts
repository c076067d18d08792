import { keptReports } from '#debris/reports/kept-reports'
import { monthBefore, monthOf, monthStart } from '#debris/reports/month'
import { JobRejectedError } from '#kit/errors'
import { runSchedule, type ScheduleContext, type Stop } from '#kit/schedule'
import { hours, minutes } from '#kit/time'

/** Processes that restart every minute do not each begin with it. */
const START_DELAY_MS = [minutes(2), minutes(3)] as const
/** How long after the end of a month its report waits for the run of that night. */
const LONGEST_WAIT_MS = hours(12)

/**
 * Makes the report of a month on the 1st of the next, after the shells of that night or 12 hours without
 * them, until stopped; later in that month if it was missed.
 */
export function scheduleMonthlyReport(
  context: ScheduleContext,
  options: { readonly instanceName?: string } = {},
): Stop {
  // The month that needs no report any more, so that the store is not read every 30 seconds.
  let settled = ''
  const job = {
    async due() {
      const now = context.now()
      const month = monthBefore(monthOf(now))
      const at = monthStart(monthOf(now))
      if (month === settled) return undefined
      if (await keptReports(context).find(month)) {
        settled = month
        return undefined
      }
      const isNightDone = now >= at + LONGEST_WAIT_MS || (await hasRunSince(at, context))
      return isNightDone ? { at, startDelayMs: START_DELAY_MS } : undefined
    },
    async run(due: number) {
      const month = monthBefore(monthOf(due))
      const { makeReport } = await import('#debris/long-jobs')
      try {
        await makeReport(context, { ...options, month })
      } catch (error) {
        if (!(error instanceof JobRejectedError)) throw error
      }
      settled = month
    },
  }
  return runSchedule(job, context)
}

async function hasRunSince(at: number, context: ScheduleContext): Promise<boolean> {
  const run = await context.debris.shells.current(context.now())
  return run !== undefined && run.computedAt >= at
}
