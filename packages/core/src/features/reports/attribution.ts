import type { DaySummary } from '#features/debris/diff/day-summary'
import type { MonthlyReport } from '#features/reports/report'
import type { ChangesOfDay, ReportInput } from '#features/reports/report-input'

interface Attribution {
  /** Changes since `startDay`, which add up to the changes in the box score. */
  readonly attributed: readonly ChangesOfDay[]
  readonly not_attributed: MonthlyReport['not_attributed']
}

/**
 * Divides the changes of a month into changes since a day and changes over spans that begin before it. It is
 * unknown how much of the latter belongs to the month.
 */
export function attribute({ before, summaries, changes }: ReportInput, startDay: string): Attribution {
  const spans = changes.map((change) => ({ change, from: runBefore(change.day, before, summaries)?.day }))
  return {
    attributed: spans.flatMap(({ change, from = '' }) => (from >= startDay ? [change] : [])),
    not_attributed: spans
      .filter(({ from = '' }) => from < startDay)
      .map(({ change: { day, added, removed }, from = null }) => {
        return { from, to: day, added_count: added.length, removed_count: removed.length }
      })
      .filter(({ added_count, removed_count }) => added_count + removed_count > 0),
  }
}

/** Returns the last day before a day that has a run. */
function runBefore(
  day: string,
  before: DaySummary | undefined,
  summaries: readonly DaySummary[],
): DaySummary | undefined {
  return summaries.findLast((summary) => summary.day < day) ?? before
}
