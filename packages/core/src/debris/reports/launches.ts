import { groupByLaunch } from '#catalogue/elements/launch-designator'
import type { MonthlyReport } from '#debris/reports/report'
import type { ReportObject } from '#debris/reports/report-input'

/** Returns the launches of a month that brought objects that are still catalogued, by date. */
export function launchesOf(month: string, objects: readonly ReportObject[]): MonthlyReport['launches'] {
  const launched = objects.filter(({ launch_date }) => launch_date?.startsWith(month))
  return [...groupByLaunch(launched)]
    .map(([launch, members]) => ({
      launch,
      launch_date: members[0]?.launch_date ?? `${month}-01`,
      owners: [...new Set(members.map(({ owner }) => owner).filter((owner) => owner !== null))].sort(),
      objects_count: members.length,
    }))
    .sort((one, other) =>
      `${one.launch_date} ${one.launch}` < `${other.launch_date} ${other.launch}` ? -1 : 1,
    )
}
