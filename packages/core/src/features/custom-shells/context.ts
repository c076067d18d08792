import type { CustomShellServices } from '#features/custom-shells/services'
import type { DebrisContext } from '#features/debris/context'

/** The services of the shells, and of those that accounts define. */
export interface CustomShellContext extends DebrisContext {
  readonly customShells: CustomShellServices
}
