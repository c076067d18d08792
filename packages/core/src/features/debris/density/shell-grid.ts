import { InvalidOptionError } from '#kernel/kit/errors'

/** Grid around the Earth: spherical shells by geocentric altitude, each divided into equal-angle bins. */
export interface ShellGrid {
  /** Lower edge of the lowest shell, km above 6378.137 km. */
  readonly minKm: number
  /** Upper edge of the highest shell, km. */
  readonly maxKm: number
  /** Thickness of a shell, km. */
  readonly shellKm: number
  /** Height and width of a bin in degrees; divides 180. */
  readonly binDeg: number
}

/** Equatorial radius of WGS 84: altitude is the distance from the Earth's centre minus this. */
export const ALTITUDE_ZERO_KM = 6_378.137

/** Shells [150, 160) to [2000, 2010) km, so that 150 to 2000 km inclusive can be requested. */
export const defaultGrid: ShellGrid = { minKm: 150, maxKm: 2_010, shellKm: 10, binDeg: 10 }

/**
 * Creates the grid for a configured range.
 *
 * @param range The lowest and highest altitude that can be requested, km.
 * @throws InvalidOptionError unless both are multiples of 10 from 100 to 5,000.
 */
export function createGrid({ minKm, maxKm }: { readonly minKm: number; readonly maxKm: number }): ShellGrid {
  const isEdge = (km: number) => Number.isInteger(km / defaultGrid.shellKm) && km >= 100 && km <= 5_000
  if (!isEdge(minKm) || !isEdge(maxKm) || minKm > maxKm)
    throw new InvalidOptionError(
      'altitudes of shells must be multiples of 10 from 100 to 5000 km, the lower one first',
    )
  return { ...defaultGrid, minKm, maxKm: maxKm + defaultGrid.shellKm }
}

/** Returns the number of shells. */
export function shellCount({ minKm, maxKm, shellKm }: ShellGrid): number {
  return Math.round((maxKm - minKm) / shellKm)
}

/** Returns the number of bins of a shell: rows from south to north, columns from west to east. */
export function binCounts({ binDeg }: ShellGrid): { rows: number; columns: number } {
  return { rows: Math.round(180 / binDeg), columns: Math.round(360 / binDeg) }
}

/**
 * Returns the index of the shell that an altitude lies in, lower edge included; `undefined` outside the grid.
 */
export function shellIndexAt({ minKm, maxKm, shellKm }: ShellGrid, altitudeKm: number): number | undefined {
  return altitudeKm >= minKm && altitudeKm < maxKm ? Math.floor((altitudeKm - minKm) / shellKm) : undefined
}

export function shellEdgesKm(grid: ShellGrid, shell: number): { lowerKm: number; upperKm: number } {
  const lowerKm = grid.minKm + shell * grid.shellKm
  return { lowerKm, upperKm: lowerKm + grid.shellKm }
}

/** Returns the lower edges of all shells in km, ascending. */
export function lowerEdgesKm(grid: ShellGrid): number[] {
  const shells = (grid.maxKm - grid.minKm) / grid.shellKm
  return Array.from({ length: shells }, (_, shell) => shellEdgesKm(grid, shell).lowerKm)
}

/** Returns the centre of a bin. */
export function binCentre(
  { binDeg }: ShellGrid,
  row: number,
  column: number,
): { latitude_deg: number; longitude_deg: number } {
  return { latitude_deg: (row + 0.5) * binDeg - 90, longitude_deg: (column + 0.5) * binDeg - 180 }
}

/** Returns the index of a bin in `Tally.counts`. */
export function cellIndex(grid: ShellGrid, shell: number, row: number, column: number): number {
  const { rows, columns } = binCounts(grid)
  return (shell * rows + row) * columns + column
}

/** Returns the volume of a bin, which is the same for all bins of a row. */
export function binVolumeKm3(grid: ShellGrid, shell: number, row: number): number {
  const { binDeg } = grid
  const zone = { southDeg: row * binDeg - 90, heightDeg: binDeg, widthDeg: binDeg }
  return zoneVolumeKm3(shellEdgesKm(grid, shell), zone)
}

/** Returns the volume of a shell. */
export function shellVolumeKm3(grid: ShellGrid, shell: number): number {
  return zoneVolumeKm3(shellEdgesKm(grid, shell), { southDeg: -90, heightDeg: 180, widthDeg: 360 })
}

/** Returns the volume between two altitudes and two latitudes, over a width in longitude. */
export function zoneVolumeKm3(
  edges: { readonly lowerKm: number; readonly upperKm: number },
  zone: { readonly southDeg: number; readonly heightDeg: number; readonly widthDeg: number },
): number {
  const { southDeg, heightDeg, widthDeg } = zone
  const height = 2 * cosDeg(southDeg + heightDeg / 2) * Math.sin(radians(heightDeg / 2))
  return thirdOfCubeDifference(edges) * radians(widthDeg) * height
}

/** Returns a third of the difference of the cubed radii, factored to avoid cancellation. */
function thirdOfCubeDifference({ lowerKm, upperKm }: { lowerKm: number; upperKm: number }): number {
  const [inner, outer] = [lowerKm + ALTITUDE_ZERO_KM, upperKm + ALTITUDE_ZERO_KM]
  return ((upperKm - lowerKm) * (outer * outer + outer * inner + inner * inner)) / 3
}

function cosDeg(degrees: number): number {
  return Math.cos(radians(degrees))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
