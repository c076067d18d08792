import type { DebrisServices } from '#features/debris/services'
import type { DebrisSettings } from '#features/debris/settings'
import type { CatalogueContext } from '#features/objects/context'

/** The services of the catalogue and of the shells. */
export interface DebrisContext extends CatalogueContext {
  readonly settings: DebrisSettings
  readonly debris: DebrisServices
}
