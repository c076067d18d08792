import type { DayChanges } from '#features/debris/diff/day-summary'
import { groupByLaunch, LEAST_CLUSTER_PIECES } from '#features/objects/elements/launch-designator'
import type { MonthlyReport } from '#features/reports/report'
import type { ReportObject } from '#features/reports/report-input'

type Cluster = MonthlyReport['newly_numbered']['clusters'][number]
type Added = DayChanges['added'][number]

const MAX_CLUSTERS = 5

/**
 * Returns up to five launches with at least ten newly numbered debris objects, the largest first, with the
 * orbits of all their catalogued objects.
 */
export function debrisClusters(fresh: readonly Added[], objects: readonly ReportObject[]): Cluster[] {
  const pieces = groupByLaunch(fresh.filter(({ object_type }) => object_type === 'debris'))
  const launches = [...pieces]
    .filter(([, { length }]) => length >= LEAST_CLUSTER_PIECES)
    .sort(
      ([one, { length: ofOne }], [other, { length: ofOther }]) => ofOther - ofOne || (one < other ? -1 : 1),
    )
    .slice(0, MAX_CLUSTERS)
  if (launches.length === 0) return []
  const members = groupByLaunch(objects)
  return launches.map(([launch, added]) => {
    const all = members.get(launch) ?? []
    return {
      launch,
      parent_name: parentName(added),
      owner: all.find(({ owner }) => owner !== null)?.owner ?? null,
      added_count: added.length,
      total_count: all.length,
      pieces: all.map(({ norad_id, period_min, perigee_km, apogee_km }) => ({
        norad_id,
        period_min,
        perigee_km,
        apogee_km,
      })),
    }
  })
}

/** Returns the most frequent name of debris objects without ` DEB`: the name of the object they come from. */
function parentName(pieces: readonly Added[]): string | null {
  const counts = new Map<string, number>()
  for (const { name } of pieces) {
    const parent = name.replace(/ DEB\b.*$/, '')
    if (parent !== name) counts.set(parent, (counts.get(parent) ?? 0) + 1)
  }
  const [first] = [...counts].sort(([, one], [, other]) => other - one)
  return first?.[0] ?? null
}
