import type { Context } from '#context'
import { LeaseLostError } from '#errors'
import { Checkpoint } from '#jobs/checkpoint'
import type { JobLease } from '#jobs/lease'
import { recordCustomShells, writeCustomShells } from '#jobs/publish-custom-shells'
import { recordDay, writeDay } from '#jobs/record-day'
import type { CustomShell } from '#orbit/custom-shell'
import { type CatalogueDiff, diffCatalogues, type ListedObject, type Side } from '#orbit/diff'
import { shellSamples } from '#orbit/shell-density'
import type { Tally } from '#orbit/tally'
import {
  DEPARTED_PART,
  OBJECTS_PER_PART,
  partNames,
  type ShellRun,
  type Shells,
} from '#store/repositories/shells'

/** A computed run that is not yet published. */
export interface FinishedRun {
  readonly run: ShellRun
  /** The custom shells that `tally.custom` counts, in its order. */
  readonly customShells: readonly CustomShell[]
  readonly tally: Tally
  /** The objects of its catalogue, by catalogue number. */
  readonly objects: readonly ListedObject[]
  /** Catalogue numbers of the objects whose element sets are too old to propagate. */
  readonly staleIds: ReadonlySet<number>
  readonly hasDecayed: (norad_id: number) => boolean
  /** Returns SATCAT's owner code of an object, `''` if it is unknown. */
  readonly ownerOf: (norad_id: number) => string
  readonly previous: ShellRun | undefined
}

/**
 * Publishes a run: writes all its parts under its id, then moves the pointer to it, so that readers see
 * either the previous run or this one, complete.
 * @throws LeaseLostError if another process may have taken over; the previous run then stays published.
 */
export async function publishShells(
  finished: FinishedRun,
  { shells, lease, fence }: { shells: Shells; lease: JobLease; fence: string },
  context: Context,
): Promise<void> {
  const { tally, objects, previous, customShells } = finished
  let { run } = finished
  for (let shell = 0; shell < run.samplesByShell.length; shell += 1) {
    await lease.keep()
    await shells.writeShell(run.id, shell, shellSamples(tally, run.grid, shell))
  }
  for (let index = 0; index * OBJECTS_PER_PART < objects.length; index += 1) {
    await lease.keep()
    const rows = objects
      .slice(index * OBJECTS_PER_PART, (index + 1) * OBJECTS_PER_PART)
      .map((object) => FIELDS.map((field) => object[field]))
    await shells.writePart(run.id, `objects:${index}`, rows)
  }
  const compared = previous ? await writeDiff(finished, previous, shells) : undefined
  await shells.writePart(run.id, DEPARTED_PART, compared?.departed ?? [])
  await writeDay(run, finished, compared?.diff, shells)
  run = { ...run, customShells: await writeCustomShells(finished, shells, () => lease.keep(), context) }
  await shells.writeRun(run)
  await context.store.flush()
  await lease.keep()
  if (!(await shells.swapPointer(fence, `${run.id} ${lease.token}`, context.now())))
    throw new LeaseLostError()
  await recordDays(finished, shells, context)
  await recordCustomShells(customShells, { run, previous }, shells, context)
  await cleanUp(shells, run, context)
}

/** About as many objects as leave the catalogue in four years. */
const MAX_DEPARTED = 20_000

/** Writes and returns the diff to the previous run, and the catalogue numbers of all departed objects. */
async function writeDiff(
  { run, objects, staleIds, hasDecayed }: FinishedRun,
  previous: ShellRun,
  shells: Shells,
): Promise<{ diff: CatalogueDiff; departed: number[] }> {
  const departedBefore = (await shells.readPart<number[]>(previous.id, DEPARTED_PART)) ?? []
  const wasDeparted = new Set(departedBefore)
  const objectsBefore = await readObjects(previous, shells)
  // Runs of earlier versions do not list stale objects; the current ones are assumed to have been among them.
  if (!previous.listsMembers) objectsBefore.push(...objects.filter(({ norad_id }) => staleIds.has(norad_id)))
  const history = { wasListed: (norad_id: number) => wasDeparted.has(norad_id), hasDecayed }
  const diff = diffCatalogues(toDiffSide(previous, objectsBefore), toDiffSide(run, objects), history)
  await shells.writePart(run.id, 'diff', diff)
  const members = new Set(objects.map(({ norad_id }) => norad_id))
  const newlyDeparted = objectsBefore
    .map(({ norad_id }) => norad_id)
    .filter((norad_id) => !members.has(norad_id))
  const departed = [...departedBefore.filter((norad_id) => !members.has(norad_id)), ...newlyDeparted]
  return { diff, departed: departed.slice(-MAX_DEPARTED) }
}

/**
 * Adds the day of this run to the history, and that of the run before, whose process may have ended too early
 * to do so. Failures are only reported: the next run tries again.
 */
async function recordDays({ run, previous }: FinishedRun, shells: Shells, context: Context): Promise<void> {
  try {
    if (previous) await recordDay(previous, shells, context)
    await recordDay(run, shells, context)
  } catch (error) {
    context.onError(error)
  }
}

/** Deletes the checkpoint and old runs. Failures are only reported: the run is already published. */
async function cleanUp(shells: Shells, run: ShellRun, context: Context): Promise<void> {
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

async function readObjects(run: ShellRun, shells: Shells): Promise<ListedObject[]> {
  const objects: ListedObject[] = []
  for (const part of partNames(run).filter((name) => name.startsWith('objects:'))) {
    const rows = (await shells.readPart<unknown[][]>(run.id, part)) ?? []
    for (const row of rows) {
      objects.push(Object.fromEntries(FIELDS.map((field, i) => [field, row[i]])) as unknown as ListedObject)
    }
  }
  return objects
}

function toDiffSide({ grid, samplesByShell, counts }: ShellRun, objects: readonly ListedObject[]): Side {
  return { objects, stale: counts.stale, grid, samplesByShell }
}
