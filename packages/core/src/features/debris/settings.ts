import { createGrid, defaultGrid, type ShellGrid } from '#features/debris/density/shell-grid'
import type { ObjectsSettings } from '#features/objects/settings'

/** Options of the shells. */
export interface DebrisOptions {
  /**
   * Lowest and highest altitude of the shells in km, multiples of 10 from 100 to 5,000. Every instance on one
   * store needs the same.
   * @default { minKm: 150, maxKm: 2000 }
   */
  readonly altitudes?: { readonly minKm: number; readonly maxKm: number }
}

/** Options of the shells, with defaults applied. */
export interface DebrisSettings extends ObjectsSettings {
  /** The altitudes of the shells and the bins of their maps. */
  readonly grid: ShellGrid
}

/**
 * Returns the settings of the shells.
 *
 * @throws InvalidOptionError for altitudes that are out of range
 */
export function debrisSettings({ altitudes }: DebrisOptions): Pick<DebrisSettings, 'grid'> {
  return { grid: altitudes ? createGrid(altitudes) : defaultGrid }
}
