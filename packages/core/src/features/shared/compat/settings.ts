import { COMPAT_SETS, type CompatSet, isCompatList } from '#features/shared/compat/sets'
import type { Settings } from '#kernel/kit/environment'
import type { OptionRules } from '#kernel/kit/option-rules'

/** Options of the paths of other services. */
export interface CompatOptions {
  /**
   * Services whose paths are served in addition to our own, in their formats and without a key: `celestrak`,
   * `swpc`, `swpc-2025` for SWPC's files as they were until 2025, and `open-notify`. Clients only need a
   * different host name.
   * @default []
   */
  readonly compat?: readonly CompatSet[]
}

/** Options of the paths of other services, with defaults applied. */
export interface CompatSettings extends Settings {
  /** The services whose paths are offered. */
  readonly compat: readonly CompatSet[]
}

/** The rules of these options. */
export const compatOptions: OptionRules = {
  compat: { expected: `a list of ${COMPAT_SETS.join(', ')}`, accepts: isCompatList, default: [] },
}
