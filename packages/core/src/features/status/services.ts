import { Readiness } from '#features/status/readiness'
import type { Environment } from '#kernel/kit/environment'

/** Services that the pages and the checks of an instance share. */
export interface SiteServices {
  readonly readiness: Readiness
}

export function createSiteServices(environment: Environment): SiteServices {
  return { readiness: new Readiness(environment) }
}
