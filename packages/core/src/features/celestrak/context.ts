import type { DebrisContext } from '#features/debris/context'
import type { DebrisSettings } from '#features/debris/settings'
import type { CompatSettings } from '#features/shared/compat/settings'

/** The services of the catalogue and the shells, for CelesTrak's paths. */
export interface CelestrakContext extends DebrisContext {
  readonly settings: DebrisSettings & CompatSettings
}
