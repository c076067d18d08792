import type { Context } from '#context'
import type { Of } from '#maintenance/lines'
import { ImportRefused } from '#maintenance/read-lines'
import { partsOf, type ShellRun, type Shells, shellsOf } from '#store/shells'

interface Run {
  readonly shells: Shells
  readonly run: ShellRun
  /** What the pointer said before the first part was written. */
  readonly pointer: string
  /** Whether what is published here is this run, or a newer one. */
  readonly isHere: boolean
  readonly parts: Set<string>
}

/** Runs of the shells as they come, part by part; none is seen by readers before `publish`. */
export class ShellImports {
  readonly #context: Context
  readonly #whole: Run[] = []
  #open: Run | undefined

  constructor(context: Context) {
    this.#context = context
  }

  async begin({ origins, run }: Of<'shells'>): Promise<void> {
    if (this.#open) throw incomplete(this.#open)
    const shells = shellsOf(this.#context.store, origins)
    const pointer = await shells.pointer(this.#context.now())
    const current = await shells.named(pointer)
    const isHere = current !== undefined && current.computed_at >= run.computed_at
    this.#open = { shells, run, pointer, isHere, parts: new Set() }
  }

  async part({ name, value }: Of<'shells_part'>): Promise<void> {
    if (!this.#open) throw new ImportRefused(`${name} of the shells belongs to no run`)
    const { shells, run, isHere, parts } = this.#open
    parts.add(name)
    if (!isHere) await shells.put(run.id, name, value)
  }

  async end(): Promise<void> {
    const open = this.#open
    if (!open || partsOf(open.run).some((name) => !open.parts.has(name))) throw incomplete(open)
    this.#open = undefined
    if (open.isHere) return
    await open.shells.put(open.run.id, 'meta', open.run)
    this.#whole.push(open)
  }

  /** Turns the pointers to the runs that are whole. A job that began or ended meanwhile may have deleted what was written. */
  async publish(): Promise<void> {
    if (this.#open) throw incomplete(this.#open)
    const { store, now } = this.#context
    await store.flush()
    for (const { shells, run, pointer } of this.#whole) {
      if (!(await shells.turn(pointer, `${run.id} ${crypto.randomUUID()}`, now())))
        throw new ImportRefused('the shells were computed meanwhile: import once more')
    }
    await store.flush()
  }
}

function incomplete(run: Run | undefined): ImportRefused {
  return new ImportRefused(`the run ${run?.run.id ?? ''} of the shells is not whole`)
}
