import type { Environment } from '#kit/environment'
import { Readiness } from '#site/status/readiness'

/** Services that the pages and the checks of an instance share. */
export interface SiteServices {
  readonly readiness: Readiness
}

export function createSiteServices(environment: Environment): SiteServices {
  return { readiness: new Readiness(environment) }
}
