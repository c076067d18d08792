import type { CatalogueContext } from '#catalogue/context'
import type { DebrisServices } from '#debris/services'
import type { DebrisSettings } from '#debris/settings'

/** The services of the catalogue and of the shells. */
export interface DebrisContext extends CatalogueContext {
  readonly settings: DebrisSettings
  readonly debris: DebrisServices
}
