import { describe, expect, it } from 'vitest'
import {
  binCentre,
  binCounts,
  binVolumeKm3,
  cellIndex,
  defaultGrid,
  shellCount,
  shellEdgesKm,
  shellIndexAt,
  shellVolumeKm3,
} from '../../../packages/core/src/features/debris/density/shell-grid.ts'

const GRIDS = [
  defaultGrid,
  { ...defaultGrid, binDeg: 5 },
  { minKm: 300, maxKm: 700, shellKm: 50, binDeg: 15 },
]

describe('the default grid', () => {
  it('has 186 shells of 18 by 36 bins', () => {
    expect(shellCount(defaultGrid)).toBe(186)
    expect(binCounts(defaultGrid)).toEqual({ rows: 18, columns: 36 })
    expect(cellIndex(defaultGrid, 185, 17, 35)).toBe(186 * 648 - 1)
  })

  it.each([
    { km: 149.999, shell: undefined },
    { km: 150, shell: 0 },
    { km: 159.999, shell: 0 },
    { km: 160, shell: 1 },
    { km: 2_000, shell: 185 },
    { km: 2_009.999, shell: 185 },
    { km: 2_010, shell: undefined },
    { km: Number.NaN, shell: undefined },
  ])('puts $km km into shell $shell', ({ km, shell }) => {
    expect(shellIndexAt(defaultGrid, km)).toBe(shell)
  })

  it('finds each shell by its lower edge', () => {
    const shells = Array.from({ length: 186 }, (_, shell) => shell)
    expect(
      shells.map((shell) => shellIndexAt(defaultGrid, shellEdgesKm(defaultGrid, shell).lowerKm)),
    ).toEqual(shells)
  })

  it('identifies bins by their centres, from south-west to north-east', () => {
    expect(binCentre(defaultGrid, 0, 0)).toEqual({ latitude_deg: -85, longitude_deg: -175 })
    expect(binCentre(defaultGrid, 17, 35)).toEqual({ latitude_deg: 85, longitude_deg: 175 })
  })
})

describe.each(GRIDS)('volumes of $shellKm km shells in $binDeg° bins from $minKm km', (grid) => {
  const { rows, columns } = binCounts(grid)
  const binsIn = (shell: number) =>
    Array.from({ length: rows }, (_, row) => binVolumeKm3(grid, shell, row) * columns).reduce((a, b) => a + b)

  it('add up to every shell', () => {
    for (let shell = 0; shell < shellCount(grid); shell++) {
      expect(Math.abs(binsIn(shell) / shellVolumeKm3(grid, shell) - 1)).toBeLessThan(1e-12)
    }
  })

  it('add up to the sphere', () => {
    const shells = Array.from({ length: shellCount(grid) }, (_, shell) => shellVolumeKm3(grid, shell))
    const sphere = (km: number) => (4 / 3) * Math.PI * (6_378.137 + km) ** 3
    const hollow = sphere(grid.maxKm) - sphere(grid.minKm)
    expect(Math.abs(shells.reduce((a, b) => a + b) / hollow - 1)).toBeLessThan(1e-12)
  })
})
