import type { AlertServices } from '#alerts/services'
import type { AlertSettings } from '#alerts/settings'
import type { DebrisContext } from '#debris/context'
import type { SpaceWeatherContext } from '#space-weather/context'

/** The services of alerts and of the data that they watch. */
export interface AlertContext extends SpaceWeatherContext, DebrisContext {
  readonly settings: AlertSettings
  readonly alerts: AlertServices
}
