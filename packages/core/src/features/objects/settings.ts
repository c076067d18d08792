import type { Settings } from '#kernel/kit/environment'

/** Options of the catalogue. */
export interface ObjectsOptions {
  /**
   * Number of days for which the element sets of the complete catalogue are kept, about 1.2 MB per day, for
   * the history of an object and for `at`. They cannot be fetched afterwards. Every instance and every run on
   * one store needs the same.
   * @default 0
   */
  readonly keepCatalogues?: number
}

/** Options of the catalogue, with defaults applied. */
export interface ObjectsSettings extends Settings {
  /** Days for which the element sets of the complete catalogue are kept; 0 for none. */
  readonly keepCatalogues: number
}
