import { type ObjectType, objectTypes } from '#catalogue/elements/element-set'
import type { ShellGrid } from '#debris/density/shell-grid'

/** Which objects a custom shell counts; every condition has to hold, and an absent one always does. */
export interface ObjectFilter {
  readonly objectTypes?: readonly ObjectType[] | undefined
  /** SATCAT owner codes, such as `US`. */
  readonly owners?: readonly string[] | undefined
  readonly inclinationMinDeg?: number | undefined
  /** Not included, except 180. */
  readonly inclinationMaxDeg?: number | undefined
  /** Whether only members of constellations are counted, or none of them. */
  readonly constellations?: 'only' | 'without' | undefined
  /** The only constellation that is counted; no custom shell of an account has it. */
  readonly constellation?: string | undefined
}

/** The cells of a custom shell: altitude steps, each divided into bands of latitude. */
export interface CustomGrid {
  /** Lower edge of the lowest step: whole km above 6378.137 km, within the shells of the instance. */
  readonly minKm: number
  /** Upper edge of the highest step, whole km. */
  readonly maxKm: number
  /** Thickness of a step, a whole number of km from 1 to 50 that divides the band. */
  readonly stepKm: number
  /** Southern edge of the lowest band, a multiple of 5 degrees. */
  readonly latitudeMinDeg: number
  /** Northern edge of the highest band, a multiple of 5 degrees. */
  readonly latitudeMaxDeg: number
  /** Height of a band, a multiple of 5 degrees that divides the range; the whole range for a single band. */
  readonly latitudeStepDeg: number
}

/** A custom shell as the nightly job counts it. */
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

/** Most cells of a custom shell. */
export const MAX_CELLS = 2_000

/** Returns the number of altitude steps and of latitude bands. */
export function customCounts(grid: CustomGrid): { readonly steps: number; readonly bands: number } {
  return {
    steps: Math.round((grid.maxKm - grid.minKm) / grid.stepKm),
    bands: Math.round((grid.latitudeMaxDeg - grid.latitudeMinDeg) / grid.latitudeStepDeg),
  }
}

/** Returns samples of a custom shell without any. */
export function emptySamples(grid: CustomGrid): CustomSamples {
  const { steps, bands } = customCounts(grid)
  return { counts: new Uint32Array(steps * bands), byType: new Uint32Array(steps * objectTypes.length) }
}

/** Returns whether the shells of an instance contain a custom shell: what is outside is not counted. */
export function isInsideGrid({ minKm, maxKm }: CustomGrid, grid: ShellGrid): boolean {
  return minKm >= grid.minKm && maxKm <= grid.maxKm
}

/** Most custom shells that an instance counts: results of 100 MB at most, if each has the most cells. */
export const MAX_CUSTOM_SHELLS = 1_000

/** Returns the id of the detector that finds changes of a custom shell. */
export function detectorIdOf(shellId: string): string {
  return `custom-shell-${shellId}`
}
