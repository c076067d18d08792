import type { AlertContext } from '#alerts/context'
import type { AlertSettings } from '#alerts/settings'
import type { SiteServices } from '#site/services'
import type { CheckContext } from '#upstreams/check/context'

/** The services of the pages and of everything that they show. */
export interface SiteContext extends AlertContext, CheckContext {
  readonly settings: AlertSettings
  readonly site: SiteServices
}
