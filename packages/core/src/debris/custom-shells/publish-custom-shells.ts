import type { CustomShell } from '#debris/custom-shells/custom-shell'
import { customShellDay } from '#debris/custom-shells/custom-shell-days'
import { listOwnedShells } from '#debris/custom-shells/custom-shells'
import type { Tally } from '#debris/density/tally'
import type { ShellRun, Shells } from '#debris/shells/shells'
import type { Context } from '#kit/context'
import { utcDay } from '#kit/time'

interface CountedRun {
  readonly run: Pick<ShellRun, 'id'>
  readonly tally: Pick<Tally, 'custom'>
  /** The custom shells that `tally.custom` counts, in its order. */
  readonly customShells: readonly CustomShell[]
}

/**
 * Writes the custom shells of a run that is not published yet, except those that were deleted meanwhile;
 * returns the ids of those it has written.
 */
export async function writeCustomShells(
  { run, tally, customShells }: CountedRun,
  shells: Shells,
  beforeEach: () => Promise<void>,
  context: Context,
): Promise<string[]> {
  if (customShells.length === 0) return []
  const present = new Set((await listOwnedShells(context)).map(({ record }) => record.id))
  const written: string[] = []
  for (const [i, { id }] of customShells.entries()) {
    const samples = tally.custom[i]
    if (!present.has(id) || !samples) continue
    await beforeEach()
    await shells.writeCustomShell(run.id, id, samples)
    written.push(id)
  }
  return written
}

/**
 * Adds a published run to the histories of its custom shells, and the run before if that day is missing: a
 * process that ends between the two steps loses no day. Failures are reported, and cured by the next run.
 */
export async function recordCustomShells(
  customShells: readonly CustomShell[],
  { run, previous }: { readonly run: ShellRun; readonly previous: ShellRun | undefined },
  shells: Shells,
  context: Context,
): Promise<void> {
  try {
    const written = new Set(run.customShells)
    for (const { id, grid } of customShells.filter((shell) => written.has(shell.id))) {
      if (previous && !(await hasDay(id, previous, context)))
        await record({ id, grid }, previous, shells, context)
      await record({ id, grid }, run, shells, context)
    }
  } catch (error) {
    context.onError(error)
  }
}

async function hasDay(
  id: string,
  { t0 }: ShellRun,
  { debris: { customShellDays } }: Context,
): Promise<boolean> {
  const day = utcDay(t0)
  return (await customShellDays.list(id, day, day)).length > 0
}

async function record(
  { id, grid }: Pick<CustomShell, 'id' | 'grid'>,
  run: ShellRun,
  shells: Shells,
  context: Context,
): Promise<void> {
  const samples = await shells.readCustomShell(run.id, id)
  if (samples) await context.debris.customShellDays.write(id, customShellDay(run, samples, grid))
}
