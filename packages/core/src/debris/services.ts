import { CustomShellDays } from '#debris/custom-shells/custom-shell-days'
import { CustomShellRecords } from '#debris/custom-shells/custom-shell-records'
import { ShellJob } from '#debris/night/shell-job'
import type { DebrisSettings } from '#debris/settings'
import { Shells } from '#debris/shells/shells'
import type { Environment } from '#kit/environment'

/** The shells, the job that computes them, and the shells of accounts. */
export interface DebrisServices {
  readonly shells: Shells
  readonly shellJob: ShellJob
  readonly customShells: CustomShellRecords
  readonly customShellDays: CustomShellDays
}

export function createDebrisServices({
  store,
  settings: { originsId },
  now,
  onError,
}: Environment<DebrisSettings>): DebrisServices {
  const customShells = new CustomShellRecords(store, now)
  const customShellDays = new CustomShellDays(store, originsId, now)
  customShells.onDeleted((id) => customShellDays.delete(id))
  return {
    shells: new Shells(store, originsId),
    shellJob: new ShellJob({ store, originsId, now, onError }),
    customShells,
    customShellDays,
  }
}
