import type { CatalogueSettings } from '#catalogue/settings'
import type { ShellGrid } from '#debris/density/shell-grid'

/** Options of the shells, with defaults applied. */
export interface DebrisSettings extends CatalogueSettings {
  /** The altitudes of the shells and the bins of their maps. */
  readonly grid: ShellGrid
}
