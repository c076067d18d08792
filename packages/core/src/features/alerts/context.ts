import type { AlertServices } from '#features/alerts/services'
import type { AlertSettings } from '#features/alerts/settings'
import type { CustomShellContext } from '#features/custom-shells/context'
import type { SpaceWeatherContext } from '#features/space-weather/context'

/** The services of alerts and of the data that they watch. */
export interface AlertContext extends SpaceWeatherContext, CustomShellContext {
  readonly settings: AlertSettings
  readonly alerts: AlertServices
}
