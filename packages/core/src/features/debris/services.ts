import type { AdditionalShells } from '#debris/night/additional-shells'
import { ShellJob } from '#debris/night/shell-job'
import type { DebrisSettings } from '#debris/settings'
import { Shells } from '#debris/shells/shells'
import type { Environment } from '#kit/environment'

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
