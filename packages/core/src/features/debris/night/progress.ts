import type { DebrisContext } from '#features/debris/context'
import type { ShellJobProgress } from '#features/debris/night/shell-job'
import { seconds } from '#kernel/kit/time'

const RECORD_INTERVAL_MS = seconds(1)

/** Stores the progress of a job for other processes, at most once a second. */
export class Progress {
  readonly #token: string
  readonly #context: DebrisContext
  #step: { readonly name: ShellJobProgress['step']; readonly startedAt: number; readonly doneAtStart: number }
  #progress: ShellJobProgress
  #recordedAt = Number.NEGATIVE_INFINITY

  /** @param token Token of the job's lease. */
  constructor(token: string, context: DebrisContext) {
    this.#token = token
    this.#context = context
    this.#step = { name: 'catalogue', startedAt: context.now(), doneAtStart: 0 }
    this.#progress = { step: 'catalogue', share: 0, remainingMs: null }
  }

  /** Sets the progress of a step. A resumed step does not start at 0. */
  update(step: ShellJobProgress['step'], done: number, total: number): void {
    const at = this.#context.now()
    if (this.#step.name !== step) {
      this.#step = { name: step, startedAt: at, doneAtStart: done }
      this.#recordedAt = Number.NEGATIVE_INFINITY
    }
    const { startedAt, doneAtStart } = this.#step
    const remainingMs =
      done > doneAtStart ? Math.round(((total - done) * (at - startedAt)) / (done - doneAtStart)) : null
    this.#progress = { step, share: done / total, remainingMs }
  }

  /** Stores the progress, unless that was done less than a second ago. */
  async record(): Promise<void> {
    const at = this.#context.now()
    if (at - this.#recordedAt < RECORD_INTERVAL_MS && at >= this.#recordedAt) return
    this.#recordedAt = at
    await this.#context.debris.shellJob.recordProgress(this.#token, this.#progress)
  }
}
