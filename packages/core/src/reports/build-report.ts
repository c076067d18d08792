import { type ObjectType, objectTypes } from '#orbit/element-set'
import { boxScore } from '#reports/box-score'
import { debrisClusters, newlyNumbered } from '#reports/clusters'
import { collisionsOf } from '#reports/collisions'
import { densityChanges, isSameGrid, latitudeAltitude } from '#reports/density-changes'
import { departures } from '#reports/departures'
import { launchesOf } from '#reports/launches'
import { method, notComputable, sources } from '#reports/method'
import { daysOf } from '#reports/month'
import type { MonthlyReport } from '#reports/report'
import type { ReportInput } from '#reports/report-input'
import { iso } from '#time'

/** The content of a report: all of it but the number of its revision and when it was made. */
export type ReportContent = Omit<MonthlyReport, 'revision' | 'generated_at'>

/**
 * Makes the report of a month; a pure function of its input.
 * @throws RangeError if the month has no day with a run.
 */
export function buildReport(input: ReportInput): ReportContent {
  const { month, until, summaries, before, changes, catalogue } = input
  const [first, last] = [summaries[0], summaries.at(-1)]
  if (!first || !last) throw new RangeError(`there is no run in ${month}`)
  const candidates = before ? [before, ...summaries] : summaries
  const start = candidates.find(({ grid }) => isSameGrid(grid, last.grid)) ?? last
  const known = new Set(summaries.map(({ day }) => day))
  const fresh = newlyNumbered(changes)
  return {
    month,
    catalogued_at: iso(catalogue.fetchedAt),
    source: last.source,
    start_day: start.day,
    first_day: first.day,
    last_day: last.day,
    days_with_data: summaries.length,
    missing_days: daysOf(month).filter((day) => day <= until && !known.has(day)),
    box_score: boxScore(start, last),
    launches: launchesOf(month, catalogue.objects),
    ...departures(changes, catalogue),
    density: densityChanges(start, last),
    latitude_altitude: latitudeAltitude(last),
    newly_numbered: {
      count: fresh.length,
      by_type: countByType(fresh),
      clusters: debrisClusters(fresh, catalogue.objects),
    },
    collisions: collisionsOf(last),
    not_computable: [...notComputable],
    method: [...method],
    sources: [...sources],
  }
}

function countByType(objects: readonly { readonly object_type: ObjectType }[]) {
  const countOf = (type: ObjectType) => objects.filter(({ object_type }) => object_type === type).length
  return Object.fromEntries(objectTypes.map((type) => [type, countOf(type)])) as Record<ObjectType, number>
}
