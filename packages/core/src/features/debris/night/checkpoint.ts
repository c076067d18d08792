import type { CustomGroups } from '#features/debris/custom-groups/custom-groups'
import type { ShellGrid } from '#features/debris/density/shell-grid'
import { addTally, emptyTally, type Tally } from '#features/debris/density/tally'
import { fromPacked, toPacked } from '#features/debris/shells/packed'
import type { FrozenCatalogue } from '#features/objects/elements/catalogue'
import type { Context } from '#kernel/endpoint/endpoint'
import { digest } from '#kernel/kit/digest'
import { days, seconds } from '#kernel/kit/time'

/** Identifies the work that a checkpoint belongs to; other work may not resume from it. */
interface Work {
  readonly catalogue: FrozenCatalogue
  readonly types: Uint8Array
  readonly custom: CustomGroups
  readonly grid: ShellGrid
  readonly sliceSize: number
}

interface StoredCheckpoint {
  readonly work: string
  readonly done: readonly number[]
  /** Packed. */
  readonly tally: unknown
}

const WRITE_INTERVAL_MS = seconds(5)
const TTL_MS = days(1)

/** Sum of the slices done so far, stored every five seconds so that a restarted job resumes from it. */
export class Checkpoint {
  readonly tally: Tally
  readonly #context: Context
  readonly #work: string
  readonly #done: Set<number>
  #writtenAt: number
  #writing: Promise<void> | undefined

  private constructor(context: Context, work: string, done: readonly number[], tally: Tally) {
    this.#context = context
    this.#work = work
    this.#done = new Set(done)
    this.tally = tally
    this.#writtenAt = context.now()
  }

  /** Resumes from the stored checkpoint of the same work, or starts an empty one. */
  static async open(work: Work, context: Context): Promise<Checkpoint> {
    const identity = identityOf(work)
    const stored = await context.store.get<StoredCheckpoint>(checkpointKey(context))
    if (stored?.work !== identity)
      return new Checkpoint(context, identity, [], emptyTally(work.grid, work.custom.grids))
    return new Checkpoint(context, identity, stored.done, fromPacked(stored.tally))
  }

  /** Deletes the stored checkpoint. */
  static async discard(context: Context): Promise<void> {
    await context.store.delete(checkpointKey(context))
  }

  isDone(slice: number): boolean {
    return this.#done.has(slice)
  }

  /** Adds a slice, and stores the checkpoint if the last write was at least five seconds ago. */
  async add(slice: number, tally: Tally): Promise<void> {
    addTally(this.tally, tally)
    this.#done.add(slice)
    if (this.#writing || this.#context.now() - this.#writtenAt < WRITE_INTERVAL_MS) return
    this.#writing = this.#write()
    await this.#writing
    this.#writing = undefined
    this.#writtenAt = this.#context.now()
  }

  /** Reports a failed write instead of rejecting, as the job does not depend on the checkpoint. */
  async #write(): Promise<void> {
    const stored: StoredCheckpoint = {
      work: this.#work,
      done: [...this.#done],
      tally: toPacked(this.tally),
    }
    try {
      await this.#context.store.set(checkpointKey(this.#context), stored, TTL_MS)
    } catch (error) {
      this.#context.onError(error)
    }
  }
}

/** The slices depend on how objects are grouped, and the counts on the grids of the custom shells. */
function identityOf({ catalogue, types, custom, grid, sliceSize }: Work): string {
  const { grids, groups, shellsByGroup } = custom
  const shells = digest(JSON.stringify([grids, shellsByGroup.map((group) => [...group])]), 'hex')
  const groupsOfObjects = digest(new Uint8Array(groups.buffer), 'hex')
  const typesOfObjects = digest(types, 'hex')
  return JSON.stringify([
    catalogue.hash,
    typesOfObjects,
    catalogue.t0,
    grid,
    sliceSize,
    shells,
    groupsOfObjects,
  ])
}

function checkpointKey({ settings }: Context): string {
  return `job:${settings.originsId}:shells:checkpoint`
}
