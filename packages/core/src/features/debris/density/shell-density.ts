import {
  binCentre,
  binCounts,
  binVolumeKm3,
  type ShellGrid,
  shellVolumeKm3,
} from '#features/debris/density/shell-grid'
import type { Tally } from '#features/debris/density/tally'
import { type ObjectType, objectTypes } from '#features/objects/elements/element-set'
import { SAMPLES_PER_OBJECT } from '#features/objects/orbit/sampling'

/** The samples of one shell of a tally. */
export interface ShellSamples {
  /** By latitude from south to north, then longitude from west to east. */
  readonly counts: Uint32Array
  /** By type: payloads, rocket bodies, debris, unknown. */
  readonly byType: Uint32Array
}

/** Density of a shell. Object numbers are time averages over 24 hours, therefore fractional. */
export type ShellDensity = ReturnType<typeof shellDensity>

type Round = (figure: number, digits: number) => number

/** Returns the samples of a shell as views into the tally, not copies. */
export function shellSamples({ counts, byType }: Tally, grid: ShellGrid, shell: number): ShellSamples {
  const { rows, columns } = binCounts(grid)
  const bins = rows * columns
  return {
    counts: counts.subarray(shell * bins, (shell + 1) * bins),
    byType: byType.subarray(shell * objectTypes.length, (shell + 1) * objectTypes.length),
  }
}

/**
 * Converts samples to densities, bins from south to north and west to east.
 *
 * @param round Rounds all figures except the volume. @default Totals to six significant digits, bins to five.
 */
export function shellDensity(
  samples: ShellSamples,
  grid: ShellGrid,
  shell: number,
  round: Round = roundToDigits,
) {
  const totals = shellTotals(samples, shellVolumeKm3(grid, shell), round)
  return { ...totals, bins: binsIn(samples.counts, grid, shell, round) }
}

/** Like `shellDensity`, with one bin per band of latitude, which covers all longitudes around 0°. */
export function shellProfile(samples: ShellSamples, grid: ShellGrid, shell: number) {
  const { rows, columns } = binCounts(grid)
  const bins = Array.from({ length: rows }, (_, row) => {
    const { latitude_deg } = binCentre(grid, row, 0)
    const objects = total(samples.counts.subarray(row * columns, (row + 1) * columns)) / SAMPLES_PER_OBJECT
    const density_per_km3 = roundToDigits(objects / (binVolumeKm3(grid, shell, row) * columns), 5)
    return { latitude_deg, longitude_deg: 0, density_per_km3, objects: roundToDigits(objects, 5) }
  })
  return { ...shellTotals(samples, shellVolumeKm3(grid, shell)), bins }
}

/** Returns the unrounded mean density of every shell of a run in objects per km³, for charts. */
export function densityByShell({
  grid,
  samplesByShell,
}: {
  readonly grid: ShellGrid
  readonly samplesByShell: readonly number[]
}): number[] {
  return samplesByShell.map((samples, shell) => samples / SAMPLES_PER_OBJECT / shellVolumeKm3(grid, shell))
}

/** Returns the totals of a shell, given its volume in km³. Object numbers are time averages over 24 hours. */
export function shellTotals({ counts, byType }: ShellSamples, volume: number, round: Round = roundToDigits) {
  const objects = total(counts) / SAMPLES_PER_OBJECT
  return {
    objects_total: round(objects, 6),
    mean_density_per_km3: round(objects / volume, 6),
    volume_km3: volume,
    by_type: {
      payload: round(ofType(byType, 'payload'), 6),
      rocket_body: round(ofType(byType, 'rocket_body'), 6),
      debris: round(ofType(byType, 'debris'), 6),
      unknown: round(ofType(byType, 'unknown'), 6),
    },
  }
}

function binsIn(counts: Uint32Array, grid: ShellGrid, shell: number, round: Round) {
  const { rows, columns } = binCounts(grid)
  const bins = []
  for (let row = 0; row < rows; row++) {
    const volume = binVolumeKm3(grid, shell, row)
    for (let column = 0; column < columns; column++) {
      const objects = counts[row * columns + column]! / SAMPLES_PER_OBJECT
      const { latitude_deg, longitude_deg } = binCentre(grid, row, column)
      const density_per_km3 = round(objects / volume, 5)
      bins.push({ latitude_deg, longitude_deg, density_per_km3, objects: round(objects, 5) })
    }
  }
  return bins
}

function ofType(byType: Uint32Array, type: ObjectType): number {
  return byType[objectTypes.indexOf(type)]! / SAMPLES_PER_OBJECT
}

function total(counts: Uint32Array): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Rounds to significant digits arithmetically: `toPrecision` would take most of the time of a response. */
export function roundToDigits(figure: number, digits: number): number {
  if (figure === 0) return 0
  const power = digits - 1 - Math.floor(Math.log10(figure))
  return power < 0
    ? Math.round(figure / 10 ** -power) * 10 ** -power
    : Math.round(figure * 10 ** power) / 10 ** power
}
