import type { CatalogueServices } from '#catalogue/services'
import type { CatalogueSettings } from '#catalogue/settings'
import type { Context } from '#endpoint/endpoint'

/** The kernel and the services of the catalogue. */
export interface CatalogueContext extends Context<CatalogueSettings> {
  readonly catalogue: CatalogueServices
}
