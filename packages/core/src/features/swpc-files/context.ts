import type { CompatSettings } from '#features/shared/compat/settings'
import type { SpaceWeatherContext } from '#features/space-weather/context'
import type { SpaceWeatherSettings } from '#features/space-weather/settings'

/** The services of space weather, for SWPC's files. */
export interface SwpcContext extends SpaceWeatherContext {
  readonly settings: SpaceWeatherSettings & CompatSettings
}
