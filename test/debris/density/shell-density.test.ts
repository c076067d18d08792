import type { Tally } from '@space-data/core/debris'
import { describe, expect, it } from 'vitest'
import {
  shellDensity,
  shellSamples,
} from '../../../packages/core/src/features/debris/density/shell-density.ts'
import {
  binVolumeKm3,
  defaultGrid,
  shellCount,
} from '../../../packages/core/src/features/debris/density/shell-grid.ts'
import { tallySlice } from '../../../packages/core/src/features/debris/density/tally.ts'
import { syntheticObjects, T0 } from './catalogues.ts'

const tally = tallySlice({ elementSets: syntheticObjects(1_000), t0: T0, grid: defaultGrid })
const SHELLS = Array.from({ length: shellCount(defaultGrid) }, (_, shell) => shell)
const HALF_A_DIGIT = 5.000001e-5
const exact = (figure: number) => figure

describe('the density of a shell', () => {
  it('times its volume is its number of objects, within 1e-9 before rounding and 5e-5 after', () => {
    for (const shell of SHELLS) {
      expectSum(densitySum(shell, exact), samplesIn(shell) / 4_320, 1e-9)
      expectSum(densitySum(shell), samplesIn(shell) / 4_320, 5e-5)
    }
  })

  it('sums to all samples in range', () => {
    const sum = SHELLS.reduce((objects, shell) => objects + densitySum(shell, exact), 0)
    expect(Math.abs((sum * 4_320) / tally.stats.inRange - 1)).toBeLessThan(1e-9)
  })

  it('counts objects by type', () => {
    const { by_type, objects_total } = shellOf(40, exact)
    expect(Object.keys(by_type)).toEqual(['payload', 'rocket_body', 'debris', 'unknown'])
    expect(Object.values(by_type).every((objects) => objects > 0)).toBe(true)
    expect(Object.values(by_type).reduce((a, b) => a + b)).toBeCloseTo(objects_total, 9)
  })

  it('lists bins from south-west to north-east with five digits', () => {
    const { bins, volume_km3, mean_density_per_km3, objects_total } = shellOf(40)
    expect(bins).toHaveLength(648)
    expect(bins[0]).toMatchObject({ latitude_deg: -85, longitude_deg: -175 })
    expect(bins[36]).toMatchObject({ latitude_deg: -75, longitude_deg: -175 })
    expect(bins[647]).toMatchObject({ latitude_deg: 85, longitude_deg: 175 })
    expect(mean_density_per_km3 * volume_km3).toBeCloseTo(objects_total, 3)
    for (const figure of bins.flatMap((bin) => [bin.density_per_km3, bin.objects])) {
      expect(figure).toBe(Number(figure.toPrecision(5)))
    }
  })

  it('has the exact geometric volume', () => {
    const [inner, outer] = [6_378.137 + 550, 6_378.137 + 560]
    const { volume_km3 } = shellOf(40)
    expect(volume_km3 / ((4 / 3) * Math.PI * (outer ** 3 - inner ** 3))).toBeCloseTo(1, 11)
    expect(volume_km3).not.toBe(Number(volume_km3.toPrecision(6)))
  })

  it('is zero without objects, and exact for any count', () => {
    const nothing = shellDensity({ counts: new Uint32Array(648), byType: new Uint32Array(4) }, defaultGrid, 0)
    expect(nothing).toMatchObject({ objects_total: 0, mean_density_per_km3: 0 })
    const counts = Uint32Array.from({ length: 648 }, (_, bin) =>
      Math.min(2 ** 32 - 1, Math.floor(1.04 ** bin)),
    )
    const { bins } = shellDensity({ counts, byType: new Uint32Array(4) }, defaultGrid, 90)
    bins.forEach((bin, i) => {
      expectSum(bin.objects, counts[i]! / 4_320, HALF_A_DIGIT)
      const density = counts[i]! / 4_320 / binVolumeKm3(defaultGrid, 90, Math.floor(i / 36))
      expectSum(bin.density_per_km3, density, HALF_A_DIGIT)
    })
  })

  it('is at most 60 kB of JSON', () => {
    const crowd: Tally = { ...tally, counts: tally.counts.map((_, i) => 1 + ((i * 7_919) % 20_000)) }
    const bytes = SHELLS.map(
      (shell) =>
        JSON.stringify(shellDensity(shellSamples(crowd, defaultGrid, shell), defaultGrid, shell)).length,
    )
    expect(Math.max(...bytes)).toBeLessThanOrEqual(60_000)
  })
})

function shellOf(shell: number, round?: (figure: number) => number) {
  return shellDensity(shellSamples(tally, defaultGrid, shell), defaultGrid, shell, round)
}

function densitySum(shell: number, round?: (figure: number) => number): number {
  return shellOf(shell, round).bins.reduce(
    (sum, { density_per_km3 }, i) =>
      sum + density_per_km3 * binVolumeKm3(defaultGrid, shell, Math.floor(i / 36)),
    0,
  )
}

function samplesIn(shell: number): number {
  return tally.counts.subarray(shell * 648, (shell + 1) * 648).reduce((sum, samples) => sum + samples, 0)
}

function expectSum(found: number, objects: number, relative: number): void {
  expect(Math.abs(found - objects)).toBeLessThanOrEqual(objects * relative)
}
