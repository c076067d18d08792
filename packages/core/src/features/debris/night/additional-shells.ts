import type { CustomShell } from '#features/debris/custom-groups/custom-shell'
import type { Tally } from '#features/debris/density/tally'
import type { ShellRun, Shells } from '#features/debris/shells/shells'

/** Shells that a night counts besides the altitude shells. The feature that has some sets it. */
export interface AdditionalShells {
  /** Lists the shells to count. */
  list(): Promise<readonly CustomShell[]>
  /** Returns the ids of all shells that exist, for shells that were deleted while the night counted. */
  ids(): Promise<ReadonlySet<string>>
  /** Adds a published run to the histories of its shells. */
  record(shells: readonly CustomShell[], runs: PublishedRuns): Promise<void>
}

/** A run that was just published, and the run before it. */
export interface PublishedRuns {
  readonly run: ShellRun
  readonly previous: ShellRun | undefined
}

/** The additional shells of a run that is not published yet. */
interface CountedShells {
  /** Id of the run. */
  readonly id: string
  readonly tally: Pick<Tally, 'custom'>
  /** The shells that `tally.custom` counts, in its order. */
  readonly customShells: readonly CustomShell[]
}

/** Writes additional shells, except those deleted in the meantime, and returns the ids of the written ones. */
export async function writeAdditionalShells(
  { id: runId, tally, customShells }: CountedShells,
  beforeEach: () => Promise<void>,
  { shells, additionalShells }: { readonly shells: Shells; readonly additionalShells?: AdditionalShells },
): Promise<string[]> {
  if (customShells.length === 0 || !additionalShells) return []
  const present = await additionalShells.ids()
  const written: string[] = []
  for (const [i, { id }] of customShells.entries()) {
    const samples = tally.custom[i]
    if (!present.has(id) || !samples) continue
    await beforeEach()
    await shells.writeCustomShell(runId, id, samples)
    written.push(id)
  }
  return written
}
