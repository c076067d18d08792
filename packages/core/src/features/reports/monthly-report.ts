import type { DebrisContext } from '#features/debris/context'
import { ShellDays } from '#features/debris/shells/shell-days'
import { keptReports } from '#features/reports/kept-reports'
import { daysOf, monthBefore, monthOf, monthStart } from '#features/reports/month'
import type { RecurringJob } from '#kernel/kit/schedule'
import { hours, minutes } from '#kernel/kit/time'

/** Prevents processes that restart every minute from generating a report after each start. */
const START_DELAY_MS = [minutes(2), minutes(3)] as const
/** Maximum time after the end of a month for which its report waits for the run of that night. */
const LONGEST_WAIT_MS = hours(12)

/**
 * Generates the report of a month on the 1st of the next month, after the shells of that night or, without
 * them, after 12 hours. A missed report is generated later in that month.
 */
export function monthlyReport(
  context: DebrisContext,
  options: { readonly instanceName?: string } = {},
): RecurringJob {
  // The month that needs no further report, so that the store is not read every 30 seconds.
  let settled = ''
  return {
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
      // A store that is newer than the month has nothing to report, which is not a failure.
      if (await hasDays(month, context)) {
        const { makeReport } = await import('#features/reports/make-report')
        await makeReport(context, { ...options, month })
      }
      settled = month
    },
  }
}

/** Returns whether any day of a month had a run. */
async function hasDays(month: string, { store, settings }: DebrisContext): Promise<boolean> {
  const days = daysOf(month)
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return (await new ShellDays(store, settings.originsId).list(first, last)).length > 0
}

async function hasRunSince(at: number, context: DebrisContext): Promise<boolean> {
  const run = await context.debris.shells.current(context.now())
  return run !== undefined && run.computedAt >= at
}
