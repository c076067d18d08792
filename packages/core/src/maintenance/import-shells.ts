import type { Context } from '#context'
import type { LineOf } from '#maintenance/lines'
import { type ShellRun, type Shells, shellsOf } from '#store/repositories/shells'

interface Run {
  readonly shells: Shells
  readonly run: ShellRun
  /** The pointer before the first part was written. */
  readonly pointer: string
  /** Whether this run, or a newer one, is already published here. */
  readonly isPublished: boolean
}

/** Imports complete runs of the shells part by part; readers see none of them before `publish`. */
export class ShellImports {
  readonly #context: Context
  readonly #complete: Run[] = []
  #open: Run | undefined

  constructor(context: Context) {
    this.#context = context
  }

  async begin({ origins, run }: LineOf<'shells'>): Promise<void> {
    const shells = shellsOf(this.#context.store, origins)
    const pointer = await shells.readPointer(this.#context.now())
    const current = await shells.findRun(pointer)
    const isPublished = current !== undefined && current.computedAt >= run.computedAt
    this.#open = { shells, run, pointer, isPublished }
  }

  async part({ name, value }: LineOf<'shells_part'>): Promise<void> {
    const open = this.#open
    if (open && !open.isPublished) await open.shells.writePart(open.run.id, name, value)
  }

  async end(): Promise<void> {
    const open = this.#open
    this.#open = undefined
    if (!open || open.isPublished) return
    await open.shells.writeRun(open.run)
    this.#complete.push(open)
  }

  /**
   * Publishes the runs.
   *
   * @throws if a job ran meanwhile, as it may have deleted what was written
   */
  async publish(): Promise<void> {
    const { store, now } = this.#context
    await store.flush()
    for (const { shells, run, pointer } of this.#complete) {
      if (!(await shells.swapPointer(pointer, `${run.id} ${crypto.randomUUID()}`, now())))
        throw new Error('the shells were recomputed during the import')
    }
    await store.flush()
  }
}
