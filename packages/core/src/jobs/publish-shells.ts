import type { Context } from '#context'
import { Checkpoint } from '#jobs/checkpoint'
import { JobSuperseded } from '#jobs/job-errors'
import type { Lease } from '#jobs/lease'
import { diffOf, type ListedObject, type Side } from '#orbit/diff'
import { shellSamplesOf } from '#orbit/shell-density'
import type { Tally } from '#orbit/tally'
import { LEFT, OBJECTS_IN_PIECE, partsOf, type ShellRun, type Shells } from '#store/shells'

/** A run that has been counted and not been shown to anybody. */
export interface FinishedRun {
  readonly run: ShellRun
  readonly tally: Tally
  /** The members of its catalogue, by number. */
  readonly objects: readonly ListedObject[]
  /** Of them, the numbers of those that are too old to be propagated. */
  readonly staleIds: ReadonlySet<number>
  readonly hasDecayed: (norad_id: number) => boolean
  readonly previous: ShellRun | undefined
}

/**
 * Writes a run under its id, what makes it readable last, and turns the pointer to it as the very last write: readers
 * see the run before or this one, whole.
 */
export async function publishShells(
  finished: FinishedRun,
  { shells, lease, fence }: { shells: Shells; lease: Lease; fence: string },
  context: Context,
): Promise<void> {
  const { run, tally, objects, previous } = finished
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
  const left = previous ? await publishDifference(finished, previous, shells) : []
  await shells.put(run.id, LEFT, left)
  await shells.put(run.id, 'meta', run)
  await context.store.flush()
  await lease.keep()
  if (!(await shells.turn(fence, `${run.id} ${lease.token}`, context.now()))) throw new JobSuperseded()
  await tidy(shells, run, context)
}

/** As many objects leave the catalogue in some four years. */
const MOST_LEFT = 20_000

/** Writes what changed since the run before, and gives the numbers of those that have left the catalogue by now. */
async function publishDifference(
  { run, objects, staleIds, hasDecayed }: FinishedRun,
  previous: ShellRun,
  shells: Shells,
): Promise<number[]> {
  const leftBefore = (await shells.part<number[]>(previous.id, LEFT)) ?? []
  const hadLeft = new Set(leftBefore)
  const before = await objectsOf(previous, shells)
  // A run of a version before lists no stale members: those of now are taken to have been among them.
  if (!previous.lists_members) before.push(...objects.filter(({ norad_id }) => staleIds.has(norad_id)))
  const known = { wasThere: (norad_id: number) => hadLeft.has(norad_id), hasDecayed }
  await shells.put(run.id, 'diff', diffOf(sideOf(previous, before), sideOf(run, objects), known))
  const members = new Set(objects.map(({ norad_id }) => norad_id))
  const gone = before.map(({ norad_id }) => norad_id).filter((norad_id) => !members.has(norad_id))
  return [...leftBefore.filter((norad_id) => !members.has(norad_id)), ...gone].slice(-MOST_LEFT)
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

function sideOf({ grid, samples_by_shell, counts }: ShellRun, objects: readonly ListedObject[]): Side {
  return { objects, stale: counts.stale, grid, samplesByShell: samples_by_shell }
}
