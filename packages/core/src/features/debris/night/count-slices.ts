import { type CustomGroups, orderByGroup, selectGroups } from '#features/debris/custom-groups/custom-groups'
import type { ShellGrid } from '#features/debris/density/shell-grid'
import { addTally, emptyTally, type SliceTask, type Tally, tallySlice } from '#features/debris/density/tally'
import { Checkpoint } from '#features/debris/night/checkpoint'
import type { FrozenCatalogue } from '#features/objects/elements/catalogue'
import type { Context } from '#kernel/endpoint/endpoint'

/**
 * Computes slices of the catalogue, for example on worker threads.
 * @example
 * await spaceData.jobs.shells.run({ pool: () => nodeWorkers(2) })
 */
export interface SlicePool {
  /** Number of slices that it computes concurrently. */
  readonly size: number
  /** Number of objects of a slice. @default 1,000 */
  readonly sliceSize?: number
  /** Propagates and counts one slice. Rejects if its thread ends or the pool is closed. */
  run(task: SliceTask): Promise<Tally>
  /** Terminates the threads, if there are any; pending `run` calls reject. */
  close(): Promise<void>
}

/** Progress of a run, in objects of the catalogue. */
export interface ShellProgress {
  readonly objectsDone: number
  readonly objectsTotal: number
  /** Average since this run started or resumed; 0 until its first slice is done. */
  readonly objectsPerSecond: number
}

interface Counting {
  readonly catalogue: FrozenCatalogue
  /** Type of each element set as an index into `objectTypes`. */
  readonly types: Uint8Array
  readonly custom: CustomGroups
  readonly grid: ShellGrid
  readonly pool: SlicePool
  /** Called before every slice; a rejection ends the work. */
  readonly beforeEach: () => Promise<void>
  readonly onProgress: (progress: ShellProgress) => void
  /** Whether the progress is stored, so that the same count resumes from it after an interruption. */
  readonly isResumable: boolean
}

const SLICE_SIZE = 1_000

/**
 * Counts a catalogue slice by slice, resuming from the last checkpoint if it is resumable. The result is the same, byte for
 * byte, with any pool and after any interruption.
 */
export async function countSlices(
  { catalogue, types, custom, grid, pool, beforeEach, onProgress, isResumable }: Counting,
  context: Context,
): Promise<{ tally: Tally; resumed: boolean }> {
  const { elementSets, t0 } = catalogue
  const { sliceSize = SLICE_SIZE } = pool
  const work = { catalogue, types, custom, grid, sliceSize }
  const checkpoint = isResumable
    ? await Checkpoint.open(work, context)
    : inMemory(emptyTally(grid, custom.grids))
  const order = orderByGroup(custom, types)
  const slices = Array.from({ length: Math.ceil(elementSets.length / sliceSize) }, (_, slice) => slice)
  const pending = slices.filter((slice) => !checkpoint.isDone(slice))
  const objectsOf = (slice: number) => order.slice(slice * sliceSize, (slice + 1) * sliceSize)
  const objectsTotal = elementSets.length
  const objectsBefore = objectsTotal - pending.reduce((sum, slice) => sum + objectsOf(slice).length, 0)
  const resumed = pending.length < slices.length
  const startedAt = context.now()
  let objectsDone = objectsBefore
  let isEnded = false

  const countPending = async () => {
    for (let slice = pending.shift(); slice !== undefined && !isEnded; slice = pending.shift()) {
      await beforeEach()
      const objects = objectsOf(slice)
      const task = {
        elementSets: Array.from(objects, (object) => elementSets[object]!),
        types: Uint8Array.from(objects, (object) => types[object]!),
        t0,
        grid,
        custom: selectGroups(custom, objects),
      }
      await checkpoint.add(slice, await pool.run(task))
      objectsDone += task.elementSets.length
      const elapsed = context.now() - startedAt
      const rate = elapsed > 0 ? Math.round(((objectsDone - objectsBefore) * 1_000) / elapsed) : 0
      onProgress({ objectsDone, objectsTotal, objectsPerSecond: rate })
    }
  }
  onProgress({ objectsDone, objectsTotal, objectsPerSecond: 0 })
  try {
    await Promise.all(Array.from({ length: pool.size }, countPending))
    return { tally: checkpoint.tally, resumed }
  } finally {
    isEnded = true
  }
}

/** Returns the sum of slices without a stored checkpoint. */
function inMemory(tally: Tally): Pick<Checkpoint, 'tally' | 'isDone' | 'add'> {
  return { tally, isDone: () => false, add: async (_, slice) => addTally(tally, slice) }
}

/** Creates a pool that counts in the calling thread and yields to the event loop before each slice. */
export function createInlinePool(): SlicePool {
  return {
    size: 1,
    async run(task) {
      await new Promise((resolve) => setTimeout(resolve, 0))
      return tallySlice(task)
    },
    close: async () => {},
  }
}
