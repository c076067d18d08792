import type { AlertContext } from '#alerts/context'
import type { AlertSettings } from '#alerts/settings'
import type { StatusContext } from '#site/status/context'

/** The services of the pages and of everything that they show. */
export interface SiteContext extends AlertContext, StatusContext {
  readonly settings: AlertSettings
}
