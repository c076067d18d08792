import type { ReportContent } from '#debris/reports/build-report'
import type { MonthlyReport } from '#debris/reports/report'
import { Reports } from '#debris/reports/report-records'
import type { Context } from '#kit/context'
import { iso } from '#kit/time'

/** Returns the reports that are kept for an instance. */
export function keptReports({
  store,
  settings,
}: Pick<Context, 'store' | 'settings'>): Reports<MonthlyReport> {
  return new Reports<MonthlyReport>(store, settings.originsId)
}

/**
 * Keeps a report: as the first revision of its month, as the next one if anything but the time of its
 * catalogue differs from the current, or not at all.
 * @returns The current revision, and whether it is new.
 */
export async function keepReport(
  content: ReportContent,
  context: Context,
): Promise<{ readonly report: MonthlyReport; readonly isNew: boolean }> {
  const reports = keptReports(context)
  const current = await reports.read(content.month)
  if (current && isSameContent(current, content)) return { report: current, isNew: false }
  const report = withRevision(content, (current?.revision ?? 0) + 1, context.now())
  await reports.put(report)
  return { report, isNew: true }
}

/** Returns the report of a content; `at` is when it was made, in epoch milliseconds. */
export function withRevision(content: ReportContent, revision: number, at: number): MonthlyReport {
  const { month, ...rest } = content
  return { month, revision, generated_at: iso(at), ...rest }
}

function isSameContent(report: MonthlyReport, content: ReportContent): boolean {
  const { revision: _revision, generated_at: _generated, ...kept } = report
  const { catalogued_at } = content
  return JSON.stringify({ ...kept, catalogued_at }) === JSON.stringify(content)
}
