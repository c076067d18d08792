import type { AlertServices } from '#alerts/services'
import type { AlertSettings } from '#alerts/settings'
import type { CustomShellContext } from '#debris/custom-shells/context'
import type { SpaceWeatherContext } from '#space-weather/context'

/** The services of alerts and of the data that they watch. */
export interface AlertContext extends SpaceWeatherContext, CustomShellContext {
  readonly settings: AlertSettings
  readonly alerts: AlertServices
}
