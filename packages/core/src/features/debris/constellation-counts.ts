import type { CustomSamples, CustomShell } from '#features/debris/custom-groups/custom-shell'
import type { ShellGrid } from '#features/debris/density/shell-grid'

/** Samples in range by shell, for each constellation that has any. */
export type ConstellationSamples = Readonly<Record<string, Uint32Array>>

/** Returns a custom shell for each constellation, whose steps are the shells of a grid. */
export function constellationShells(names: Iterable<string>, grid: ShellGrid): CustomShell[] {
  const { minKm, maxKm, shellKm: stepKm } = grid
  const everywhere = { latitudeMinDeg: -90, latitudeMaxDeg: 90, latitudeStepDeg: 180 }
  return [...new Set(names)].sort().map((constellation) => ({
    id: constellation,
    grid: { minKm, maxKm, stepKm, ...everywhere },
    filter: { constellation },
  }))
}

/** Returns the samples of constellations; `samples` is in the order of `shells`. */
export function constellationSamples(
  shells: readonly CustomShell[],
  samples: readonly CustomSamples[],
): ConstellationSamples {
  const counted = shells.map(({ id }, i) => [id, samples[i]?.counts ?? new Uint32Array()] as const)
  return Object.fromEntries(counted.filter(([, counts]) => counts.some((count) => count > 0)))
}
