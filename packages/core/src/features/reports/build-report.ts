import { shareAbove } from '#features/debris/density/shell-counts'
import type { DaySummary } from '#features/debris/diff/day-summary'
import { type ObjectType, objectTypes } from '#features/objects/elements/element-set'
import { groupByLaunch } from '#features/objects/elements/launch-designator'
import { SAMPLES_PER_OBJECT } from '#features/objects/orbit/sampling'
import { attribute } from '#features/reports/attribution'
import { balanceOf } from '#features/reports/balance'
import { boxScore } from '#features/reports/box-score'
import { debrisClusters } from '#features/reports/clusters'
import { collisionsOf } from '#features/reports/collisions'
import { densityChanges, isSameGrid, latitudeAltitude } from '#features/reports/density-changes'
import { departures } from '#features/reports/departures'
import { method, notComputable, sources } from '#features/reports/method'
import { daysOf, monthStart } from '#features/reports/month'
import type { MonthlyReport } from '#features/reports/report'
import type { ReportInput, ReportObject } from '#features/reports/report-input'
import { days, iso } from '#kernel/kit/time'

/** Maximum distance, in days, of the day before a month with which the month is compared. */
const LONGEST_GAP_DAYS = 3

/** The content of a report: everything except the number of its revision and the time it was made. */
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

/**
 * Returns how the objects of a catalogue are distributed over the day: in the shells, below, above, or
 * without a position.
 */
function coverageOf({ grid, counts }: DaySummary): MonthlyReport['coverage'] {
  const { catalogue, inRange, below, above } = counts
  const objects = (samples: number) => Number((samples / SAMPLES_PER_OBJECT).toFixed(1))
  return {
    altitude_min_km: grid.minKm,
    altitude_max_km: grid.maxKm,
    objects_in_shells: objects(inRange),
    objects_below: objects(below),
    objects_above: objects(above),
    above_percent: Number((100 * shareAbove(counts)).toFixed(1)),
    objects_not_propagated: objects(catalogue * SAMPLES_PER_OBJECT - inRange - below - above),
  }
}

/** Returns the launches of a month with objects that are still catalogued, by date. */
function launchesOf(month: string, objects: readonly ReportObject[]): MonthlyReport['launches'] {
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
