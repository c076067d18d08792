import type { Context } from '#context'
import { digest } from '#digest'
import type { FrozenCatalogue } from '#orbit/catalogue'
import type { ShellGrid } from '#orbit/shell-grid'
import { addTally, emptyTally, type Tally, type TallyStats } from '#orbit/tally'
import { fromBase64, toBase64 } from '#store/base64'
import { days, seconds } from '#time'

/** Identifies the work that a checkpoint belongs to; other work may not resume from it. */
interface Work {
  readonly catalogue: FrozenCatalogue
  readonly types: Uint8Array
  readonly grid: ShellGrid
  readonly sliceSize: number
}

interface StoredCheckpoint {
  readonly work: string
  readonly done: number[]
  readonly counts: string
  readonly by_type: string
  readonly stats: TallyStats
}

const WRITE_INTERVAL_MS = seconds(5)
const TTL_MS = days(1)

/** Sum of the slices done so far, stored every five seconds so that a restarted job resumes from it. */
export class Checkpoint {
  readonly #context: Context
  readonly #work: string
  readonly #done: Set<number>
  #tally: Tally
  #writtenAt: number
  #writing: Promise<void> | undefined

  private constructor(context: Context, work: string, done: readonly number[], tally: Tally) {
    this.#context = context
    this.#work = work
    this.#done = new Set(done)
    this.#tally = tally
    this.#writtenAt = context.now()
  }

  /** Resumes from the stored checkpoint of the same work, or starts an empty one. */
  static async open({ catalogue, types, grid, sliceSize }: Work, context: Context): Promise<Checkpoint> {
    const work = JSON.stringify([catalogue.hash, digest(types, 'hex'), catalogue.t0, grid, sliceSize])
    const stored = await context.store.get<StoredCheckpoint>(checkpointKey(context))
    if (stored?.work !== work) return new Checkpoint(context, work, [], emptyTally(grid))
    const { done, counts, by_type, stats } = stored
    const tally = { counts: fromBase64(counts), byType: fromBase64(by_type), stats }
    return new Checkpoint(context, work, done, tally)
  }

  /** Deletes the stored checkpoint. */
  static async discard(context: Context): Promise<void> {
    await context.store.delete(checkpointKey(context))
  }

  get tally(): Tally {
    return this.#tally
  }

  isDone(slice: number): boolean {
    return this.#done.has(slice)
  }

  /** Adds a slice, and stores the checkpoint if the last write was at least five seconds ago. */
  async add(slice: number, tally: Tally): Promise<void> {
    this.#tally = addTally(this.#tally, tally)
    this.#done.add(slice)
    if (this.#writing || this.#context.now() - this.#writtenAt < WRITE_INTERVAL_MS) return
    this.#writing = this.#write()
    await this.#writing
    this.#writing = undefined
    this.#writtenAt = this.#context.now()
  }

  /** Reports a failed write instead of rejecting: the job can do without the checkpoint. */
  async #write(): Promise<void> {
    const { counts, byType, stats } = this.#tally
    const stored: StoredCheckpoint = {
      work: this.#work,
      done: [...this.#done],
      counts: toBase64(counts),
      by_type: toBase64(byType),
      stats,
    }
    try {
      await this.#context.store.set(checkpointKey(this.#context), stored, TTL_MS)
    } catch (error) {
      this.#context.onError(error)
    }
  }
}

function checkpointKey({ settings }: Context): string {
  return `job:${settings.originsId}:shells:checkpoint`
}
