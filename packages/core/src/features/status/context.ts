import type { SiteServices } from '#features/status/services'
import type { CheckContext } from '#features/upstream-check/context'
import type { Context } from '#kernel/endpoint/endpoint'

/** The kernel, the weekly check, and whether the instance is ready. */
export interface StatusContext extends Context, CheckContext {
  readonly site: SiteServices
}
