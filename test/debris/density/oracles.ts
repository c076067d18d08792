import type { ElementSet, Tally } from '@space-data/core/debris'
import {
  binCounts,
  defaultGrid,
  shellCount,
  shellIndexAt,
} from '../../../packages/core/src/features/debris/density/shell-grid.ts'
import { SAMPLES_PER_OBJECT } from '../../../packages/core/src/features/objects/orbit/sampling.ts'
import { T0 } from './catalogues.ts'
import { altitudesOfRevolution } from './oracle-quadrature.ts'
import { timeBelow, timeSouthOf } from './oracle-residence.ts'

export const { rows: ROWS, columns: COLUMNS } = binCounts(defaultGrid)

/** Expected objects by shell, as the job counted them. */
export function profileOf({ byType }: Tally, kinds = 4): number[] {
  const profile = new Array<number>(shellCount(defaultGrid)).fill(0)
  byType.forEach((samples, i) => {
    profile[Math.floor(i / kinds)]! += samples / SAMPLES_PER_OBJECT
  })
  return profile
}

/** The share of samples in range by row. */
export function latitudesOf({ counts, stats }: Tally): number[] {
  const rows = new Array<number>(ROWS).fill(0)
  counts.forEach((samples, cell) => {
    rows[Math.floor(cell / COLUMNS) % ROWS]! += samples / stats.inRange
  })
  return rows
}

/** Expected objects by 10 km shell, as the J2 quadrature has them. */
export function quadratureProfile(sets: readonly ElementSet[]): number[] {
  const profile = new Array<number>(shellCount(defaultGrid)).fill(0)
  for (const set of sets) {
    const altitudes = altitudesOfRevolution(set, T0 + 43_200_000)
    for (const altitude of altitudes) {
      const shell = shellIndexAt(defaultGrid, altitude)
      if (shell !== undefined) profile[shell]! += 1 / altitudes.length
    }
  }
  return profile
}

/** Expected objects between neighbouring altitudes, as Kepler's ellipses have them. */
export function residenceProfile(sets: readonly ElementSet[], edgesKm: readonly number[]): number[] {
  return edgesKm.slice(1).map((upper, i) => {
    const lower = edgesKm[i]!
    return sets.reduce((sum, set) => sum + timeBelow(set, upper) - timeBelow(set, lower), 0)
  })
}

/** The share of the time in range by row, as circles have it. */
export function residenceLatitudes(sets: readonly ElementSet[]): number[] {
  const weights = sets.map((set) => timeBelow(set, defaultGrid.maxKm) - timeBelow(set, defaultGrid.minKm))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return Array.from({ length: ROWS }, (_, row) => {
    const south = (row * 180) / ROWS - 90
    const shares = sets.map((set) => timeSouthOf(set, south + 180 / ROWS) - timeSouthOf(set, south))
    return shares.reduce((sum, share, i) => sum + (share * weights[i]!) / total, 0)
  })
}

/** Relative differences where at least `least` objects are expected. */
export function differences(ours: readonly number[], theirs: readonly number[], least: number): number[] {
  return ours.flatMap((figure, i) => (figure >= least ? [Math.abs(figure / theirs[i]! - 1)] : []))
}

export function totalVariation(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, share, i) => sum + Math.abs(share - other[i]!), 0) / 2
}
