import { type ObjectType, objectTypes } from '#catalogue/elements/element-set'
import { attribute } from '#debris/reports/attribution'
import { balanceOf } from '#debris/reports/balance'
import { boxScore } from '#debris/reports/box-score'
import { debrisClusters } from '#debris/reports/clusters'
import { collisionsOf } from '#debris/reports/collisions'
import { coverageOf } from '#debris/reports/coverage'
import { densityChanges, isSameGrid, latitudeAltitude } from '#debris/reports/density-changes'
import { departures } from '#debris/reports/departures'
import { launchesOf } from '#debris/reports/launches'
import { method, notComputable, sources } from '#debris/reports/method'
import { daysOf, monthStart } from '#debris/reports/month'
import type { MonthlyReport } from '#debris/reports/report'
import type { ReportInput } from '#debris/reports/report-input'
import { days, iso } from '#kit/time'

/** How long before a month the day may be that it is compared with, in days. */
const LONGEST_GAP_DAYS = 3

/** The content of a report: all of it but the number of its revision and when it was made. */
export type ReportContent = Omit<MonthlyReport, 'revision' | 'generated_at'>

/**
 * Makes the report of a month; a pure function of its input.
 * @throws RangeError if the month has no day with a run.
 */
export function buildReport(input: ReportInput): ReportContent {
  const { month, until, summaries, before, catalogue } = input
  const [first, last] = [summaries[0], summaries.at(-1)]
  if (!first || !last) throw new RangeError(`there is no run in ${month}`)
  const isNear = before !== undefined && Date.parse(before.day) >= monthStart(month) - days(LONGEST_GAP_DAYS)
  const candidates = isNear ? [before, ...summaries] : summaries
  const start = candidates.find(({ grid }) => isSameGrid(grid, last.grid)) ?? last
  const known = new Set(summaries.map(({ day }) => day))
  const { attributed, not_attributed } = attribute(input, start.day)
  const { numbered, returned, left } = balanceOf(attributed)
  return {
    month,
    catalogued_at: iso(catalogue.fetchedAt),
    source: last.source,
    start_day: start.day,
    first_day: first.day,
    last_day: last.day,
    days_with_data: summaries.length,
    missing_days: daysOf(month).filter((day) => day <= until && !known.has(day)),
    not_attributed,
    coverage: coverageOf(last),
    elements_age_median_days: catalogue.medianAgeDays,
    box_score: boxScore(start, last),
    launches: launchesOf(month, catalogue.objects),
    returned_count: returned.length,
    ...departures(left, catalogue),
    density: densityChanges(start, last),
    latitude_altitude: latitudeAltitude(last),
    newly_numbered: {
      count: numbered.length,
      by_type: countByType(numbered),
      clusters: debrisClusters(numbered, catalogue.objects),
    },
    collisions: collisionsOf(last, month),
    not_computable: [...notComputable],
    method: [...method],
    sources: [...sources],
  }
}

function countByType(objects: readonly { readonly object_type: ObjectType }[]) {
  const countOf = (type: ObjectType) => objects.filter(({ object_type }) => object_type === type).length
  return Object.fromEntries(objectTypes.map((type) => [type, countOf(type)])) as Record<ObjectType, number>
}
