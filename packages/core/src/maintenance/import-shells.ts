import type { Context } from '#context'
import { ImportRejectedError } from '#errors'
import type { LineOf } from '#maintenance/lines'
import { partNames, type ShellRun, type Shells, shellsOf } from '#store/repositories/shells'

interface Run {
  readonly shells: Shells
  readonly run: ShellRun
  /** The pointer before the first part was written. */
  readonly pointer: string
  /** Whether this run, or a newer one, is already published here. */
  readonly isPublished: boolean
  readonly parts: Set<string>
}

/** Imports runs of the shells part by part; readers see none of them before `publish`. */
export class ShellImports {
  readonly #context: Context
  readonly #complete: Run[] = []
  #open: Run | undefined

  constructor(context: Context) {
    this.#context = context
  }

  async begin({ origins, run }: LineOf<'shells'>): Promise<void> {
    if (this.#open) throw createIncompleteError(this.#open)
    const shells = shellsOf(this.#context.store, origins)
    const pointer = await shells.readPointer(this.#context.now())
    const current = await shells.findRun(pointer)
    const isPublished = current !== undefined && current.computedAt >= run.computedAt
    this.#open = { shells, run, pointer, isPublished, parts: new Set() }
  }

  async part({ name, value }: LineOf<'shells_part'>): Promise<void> {
    if (!this.#open) throw new ImportRejectedError(`shell part ${name} belongs to no run`)
    const { shells, run, isPublished, parts } = this.#open
    parts.add(name)
    if (!isPublished) await shells.writePart(run.id, name, value)
  }

  async end(): Promise<void> {
    const open = this.#open
    if (!open || partNames(open.run).some((name) => !open.parts.has(name))) throw createIncompleteError(open)
    this.#open = undefined
    if (open.isPublished) return
    await open.shells.writeRun(open.run)
    this.#complete.push(open)
  }

  /**
   * Publishes the complete runs.
   *
   * @throws ImportRejectedError if a job ran meanwhile, as it may have deleted what was written
   */
  async publish(): Promise<void> {
    if (this.#open) throw createIncompleteError(this.#open)
    const { store, now } = this.#context
    await store.flush()
    for (const { shells, run, pointer } of this.#complete) {
      if (!(await shells.swapPointer(pointer, `${run.id} ${crypto.randomUUID()}`, now())))
        throw new ImportRejectedError('the shells were recomputed during the import; import again')
    }
    await store.flush()
  }
}

function createIncompleteError(run: Run | undefined): ImportRejectedError {
  return new ImportRejectedError(`shell run ${run?.run.id ?? ''} is incomplete`)
}
