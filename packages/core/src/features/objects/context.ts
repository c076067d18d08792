import type { CatalogueServices } from '#features/objects/services'
import type { CatalogueSettings } from '#features/objects/settings'
import type { Context } from '#kernel/endpoint/endpoint'

/** The kernel and the services of the catalogue. */
export interface CatalogueContext extends Context<CatalogueSettings> {
  readonly catalogue: CatalogueServices
}
