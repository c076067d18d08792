import type { HapiSettings } from '#features/hapi/settings'
import type { SpaceWeatherContext } from '#features/space-weather/context'

/** The services of space weather, and the options of the HAPI server. */
export interface HapiContext extends SpaceWeatherContext {
  readonly settings: HapiSettings
}
