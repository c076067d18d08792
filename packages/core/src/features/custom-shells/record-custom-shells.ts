import { type CustomShellDays, customShellDay } from '#features/custom-shells/custom-shell-days'
import type { CustomShell } from '#features/debris/custom-groups/custom-shell'
import type { PublishedRuns } from '#features/debris/night/additional-shells'
import type { ShellRun, Shells } from '#features/debris/shells/shells'
import { utcDay } from '#kernel/kit/time'

/**
 * Adds a published run to the histories of its custom shells. Also adds the previous run if its day is
 * missing, so that no day is lost if a process ends between the two steps.
 */
export async function recordCustomShells(
  customShells: readonly CustomShell[],
  { run, previous }: PublishedRuns,
  { shells, days }: { readonly shells: Shells; readonly days: CustomShellDays },
): Promise<void> {
  const record = async ({ id, grid }: CustomShell, of: ShellRun) => {
    const samples = await shells.readCustomShell(of.id, id)
    if (samples) await days.write(id, customShellDay(of, samples, grid))
  }
  const hasDay = async (id: string, day: string) => (await days.list(id, day, day)).length > 0
  const written = new Set(run.customShells)
  for (const shell of customShells.filter(({ id }) => written.has(id))) {
    if (previous && !(await hasDay(shell.id, utcDay(previous.t0)))) await record(shell, previous)
    await record(shell, run)
  }
}
