import type { DebrisServices } from '#features/debris/services'
import type { DebrisSettings } from '#features/debris/settings'
import type { ObjectsContext } from '#features/objects/context'

/** The services of the catalogue and of the shells. */
export interface DebrisContext extends ObjectsContext {
  readonly settings: DebrisSettings
  readonly debris: DebrisServices
}
