import type { ConstellationSamples } from '#features/debris/constellation-counts'
import { collisionRates, collisionRatesByThickness } from '#features/debris/density/collision-rate'
import { binCounts, type ShellGrid } from '#features/debris/density/shell-grid'
import type { Tally } from '#features/debris/density/tally'
import type { CountsByType, DaySummary } from '#features/debris/diff/day-summary'
import type { CatalogueDiff } from '#features/debris/diff/diff'
import type { ObjectType } from '#features/objects/elements/element-set'
import type { CatalogueObject } from '#features/objects/satcat/catalogue-object'
import { utcDay } from '#kernel/kit/time'

/** The fields of a run that its summary repeats. */
type SummarizedRun = Pick<DaySummary, 'computedAt' | 'fetchedAt' | 'source' | 'grid' | 'counts'> & {
  readonly id: string
  readonly t0: number
}

/** Findings of a run. */
interface Findings {
  readonly tally: Pick<Tally, 'counts' | 'byType' | 'byKm'>
  readonly byConstellation: ConstellationSamples
  /** All objects of the catalogue. */
  readonly objects: ReadonlyMap<number, CatalogueObject>
  /** The changes from the previous run, if there was one. */
  readonly diff: CatalogueDiff | undefined
}

/** Summarises a run. */
export function summarizeRun(run: SummarizedRun, findings: Findings): DaySummary {
  const { id: runId, t0, computedAt, fetchedAt, source, grid, counts } = run
  const { tally, byConstellation, objects, diff } = findings
  const byOwner: Record<string, Record<ObjectType, number>> = {}
  const byType = { ...NONE }
  for (const { objectType, owner: known } of objects.values()) {
    const owner = known ?? ''
    byOwner[owner] ??= { ...NONE }
    byOwner[owner][objectType] += 1
    byType[objectType] += 1
  }
  return {
    ...{ day: utcDay(t0), runId, computedAt, fetchedAt, source, grid, counts },
    byType,
    byOwner,
    addedCount: diff?.added_count ?? 0,
    removedCount: diff?.removed_count ?? 0,
    decayedCount: diff?.removed.filter(({ reason }) => reason === 'decayed').length ?? 0,
    collisionRates: [
      collisionRates(tally.byKm, { ...grid, shellKm: 1 }),
      ...collisionRatesByThickness(tally.byType, grid),
    ],
    samplesByBand: sumOverLongitude(tally.counts, grid),
    samplesByType: tally.byType.slice(),
    samplesByConstellation: byConstellation,
  }
}

const NONE: CountsByType = { payload: 0, rocket_body: 0, debris: 0, unknown: 0 }

function sumOverLongitude(counts: Uint32Array, grid: ShellGrid): Uint32Array {
  const { columns } = binCounts(grid)
  const bands = new Uint32Array(counts.length / columns)
  for (const [i, samples] of counts.entries()) bands[Math.floor(i / columns)]! += samples
  return bands
}
