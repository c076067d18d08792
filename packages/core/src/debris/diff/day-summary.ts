import { type ObjectType, objectTypes } from '#catalogue/elements/element-set'
import type { CatalogueObject } from '#catalogue/satcat/catalogue-object'
import {
  type CollisionRates,
  collisionRates,
  collisionRatesByThickness,
} from '#debris/density/collision-rate'
import type { ShellCounts } from '#debris/density/shell-counts'
import type { ShellSamples } from '#debris/density/shell-density'
import { binCounts, type ShellGrid } from '#debris/density/shell-grid'
import type { Tally } from '#debris/density/tally'
import type { CatalogueDiff } from '#debris/diff/diff'
import type { ConstellationSamples } from '#debris/reports/constellation-counts'
import { utcDay } from '#kit/time'

/** Number of catalogued objects by type. */
export type CountsByType = Readonly<Record<ObjectType, number>>

/** Stored summary of the last run of a day; instants are epoch milliseconds. */
export interface DaySummary {
  /** UTC day that was propagated, such as `2026-11-22`. */
  readonly day: string
  readonly runId: string
  readonly computedAt: number
  /** Time at which the catalogue was fetched. */
  readonly fetchedAt: number
  readonly source: string
  readonly grid: ShellGrid
  readonly counts: ShellCounts
  /** All objects of the catalogue, including stale ones. */
  readonly byType: CountsByType
  /** The same by SATCAT's owner code; `''` for objects whose owner is unknown. */
  readonly byOwner: Readonly<Record<string, CountsByType>>
  readonly addedCount: number
  readonly removedCount: number
  /** Number of removed objects with a decay date. */
  readonly decayedCount: number
  /** Rates at several thicknesses of the shells, thinnest first. */
  readonly collisionRates: readonly CollisionRates[]
  /** Samples in range by shell, then band of latitude from south to north, each `grid.binDeg` high. */
  readonly samplesByBand: Uint32Array
  /** Samples in range by shell, then object type: payload, rocket body, debris, unknown. */
  readonly samplesByType: Uint32Array
  readonly samplesByConstellation: ConstellationSamples
}

/** The objects added and removed on a day, compared with the previous run. */
export type DayChanges = Pick<CatalogueDiff, 'added' | 'removed' | 'truncated'>

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

/** Returns the samples of a shell on a day, views into the summary: one count for each band of latitude. */
export function daySamples(
  { grid, samplesByBand, samplesByType }: Pick<DaySummary, 'grid' | 'samplesByBand' | 'samplesByType'>,
  shell: number,
): ShellSamples {
  const { rows } = binCounts(grid)
  const types = objectTypes.length
  return {
    counts: samplesByBand.subarray(shell * rows, (shell + 1) * rows),
    byType: samplesByType.subarray(shell * types, (shell + 1) * types),
  }
}

const NONE: CountsByType = { payload: 0, rocket_body: 0, debris: 0, unknown: 0 }

function sumOverLongitude(counts: Uint32Array, grid: ShellGrid): Uint32Array {
  const { columns } = binCounts(grid)
  const bands = new Uint32Array(counts.length / columns)
  for (const [i, samples] of counts.entries()) bands[Math.floor(i / columns)]! += samples
  return bands
}
