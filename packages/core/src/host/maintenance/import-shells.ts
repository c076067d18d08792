import { type ShellRun, Shells } from '#debris/shells/shells'
import type { Context } from '#kit/context'

interface OpenRun {
  readonly shells: Shells
  readonly run: ShellRun
  /** The pointer before the first part was written. */
  readonly pointer: string
}

/** Imports runs of the shells part by part; readers see none of them before `publish`. */
export class ShellImports {
  readonly #context: Context
  readonly #open = new Map<string, OpenRun>()

  constructor(context: Context) {
    this.#context = context
  }

  /** Begins a run, unless it is published here, or a newer one is. */
  async begin(origins: string, run: ShellRun): Promise<void> {
    const { store, settings, debris, now } = this.#context
    // What readers have cached of the own shells must know of it.
    const shells = origins === settings.originsId ? debris.shells : new Shells(store, origins)
    const pointer = await shells.readPointer(now())
    const current = await shells.findRun(pointer)
    if (current && current.computedAt >= run.computedAt) return
    this.#open.set(`${origins}:${run.id}`, { shells, run, pointer })
  }

  /** Writes a part, such as `<run>:shell:7`, of a run that was begun. */
  async writePart(origins: string, id: string, value: unknown): Promise<void> {
    const [runId = ''] = id.split(':')
    const open = this.#open.get(`${origins}:${runId}`)
    await open?.shells.writePart(runId, id.slice(runId.length + 1), value)
  }

  /**
   * Publishes the runs.
   *
   * @throws if a job ran meanwhile, as it may have deleted what was written
   */
  async publish(): Promise<void> {
    const { store, now } = this.#context
    for (const { shells, run } of this.#open.values()) await shells.writeRun(run)
    await store.flush()
    for (const { shells, run, pointer } of this.#open.values()) {
      if (!(await shells.swapPointer(pointer, `${run.id} ${crypto.randomUUID()}`, now())))
        throw new Error('the shells were recomputed during the import')
    }
    await store.flush()
  }
}
