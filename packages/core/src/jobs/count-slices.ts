import type { Context } from '#context'
import { Checkpoint } from '#jobs/checkpoint'
import type { FrozenCatalogue } from '#orbit/catalogue'
import type { ShellGrid } from '#orbit/shell-grid'
import { type SliceTask, type Tally, tallySlice } from '#orbit/tally'

/** Whatever counts slices: threads, or this one. */
export interface SlicePool {
  /** How many slices it works on at once. */
  readonly size: number
  /** Counts one slice of the catalogue; rejects when its thread breaks off or the pool is closed. */
  run(task: SliceTask): Promise<Tally>
  /** Ends its threads, if it has any; what is under way or waiting rejects. */
  close(): Promise<void>
}

/** How far a run has come, in objects of the catalogue. */
export interface ShellProgress {
  readonly objects_done: number
  readonly objects_total: number
  /** Since this run began or went on; 0 until a slice is done. */
  readonly objects_per_second: number
}

interface Counting {
  readonly catalogue: FrozenCatalogue
  /** What each of its element sets is, by its place in `objectTypes`. */
  readonly types: Uint8Array
  readonly grid: ShellGrid
  readonly openPool: () => SlicePool
  /** Called before every slice; may throw to end the work. */
  readonly beforeEach: () => Promise<void>
  readonly onProgress: (progress: ShellProgress) => void
}

const SLICE = 1_000

/** Counts a catalogue slice by slice, from the last checkpoint on; the same bytes for any pool and any interruption. */
export async function countSlices(
  { catalogue, types, grid, openPool, beforeEach, onProgress }: Counting,
  context: Context,
): Promise<{ tally: Tally; resumed: boolean }> {
  const { elementSets, t0 } = catalogue
  const checkpoint = await Checkpoint.open({ catalogue, types, grid, sliceSize: SLICE }, context)
  const all = Array.from({ length: Math.ceil(elementSets.length / SLICE) }, (_, slice) => slice)
  const open = all.filter((slice) => !checkpoint.isDone(slice))
  const setsOf = (slice: number) => elementSets.slice(slice * SLICE, (slice + 1) * SLICE)
  const total = elementSets.length
  const before = total - open.reduce((sum, slice) => sum + setsOf(slice).length, 0)
  const resumed = open.length < all.length
  const begun = context.now()
  let done = before
  let ended = false

  const lane = async (pool: SlicePool) => {
    for (let slice = open.shift(); slice !== undefined && !ended; slice = open.shift()) {
      await beforeEach()
      const typesOfSlice = types.slice(slice * SLICE, (slice + 1) * SLICE)
      const task = { elementSets: setsOf(slice), types: typesOfSlice, t0, grid }
      await checkpoint.add(slice, await pool.run(task))
      done += task.elementSets.length
      const elapsed = context.now() - begun
      const rate = elapsed > 0 ? Math.round(((done - before) * 1_000) / elapsed) : 0
      onProgress({ objects_done: done, objects_total: total, objects_per_second: rate })
    }
  }
  onProgress({ objects_done: done, objects_total: total, objects_per_second: 0 })
  const pool = openPool()
  try {
    await Promise.all(Array.from({ length: pool.size }, () => lane(pool)))
    return { tally: checkpoint.tally, resumed }
  } finally {
    ended = true
    await pool.close()
  }
}

/** Counts in this thread, and lets requests through between two slices. */
export function inThisThread(): SlicePool {
  return {
    size: 1,
    async run(task) {
      await new Promise((resolve) => setTimeout(resolve, 0))
      return tallySlice(task)
    },
    close: async () => {},
  }
}
