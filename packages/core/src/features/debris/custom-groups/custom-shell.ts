import type { ShellGrid } from '#features/debris/density/shell-grid'
import { type ObjectType, objectTypes } from '#features/objects/elements/element-set'

/**
 * Filter for the objects that a custom shell counts. All conditions must hold; an absent condition always
 * holds.
 */
export interface ObjectFilter {
  readonly objectTypes?: readonly ObjectType[] | undefined
  /** SATCAT owner codes, such as `US`. */
  readonly owners?: readonly string[] | undefined
  readonly inclinationMinDeg?: number | undefined
  /** Exclusive, except for 180. */
  readonly inclinationMaxDeg?: number | undefined
  /** Whether only members of constellations are counted, or only other objects. */
  readonly constellations?: 'only' | 'without' | undefined
  /** The only constellation that is counted. Custom shells of accounts do not use it. */
  readonly constellation?: string | undefined
}

/** The cells of a custom shell: altitude steps, each divided into bands of latitude. */
export interface CustomGrid {
  /** Lower edge of the lowest step: whole km above 6378.137 km, within the shells of the instance. */
  readonly minKm: number
  /** Upper edge of the highest step, whole km. */
  readonly maxKm: number
  /** Thickness of a step: whole km from 1 to 50 that divide the altitude range. */
  readonly stepKm: number
  /** Southern edge of the lowest band, a multiple of 5 degrees. */
  readonly latitudeMinDeg: number
  /** Northern edge of the highest band, a multiple of 5 degrees. */
  readonly latitudeMaxDeg: number
  /** Height of a band, a multiple of 5 degrees that divides the range; the whole range for a single band. */
  readonly latitudeStepDeg: number
}

/** Format of the id of a custom shell. */
export const CUSTOM_SHELL_ID = /shl_[0-9A-Za-z]{20}/

/** A custom shell for the nightly job. */
export interface CustomShell {
  readonly id: string
  readonly grid: CustomGrid
  readonly filter: ObjectFilter
}

/** Sample counts of a custom shell. */
export interface CustomSamples {
  /** By altitude step, then latitude band from south to north. */
  readonly counts: Uint32Array
  /** By altitude step, then object type: payload, rocket body, debris, unknown. */
  readonly byType: Uint32Array
}

/** Maximum number of cells of a custom shell. */
export const MAX_CELLS = 2_000

/** Returns the number of altitude steps and of latitude bands. */
export function customCounts(grid: CustomGrid): { readonly steps: number; readonly bands: number } {
  return {
    steps: Math.round((grid.maxKm - grid.minKm) / grid.stepKm),
    bands: Math.round((grid.latitudeMaxDeg - grid.latitudeMinDeg) / grid.latitudeStepDeg),
  }
}

/** Returns the samples of an empty custom shell. */
export function emptySamples(grid: CustomGrid): CustomSamples {
  const { steps, bands } = customCounts(grid)
  return { counts: new Uint32Array(steps * bands), byType: new Uint32Array(steps * objectTypes.length) }
}

/** Returns whether a custom shell lies within the shells of an instance. Objects outside are not counted. */
export function isInsideGrid({ minKm, maxKm }: CustomGrid, grid: ShellGrid): boolean {
  return minKm >= grid.minKm && maxKm <= grid.maxKm
}

/**
 * Maximum number of custom shells that an instance counts. If all have the maximum number of cells, results
 * take 100 MB.
 */
export const MAX_CUSTOM_SHELLS = 1_000
