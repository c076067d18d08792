import { buildReport, type ReportContent } from '#debris/reports/build-report'
import { keepReport, withRevision } from '#debris/reports/kept-reports'
import { daysOf, isMonth, monthBefore, monthOf } from '#debris/reports/month'
import type { MonthlyReport } from '#debris/reports/report'
import { readReportCatalogue } from '#debris/reports/report-catalogue'
import { ShellDays } from '#debris/shells/shell-days'
import type { Context } from '#kit/context'
import { InvalidOptionError, JobRejectedError } from '#kit/errors'
import { utcDay } from '#kit/time'
import { runExclusive } from '#storage/lease/run-exclusive'
import { endOfMonth } from '#storage/records/months'

/** Options of the job that makes a monthly report. */
export interface ReportOptions {
  /**
   * Month, such as `2026-11`.
   * @default the last one that has ended, UTC
   */
  readonly month?: string
  /**
   * Whether to return the report of a month, ended or not, without keeping it.
   * @default false
   */
  readonly preview?: boolean
  /**
   * Name of this instance, shown to other processes while the job runs.
   * @default `instance` and a random id
   */
  readonly instanceName?: string
}

/** What the job has made. */
export interface MadeReport {
  readonly report: MonthlyReport
  /** Whether it is a new revision: not if nothing has changed since the last, nor of a preview. */
  readonly isNew: boolean
}

/** Name of the job in lease keys. */
const REPORT_JOB = 'report'

/**
 * Makes the report of a month that has ended and keeps it, as the next revision if it differs from the last.
 * @throws InvalidOptionError for anything but a month, and for one that has not ended, except for a preview.
 * @throws JobLockedError if the job is already running on the store.
 * @throws JobRejectedError if the month has no day with a run.
 * @throws Problem if the store fails.
 */
export async function makeReport(context: Context, options: ReportOptions = {}): Promise<MadeReport> {
  const { month = monthBefore(monthOf(context.now())), preview = false, instanceName } = options
  if (!isMonth(month)) throw new InvalidOptionError('month: a month such as 2026-11')
  if (preview)
    return { report: withRevision(await composeReport(month, context), 1, context.now()), isNew: false }
  if (context.now() < endOfMonth(month)) throw new InvalidOptionError(`month: ${month} has not ended`)
  const made = await runExclusive(REPORT_JOB, instanceName, context, async () =>
    keepReport(await composeReport(month, context), context),
  )
  return made as MadeReport
}

async function composeReport(month: string, context: Context): Promise<ReportContent> {
  const kept = new ShellDays(context.store, context.settings.originsId)
  const [first = '', last = ''] = [daysOf(month)[0], daysOf(month).at(-1)]
  const summaries = await kept.list(first, last)
  const lastDay = summaries.at(-1)?.day
  if (lastDay === undefined) throw new JobRejectedError(`there is no run of a day in ${month}`)
  const changes = summaries.map(async ({ day }) => ({ day, changes: await kept.readChanges(day) }))
  return buildReport({
    month,
    until: utcDay(context.now()),
    summaries,
    before: await kept.lastBefore(first),
    changes: (await Promise.all(changes)).flatMap(({ day, changes }) =>
      changes ? [{ day, ...changes }] : [],
    ),
    catalogue: await readReportCatalogue(lastDay, context),
  })
}
