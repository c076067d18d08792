import type { CompatSettings } from '#compat/settings'
import type { Context } from '#endpoint/endpoint'

/** The kernel and the options of the paths of other services. */
export type CompatContext = Context<CompatSettings>
