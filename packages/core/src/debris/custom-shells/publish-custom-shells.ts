import type { DebrisContext } from '#debris/context'
import type { CustomShell } from '#debris/custom-shells/custom-shell'
import { customShellDay } from '#debris/custom-shells/custom-shell-days'
import { listOwnedShells } from '#debris/custom-shells/custom-shells'
import type { Tally } from '#debris/density/tally'
import type { ShellRun } from '#debris/shells/shells'
import { utcDay } from '#kit/time'

/** The custom shells of a run that is not published yet. */
interface CountedShells {
  /** Id of the run. */
  readonly id: string
  readonly tally: Pick<Tally, 'custom'>
  /** The custom shells that `tally.custom` counts, in its order. */
  readonly customShells: readonly CustomShell[]
}

/** Writes custom shells, except those deleted in the meantime, and returns the ids of the written ones. */
export async function writeCustomShells(
  { id: runId, tally, customShells }: CountedShells,
  beforeEach: () => Promise<void>,
  context: DebrisContext,
): Promise<string[]> {
  if (customShells.length === 0) return []
  const present = new Set((await listOwnedShells(context)).map(({ record }) => record.id))
  const written: string[] = []
  for (const [i, { id }] of customShells.entries()) {
    const samples = tally.custom[i]
    if (!present.has(id) || !samples) continue
    await beforeEach()
    await context.debris.shells.writeCustomShell(runId, id, samples)
    written.push(id)
  }
  return written
}

/**
 * Adds a published run to the histories of its custom shells. Also adds the previous run if its day is
 * missing, so that no day is lost if a process ends between the two steps.
 */
export async function recordCustomShells(
  customShells: readonly CustomShell[],
  { run, previous }: { readonly run: ShellRun; readonly previous: ShellRun | undefined },
  { debris: { shells, customShellDays } }: DebrisContext,
): Promise<void> {
  const record = async ({ id, grid }: CustomShell, of: ShellRun) => {
    const samples = await shells.readCustomShell(of.id, id)
    if (samples) await customShellDays.write(id, customShellDay(of, samples, grid))
  }
  const hasDay = async (id: string, day: string) => (await customShellDays.list(id, day, day)).length > 0
  const written = new Set(run.customShells)
  for (const shell of customShells.filter(({ id }) => written.has(id))) {
    if (previous && !(await hasDay(shell.id, utcDay(previous.t0)))) await record(shell, previous)
    await record(shell, run)
  }
}
