import type { AlertContext } from '#alerts/context'
import type { SiteServices } from '#site/services'

/** The services of the pages and of everything that they show. */
export interface SiteContext extends AlertContext {
  readonly site: SiteServices
}
