import type { CollisionRates } from '#orbit/collision-rate'
import type { CatalogueDiff } from '#orbit/diff'
import type { ObjectType } from '#orbit/element-set'
import type { ShellGrid } from '#orbit/shell-grid'
import type { ShellCounts } from '#store/repositories/shells'

/** Number of catalogued objects by type. */
export type CountsByType = Readonly<Record<ObjectType, number>>

/** What is kept of the last run of a day; instants are epoch milliseconds. */
export interface DaySummary {
  /** UTC day that was propagated, as `2026-11-22`. */
  readonly day: string
  readonly runId: string
  readonly computedAt: number
  /** When the catalogue was fetched. */
  readonly fetchedAt: number
  readonly source: string
  readonly grid: ShellGrid
  readonly counts: ShellCounts
  /** All objects of the catalogue, stale ones included. */
  readonly byType: CountsByType
  /** The same by SATCAT's owner code; `''` for objects whose owner is unknown. */
  readonly byOwner: Readonly<Record<string, CountsByType>>
  readonly addedCount: number
  readonly removedCount: number
  /** How many of the removed have a decay date. */
  readonly decayedCount: number
  /** At several thicknesses of the shells, thinnest first. */
  readonly collisionRates: readonly CollisionRates[]
  /** Samples in range by shell, then band of latitude from south to north, each `grid.binDeg` high. */
  readonly samplesByBand: Uint32Array
  /** Samples in range by shell, then object type, in the order of `objectTypes`. */
  readonly samplesByType: Uint32Array
}

/** The objects that were added and removed on a day, against the run before. */
export type DayChanges = Pick<CatalogueDiff, 'added' | 'removed' | 'truncated'>
