import type { CompatSet } from '#compat/sets'
import type { Settings } from '#kit/environment'

/** Options of the paths of other services, with defaults applied. */
export interface CompatSettings extends Settings {
  /** The services whose paths are offered. */
  readonly compat: readonly CompatSet[]
}
