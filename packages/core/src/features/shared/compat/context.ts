import type { CompatSettings } from '#features/shared/compat/settings'
import type { Context } from '#kernel/endpoint/endpoint'

/** The kernel and the options of the paths of other services. */
export type CompatContext = Context<CompatSettings>
