import type { CompatSettings } from '#compat/settings'
import type { SpaceWeatherContext } from '#space-weather/context'
import type { SpaceWeatherSettings } from '#space-weather/settings'

/** The services of space weather, for SWPC's files. */
export interface SwpcContext extends SpaceWeatherContext {
  readonly settings: SpaceWeatherSettings & CompatSettings
}
