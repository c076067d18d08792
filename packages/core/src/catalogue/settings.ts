import type { Settings } from '#kit/environment'

/** Options of the catalogue, with defaults applied. */
export interface CatalogueSettings extends Settings {
  /** Days for which the element sets of the complete catalogue are kept; 0 for none. */
  readonly keepCatalogues: number
}
