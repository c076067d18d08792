import type { Context } from '#context'
import { digest } from '#digest'
import type { FrozenCatalogue } from '#orbit/catalogue'
import type { ShellGrid } from '#orbit/shell-grid'
import { addTally, emptyTally, type Tally, type TallyStats } from '#orbit/tally'
import { fromBase64, toBase64 } from '#store/base64'
import { days, seconds } from '#time'

/** What names the work that a checkpoint belongs to: only the same work may go on from it. */
interface Work {
  readonly catalogue: FrozenCatalogue
  readonly types: Uint8Array
  readonly grid: ShellGrid
  readonly sliceSize: number
}

interface Kept {
  readonly work: string
  readonly done: number[]
  readonly counts: string
  readonly by_type: string
  readonly stats: TallyStats
}

const EVERY_MS = seconds(5)
const KEPT_MS = days(1)

/** The sum of the slices that are done, written down now and then so that a crash loses a few seconds at most. */
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

  /** Goes on from what was written of the same work, or begins. */
  static async open({ catalogue, types, grid, sliceSize }: Work, context: Context): Promise<Checkpoint> {
    const work = JSON.stringify([catalogue.hash, digest(types, 'hex'), catalogue.t0, grid, sliceSize])
    const kept = await context.store.get<Kept>(keyOf(context))
    if (kept?.work !== work) return new Checkpoint(context, work, [], emptyTally(grid))
    const { done, counts, by_type, stats } = kept
    const tally = { counts: fromBase64(counts), byType: fromBase64(by_type), stats }
    return new Checkpoint(context, work, done, tally)
  }

  static async discard(context: Context): Promise<void> {
    await context.store.delete(keyOf(context))
  }

  get tally(): Tally {
    return this.#tally
  }

  isDone(slice: number): boolean {
    return this.#done.has(slice)
  }

  /** Adds a slice, and writes all down if that has not been done for 5 seconds. */
  async add(slice: number, tally: Tally): Promise<void> {
    this.#tally = addTally(this.#tally, tally)
    this.#done.add(slice)
    if (this.#writing || this.#context.now() - this.#writtenAt < EVERY_MS) return
    this.#writing = this.#write()
    await this.#writing
    this.#writing = undefined
    this.#writtenAt = this.#context.now()
  }

  /** A checkpoint that cannot be written costs time after a crash, and nothing else. */
  async #write(): Promise<void> {
    const { counts, byType, stats } = this.#tally
    const kept: Kept = {
      work: this.#work,
      done: [...this.#done],
      counts: toBase64(counts),
      by_type: toBase64(byType),
      stats,
    }
    try {
      await this.#context.store.set(keyOf(this.#context), kept, KEPT_MS)
    } catch (error) {
      this.#context.onError(error)
    }
  }
}

function keyOf({ settings }: Context): string {
  return `job:${settings.world}:shells:checkpoint`
}
