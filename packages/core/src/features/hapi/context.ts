import type { SpaceWeatherContext } from '#space-weather/context'
import type { HapiSettings } from '#space-weather/hapi/settings'

/** The services of space weather, and the options of the HAPI server. */
export interface HapiContext extends SpaceWeatherContext {
  readonly settings: HapiSettings
}
