import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  customChange,
  customDensity,
  customTotals,
  samplesByStep,
  samplingError,
  stepVolumeKm3,
} from '../../packages/core/src/features/custom-shells/custom-density.ts'
import {
  type CustomGrid,
  customCounts,
} from '../../packages/core/src/features/debris/custom-groups/custom-shell.ts'
import { shellDensity } from '../../packages/core/src/features/debris/density/shell-density.ts'
import {
  defaultGrid,
  shellCount,
  shellVolumeKm3,
} from '../../packages/core/src/features/debris/density/shell-grid.ts'

const globe = { latitudeMinDeg: -90, latitudeMaxDeg: 90 }

/** Made-up samples, the same for the same seed. */
function samplesOf(grid: CustomGrid, seed = 1) {
  const { steps, bands } = customCounts(grid)
  const counts = Uint32Array.from(
    { length: steps * bands },
    (_, i) => ((i * 7_919 + seed * 104_729) % 9_973) + 1,
  )
  const byType = new Uint32Array(steps * 4)
  for (const [i, count] of counts.entries()) byType[Math.floor(i / bands) * 4 + (i % 4)]! += count
  return { counts, byType }
}

describe('volumes', () => {
  test('of a step around the globe are those of the standard shell, to the last bit', () => {
    for (let shell = 0; shell < shellCount(defaultGrid); shell += 1) {
      const minKm = 150 + 10 * shell
      const grid = { minKm, maxKm: minKm + 10, stepKm: 10, ...globe, latitudeStepDeg: 180 }
      expect(stepVolumeKm3(grid, 0)).toBe(shellVolumeKm3(defaultGrid, shell))
    }
  })

  test('of a partition by altitude and latitude sum to the whole', () => {
    const step = fc.constantFrom(1, 2, 5, 10, 20, 50)
    const band = fc.constantFrom(5, 10, 15, 30, 45, 90)
    fc.assert(
      fc.property(step, band, (stepKm, latitudeStepDeg) => {
        const whole = { minKm: 500, maxKm: 600, stepKm: 100, ...globe, latitudeStepDeg: 180 }
        let sum = 0
        for (let south = -90; south < 90; south += latitudeStepDeg) {
          const part = { ...whole, stepKm, latitudeMinDeg: south, latitudeMaxDeg: south + latitudeStepDeg }
          for (let i = 0; i < 100 / stepKm; i += 1) sum += stepVolumeKm3({ ...part, latitudeStepDeg }, i)
        }
        expect(sum / stepVolumeKm3(whole, 0)).toBeCloseTo(1, 11)
      }),
    )
  })
})

describe('densities', () => {
  const grid: CustomGrid = { minKm: 780, maxKm: 800, stepKm: 10, ...globe, latitudeStepDeg: 10 }

  test('of a step that equals a standard shell are the same numbers', () => {
    const samples = samplesOf(grid)
    for (const [i, step] of customDensity(samples, grid).entries()) {
      const counts = samples.counts.subarray(18 * i, 18 * (i + 1))
      const bins = new Uint32Array(648)
      for (const [row, count] of counts.entries()) bins[36 * row + (row % 36)] = count
      const shell = { counts: bins, byType: samples.byType.subarray(4 * i, 4 * (i + 1)) }
      const { bins: _, ...standard } = shellDensity(shell, defaultGrid, 63 + i)
      expect(step).toMatchObject(standard)
    }
  })

  test('of bands times their volumes are their objects, and bands sum to the step', () => {
    for (const { bands, objects_total, volume_km3, mean_density_per_km3 } of customDensity(
      samplesOf(grid),
      grid,
    )) {
      const sum = bands.reduce((total, { objects }) => total + objects, 0)
      expect(sum / objects_total).toBeCloseTo(1, 4)
      expect((mean_density_per_km3 * volume_km3) / objects_total).toBeCloseTo(1, 5)
      const volumes = bands.reduce((total, band) => total + band.objects / band.density_per_km3, 0)
      expect(volumes / volume_km3).toBeCloseTo(1, 4)
    }
  })

  test('of an empty shell are 0, and have no sampling error', () => {
    const empty = { counts: new Uint32Array(36), byType: new Uint32Array(8) }
    for (const step of customDensity(empty, grid)) {
      expect(step).toMatchObject({ objects_total: 0, mean_density_per_km3: 0, sampling_error: null })
      expect(step.bands.every(({ objects }) => objects === 0)).toBe(true)
    }
  })

  test('totals and changes are those of all steps', () => {
    const [before, after] = [samplesOf(grid, 1), samplesOf(grid, 2)]
    const steps = samplesByStep(after, grid)
    const total = customTotals(steps, grid)
    const densities = customDensity(after, grid)
    expect(total.objects_by_step).toEqual(densities.map(({ objects_total }) => objects_total))
    const change = customChange(before, after, grid)
    const sum = change.steps.reduce((all, { delta_objects }) => all + delta_objects, 0)
    expect(change.delta_objects).toBeCloseTo(sum, 4)
    expect(change.steps.map(({ altitude_min_km }) => altitude_min_km)).toEqual([780, 790])
    expect(customChange(after, after, grid).delta_objects).toBe(0)
  })
})

test('the sampling error bounds what random starts of the sampling make of one passage and of many', () => {
  /** Passages of a length in sampling intervals, each met by samples that begin at random. */
  const relativeError = (length: number, passages: number) => {
    let random = 12_345
    const next = () => {
      random = (random * 48_271) % 2_147_483_647
      return random / 2_147_483_647
    }
    const counts = Array.from({ length: 2_000 }, () => {
      let count = 0
      for (let i = 0; i < passages; i += 1) count += Math.floor(length + next())
      return count
    })
    const mean = length * passages
    return Math.sqrt(counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / counts.length) / mean
  }
  for (const [length, passages] of [
    [0.1, 1_000],
    [0.5, 200],
    [1.5, 100],
    [20.3, 10],
  ] as const) {
    const bound = samplingError(Math.round(length * passages)) ?? 0
    expect([length, relativeError(length, passages) <= bound * 1.05]).toEqual([length, true])
  }
  expect(samplingError(0)).toBeNull()
  expect(samplingError(10_000)).toBe(0.01)
})
