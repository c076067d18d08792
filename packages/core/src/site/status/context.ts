import type { Context } from '#endpoint/endpoint'
import type { SiteServices } from '#site/services'
import type { CheckContext } from '#upstreams/check/context'

/** The kernel, the weekly check, and whether the instance is ready. */
export interface StatusContext extends Context, CheckContext {
  readonly site: SiteServices
}
