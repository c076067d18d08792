import type { SpaceWeatherServices } from '#features/space-weather/services'
import type { SpaceWeatherSettings } from '#features/space-weather/settings'
import type { Context } from '#kernel/endpoint/endpoint'

/** The kernel and the services of space weather. */
export interface SpaceWeatherContext extends Context<SpaceWeatherSettings> {
  readonly spaceWeather: SpaceWeatherServices
}
