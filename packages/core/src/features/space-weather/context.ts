import type { Context } from '#endpoint/endpoint'
import type { SpaceWeatherServices } from '#space-weather/services'
import type { SpaceWeatherSettings } from '#space-weather/settings'

/** The kernel and the services of space weather. */
export interface SpaceWeatherContext extends Context<SpaceWeatherSettings> {
  readonly spaceWeather: SpaceWeatherServices
}
