import type { Context } from '#context'
import { Checkpoint } from '#jobs/checkpoint'
import { JobSuperseded } from '#jobs/job-errors'
import type { Lease } from '#jobs/lease'
import { diffOf, type ListedObject, type Side } from '#orbit/diff'
import { shellSamplesOf } from '#orbit/shell-density'
import type { Tally } from '#orbit/tally'
import { OBJECTS_IN_PIECE, partsOf, type ShellRun, type Shells } from '#store/shells'

/** A run that has been counted and not been shown to anybody. */
export interface FinishedRun {
  readonly run: ShellRun
  readonly tally: Tally
  /** The objects that were propagated, by number. */
  readonly objects: readonly ListedObject[]
  readonly previous: ShellRun | undefined
}

/**
 * Writes a run under its id, what makes it readable last, and turns the pointer to it as the very last write: readers
 * see the run before or this one, whole.
 */
export async function publishShells(
  { run, tally, objects, previous }: FinishedRun,
  { shells, lease, fence }: { shells: Shells; lease: Lease; fence: string },
  context: Context,
): Promise<void> {
  for (let shell = 0; shell < run.samples_by_shell.length; shell += 1) {
    await lease.keep()
    await shells.putShell(run.id, shell, shellSamplesOf(tally, run.grid, shell))
  }
  for (let piece = 0; piece * OBJECTS_IN_PIECE < objects.length; piece += 1) {
    await lease.keep()
    const rows = objects
      .slice(piece * OBJECTS_IN_PIECE, (piece + 1) * OBJECTS_IN_PIECE)
      .map((object) => FIELDS.map((f) => object[f]))
    await shells.put(run.id, `objects:${piece}`, rows)
  }
  if (previous) {
    const before = sideOf(previous, await objectsOf(previous, shells))
    await shells.put(run.id, 'diff', diffOf(before, sideOf(run, objects)))
  }
  await shells.put(run.id, 'meta', run)
  await context.store.flush()
  await lease.keep()
  if (!(await shells.turn(fence, `${run.id} ${lease.token}`, context.now()))) throw new JobSuperseded()
  await tidy(shells, run, context)
}

/** The run is out: what fails from here on is told and leaves it so. */
async function tidy(shells: Shells, run: ShellRun, context: Context): Promise<void> {
  try {
    await context.store.flush()
    await Checkpoint.discard(context)
    await shells.deleteAllBut([run.id, ...(run.previous ? [run.previous.id] : [])])
  } catch (error) {
    context.onError(error)
  }
}

const FIELDS = [
  'norad_id',
  'name',
  'international_designator',
  'object_type',
  'perigee_km',
  'apogee_km',
  'inclination_deg',
] as const satisfies (keyof ListedObject)[]

async function objectsOf(run: ShellRun, shells: Shells): Promise<ListedObject[]> {
  const objects: ListedObject[] = []
  for (const part of partsOf(run).filter((name) => name.startsWith('objects:'))) {
    const rows = (await shells.part<unknown[][]>(run.id, part)) ?? []
    for (const row of rows) {
      objects.push(Object.fromEntries(FIELDS.map((field, i) => [field, row[i]])) as unknown as ListedObject)
    }
  }
  return objects
}

function sideOf({ grid, samples_by_shell }: ShellRun, objects: readonly ListedObject[]): Side {
  return { objects, grid, samplesByShell: samples_by_shell }
}
