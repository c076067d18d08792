import type { Context } from '#endpoint/endpoint'
import type { CheckContext } from '#features/upstream-check/context'
import type { SiteServices } from '#site/services'

/** The kernel, the weekly check, and whether the instance is ready. */
export interface StatusContext extends Context, CheckContext {
  readonly site: SiteServices
}
