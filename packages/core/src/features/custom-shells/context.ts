import type { DebrisContext } from '#debris/context'
import type { CustomShellServices } from '#debris/custom-shells/services'

/** The services of the shells, and of those that accounts define. */
export interface CustomShellContext extends DebrisContext {
  readonly customShells: CustomShellServices
}
