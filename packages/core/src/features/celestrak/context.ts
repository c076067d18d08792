import type { CompatSettings } from '#compat/settings'
import type { DebrisContext } from '#debris/context'
import type { DebrisSettings } from '#debris/settings'

/** The services of the catalogue and the shells, for CelesTrak's paths. */
export interface CelestrakContext extends DebrisContext {
  readonly settings: DebrisSettings & CompatSettings
}
