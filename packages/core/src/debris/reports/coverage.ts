import { SAMPLES_PER_OBJECT } from '#catalogue/orbit/sampling'
import { shareAbove } from '#debris/density/shell-counts'
import type { DaySummary } from '#debris/diff/day-summary'
import type { MonthlyReport } from '#debris/reports/report'

/** Returns where the objects of a catalogue are over the day: in the shells, below, above, or nowhere. */
export function coverageOf({ grid, counts }: DaySummary): MonthlyReport['coverage'] {
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
