import {
  binCounts,
  binVolumeKm3,
  type ShellGrid,
  shellEdgesKm,
  shellVolumeKm3,
} from '#features/debris/density/shell-grid'
import type { DaySummary } from '#features/debris/diff/day-summary'
import { objectTypes } from '#features/objects/elements/element-set'
import { SAMPLES_PER_OBJECT } from '#features/objects/orbit/sampling'
import type { MonthlyReport } from '#features/reports/report'

type Density = MonthlyReport['density']
type Shell = Density['shells'][number]

const LISTED = 10

/** Returns the density of every shell on two days with the same grid. */
export function densityChanges(start: DaySummary, end: DaySummary): Density {
  const [before, after] = [objectsByShell(start), objectsByShell(end)]
  const inConstellations = constellationObjects(end)
  const shells = after.map((objects, shell): Shell => {
    const { lowerKm, upperKm } = shellEdgesKm(end.grid, shell)
    const volume = shellVolumeKm3(end.grid, shell)
    const objectsBefore = before[shell] ?? 0
    const members = inConstellations[shell] ?? 0
    return {
      altitude_min_km: lowerKm,
      altitude_max_km: upperKm,
      objects_start: rounded(objectsBefore),
      objects_end: rounded(objects),
      density_start_per_km3: rounded(objectsBefore / volume),
      density_end_per_km3: rounded(objects / volume),
      constellation_objects_end: rounded(members),
      density_end_without_constellations_per_km3: rounded((objects - members) / volume),
    }
  })
  const growth = ({ objects_start, objects_end }: Shell) => objects_end - objects_start
  return {
    altitude_reference: 'geocentric',
    shells,
    densest: highest(shells, ({ density_end_per_km3 }) => density_end_per_km3),
    fastest_growing: highest(shells, growth),
    fastest_declining: highest(shells, (shell) => -growth(shell)),
  }
}

/** Returns the mean density of a day by shell and band of latitude. */
export function latitudeAltitude({ grid, samplesByBand }: DaySummary): MonthlyReport['latitude_altitude'] {
  const { rows, columns } = binCounts(grid)
  const shells = samplesByBand.length / rows
  return {
    latitude_edges_deg: Array.from({ length: rows + 1 }, (_, i) => i * grid.binDeg - 90),
    altitude_edges_km: Array.from({ length: shells + 1 }, (_, i) => grid.minKm + i * grid.shellKm),
    density_per_km3: Array.from({ length: shells }, (_, shell) =>
      Array.from({ length: rows }, (_, row) => {
        const objects = (samplesByBand[shell * rows + row] ?? 0) / SAMPLES_PER_OBJECT
        return rounded(objects / (binVolumeKm3(grid, shell, row) * columns))
      }),
    ),
  }
}

/** Returns whether two days have the same shells and bands, so that they can be compared. */
export function isSameGrid(one: ShellGrid, other: ShellGrid): boolean {
  const [a, b] = [one, other].map(({ minKm, maxKm, shellKm, binDeg }) =>
    [minKm, maxKm, shellKm, binDeg].join(),
  )
  return a === b
}

function objectsByShell({ grid, samplesByBand }: DaySummary): number[] {
  const { rows } = binCounts(grid)
  return Array.from({ length: samplesByBand.length / rows }, (_, shell) => {
    const samples = samplesByBand.subarray(shell * rows, (shell + 1) * rows)
    return samples.reduce((sum, count) => sum + count, 0) / SAMPLES_PER_OBJECT
  })
}

/** Returns the mean number of satellites of constellations in each shell. */
function constellationObjects({ samplesByType, samplesByConstellation }: DaySummary): number[] {
  const all = Object.values(samplesByConstellation)
  return Array.from({ length: samplesByType.length / objectTypes.length }, (_, shell) => {
    return all.reduce((sum, samples) => sum + (samples[shell] ?? 0), 0) / SAMPLES_PER_OBJECT
  })
}

/** Returns the lower edges of up to ten shells with the highest positive figure. */
function highest(shells: readonly Shell[], figureOf: (shell: Shell) => number): number[] {
  return shells
    .filter((shell) => figureOf(shell) > 0)
    .sort((one, other) => figureOf(other) - figureOf(one) || one.altitude_min_km - other.altitude_min_km)
    .slice(0, LISTED)
    .map(({ altitude_min_km }) => altitude_min_km)
}

function rounded(figure: number): number {
  return Number(figure.toPrecision(6))
}
