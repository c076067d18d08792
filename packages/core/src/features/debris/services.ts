import type { AdditionalShells } from '#features/debris/night/additional-shells'
import { ShellJob } from '#features/debris/night/shell-job'
import type { DebrisSettings } from '#features/debris/settings'
import { Shells } from '#features/debris/shells/shells'
import type { Environment } from '#kernel/kit/environment'

/** The shells and the job that computes them. */
export interface DebrisServices {
  readonly shells: Shells
  readonly shellJob: ShellJob
  additionalShells?: AdditionalShells
}

export function createDebrisServices({
  store,
  settings: { originsId },
  now,
  onError,
}: Environment<DebrisSettings>): DebrisServices {
  return {
    shells: new Shells(store, originsId),
    shellJob: new ShellJob({ store, originsId, now, onError }),
  }
}
