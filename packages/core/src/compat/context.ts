import type { CompatSettings } from '#compat/settings'
import type { Context } from '#kit/context'

/** The kernel and the options of the paths of other services. */
export type CompatContext = Context<CompatSettings>
