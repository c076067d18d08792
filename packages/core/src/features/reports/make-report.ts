import type { DebrisContext } from '#features/debris/context'
import { ShellDays } from '#features/debris/shells/shell-days'
import { buildReport, type ReportContent } from '#features/reports/build-report'
import { keepReport, withRevision } from '#features/reports/kept-reports'
import { daysOf, isMonth, monthBefore, monthOf } from '#features/reports/month'
import type { MonthlyReport } from '#features/reports/report'
import { readReportCatalogue } from '#features/reports/report-catalogue'
import { InvalidOptionError, JobRejectedError } from '#kernel/kit/errors'
import { utcDay } from '#kernel/kit/time'
import { runExclusive } from '#kernel/storage/lease/run-exclusive'
import { endOfMonth } from '#kernel/storage/records/months'

/** Options of the job that generates a monthly report. */
export interface ReportOptions {
  /**
   * Month, such as `2026-11`.
   * @default the last month that has ended, UTC
   */
  readonly month?: string
  /**
   * Whether to return the report of any month, ended or not, without storing it.
   * @default false
   */
  readonly preview?: boolean
  /**
   * Name of this instance, shown to other processes while the job runs.
   * @default `instance` and a random id
   */
  readonly instanceName?: string
}

/** Result of the job. */
export interface MadeReport {
  readonly report: MonthlyReport
  /**
   * Whether it is a new revision. False if nothing has changed since the last revision, and for a preview.
   */
  readonly isNew: boolean
}

/** Name of the job in lease keys. */
const REPORT_JOB = 'report'

/**
 * Generates the report of a month that has ended and stores it as the next revision if it differs from the
 * last one.
 * @throws InvalidOptionError for a value that is not a month, and, except for a preview, for a month that has
 *   not ended.
 * @throws JobLockedError if the job is already running on the store.
 * @throws JobRejectedError if the month has no day with a run.
 * @throws Problem if the store fails.
 */
export async function makeReport(context: DebrisContext, options: ReportOptions = {}): Promise<MadeReport> {
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

async function composeReport(month: string, context: DebrisContext): Promise<ReportContent> {
  const kept = new ShellDays(context.store, context.settings.originsId)
  const [first = '', last = ''] = [daysOf(month)[0], daysOf(month).at(-1)]
  const summaries = await kept.list(first, last)
  const lastDay = summaries.at(-1)?.day
  if (lastDay === undefined) throw new JobRejectedError(`no day in ${month} has a run`)
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
