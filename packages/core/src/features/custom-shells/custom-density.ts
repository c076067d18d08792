import {
  type CustomGrid,
  type CustomSamples,
  customCounts,
} from '#features/debris/custom-groups/custom-shell'
import { roundToDigits, shellTotals } from '#features/debris/density/shell-density'
import { zoneVolumeKm3 } from '#features/debris/density/shell-grid'
import { objectTypes } from '#features/objects/elements/element-set'
import { SAMPLES_PER_OBJECT } from '#features/objects/orbit/sampling'

/** Returns the edges of an altitude step, the lowest being 0. */
function stepEdgesKm({ minKm, stepKm }: CustomGrid, step: number) {
  return { lowerKm: minKm + step * stepKm, upperKm: minKm + (step + 1) * stepKm }
}

/** Returns the volume of an altitude step between the latitudes of a custom shell. */
export function stepVolumeKm3(grid: CustomGrid, step: number): number {
  const { latitudeMinDeg: southDeg, latitudeMaxDeg } = grid
  const zone = { southDeg, heightDeg: latitudeMaxDeg - southDeg, widthDeg: 360 }
  return zoneVolumeKm3(stepEdgesKm(grid, step), zone)
}

/** Returns the totals of a custom shell from the samples of each altitude step. */
export function customTotals(samples: readonly number[], grid: CustomGrid) {
  const objects = samples.reduce((sum, count) => sum + count, 0) / SAMPLES_PER_OBJECT
  const volume = samples.reduce((sum, _, step) => sum + stepVolumeKm3(grid, step), 0)
  return {
    objects_total: roundToDigits(objects, 6),
    mean_density_per_km3: roundToDigits(objects / volume, 6),
    objects_by_step: samples.map((count) => roundToDigits(count / SAMPLES_PER_OBJECT, 6)),
  }
}

/** Returns the change of the whole custom shell and of each altitude step. */
export function customChange(before: CustomSamples, after: CustomSamples, grid: CustomGrid) {
  const [from, to] = [samplesByStep(before, grid), samplesByStep(after, grid)]
  const objects = (samples: number) => Number((samples / SAMPLES_PER_OBJECT).toPrecision(6))
  const deltas = to.map((samples, step) => samples - (from[step] ?? 0))
  return {
    delta_objects: objects(deltas.reduce((sum, delta) => sum + delta, 0)),
    steps: deltas.map((delta, step) => {
      const { lowerKm: altitude_min_km, upperKm: altitude_max_km } = stepEdgesKm(grid, step)
      return { altitude_min_km, altitude_max_km, delta_objects: objects(delta) }
    }),
  }
}

/** Returns the samples of each altitude step, over all bands. */
export function samplesByStep({ counts }: CustomSamples, grid: CustomGrid): number[] {
  const { steps, bands } = customCounts(grid)
  return Array.from({ length: steps }, (_, step) =>
    counts.subarray(step * bands, (step + 1) * bands).reduce((sum, count) => sum + count, 0),
  )
}

/**
 * Converts the samples of a custom shell to densities, steps upwards and bands from south to north. Object
 * numbers are time averages over 24 hours.
 */
export function customDensity({ counts, byType }: CustomSamples, grid: CustomGrid) {
  const { steps, bands } = customCounts(grid)
  const types = objectTypes.length
  return Array.from({ length: steps }, (_, step) => {
    const { lowerKm, upperKm } = stepEdgesKm(grid, step)
    const ofStep = {
      counts: counts.subarray(step * bands, (step + 1) * bands),
      byType: byType.subarray(step * types, (step + 1) * types),
    }
    return {
      altitude_min_km: lowerKm,
      altitude_max_km: upperKm,
      ...shellTotals(ofStep, stepVolumeKm3(grid, step)),
      sampling_error: samplingError(ofStep.counts.reduce((sum, count) => sum + count, 0)),
      bands: bandsOf(ofStep.counts, grid, step),
    }
  })
}

/**
 * Returns an upper bound of the relative standard error of a count, caused by sampling every 20 seconds. A
 * passage that lasts d intervals has d samples, rounded up or down, with a variance of at most d. So the
 * variance of a count is at most the count.
 */
export function samplingError(samples: number): number | null {
  return samples === 0 ? null : roundToDigits(1 / Math.sqrt(samples), 3)
}

function bandsOf(counts: Uint32Array, grid: CustomGrid, step: number) {
  const { latitudeMinDeg, latitudeStepDeg: heightDeg } = grid
  return Array.from(counts, (count, band) => {
    const southDeg = latitudeMinDeg + band * heightDeg
    const volume = zoneVolumeKm3(stepEdgesKm(grid, step), { southDeg, heightDeg, widthDeg: 360 })
    const objects = count / SAMPLES_PER_OBJECT
    return {
      latitude_min_deg: southDeg,
      latitude_max_deg: southDeg + heightDeg,
      objects: roundToDigits(objects, 5),
      density_per_km3: roundToDigits(objects / volume, 5),
    }
  })
}
