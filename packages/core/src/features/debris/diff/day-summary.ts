import type { ConstellationSamples } from '#features/debris/constellation-counts'
import type { CollisionRates } from '#features/debris/density/collision-rate'
import type { ShellCounts } from '#features/debris/density/shell-counts'
import type { ShellSamples } from '#features/debris/density/shell-density'
import { binCounts, type ShellGrid } from '#features/debris/density/shell-grid'
import type { CatalogueDiff } from '#features/debris/diff/diff'
import { type ObjectType, objectTypes } from '#features/objects/elements/element-set'

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
