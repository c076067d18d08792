import type { Context } from '#context'
import type { ShellJobProgress } from '#store/shell-job'
import { seconds } from '#time'

const EVERY_MS = seconds(1)

/** How far a job is, noted in the store for other processes to tell: about once a second, however many slices it has. */
export class Progress {
  readonly #token: string
  readonly #context: Context
  #step: { readonly name: ShellJobProgress['step']; readonly beganAt: number; readonly from: number }
  #now: ShellJobProgress
  #notedAt = Number.NEGATIVE_INFINITY

  /** Of the job that holds the lease by this token. */
  constructor(token: string, context: Context) {
    this.#token = token
    this.#context = context
    this.#step = { name: 'catalogue', beganAt: context.now(), from: 0 }
    this.#now = { step: 'catalogue', share: 0, left_ms: null }
  }

  /** So much of the step is done; of one that goes on from a checkpoint, a part is as it begins. */
  reached(step: ShellJobProgress['step'], done: number, total: number): void {
    const at = this.#context.now()
    if (this.#step.name !== step) {
      this.#step = { name: step, beganAt: at, from: done }
      this.#notedAt = Number.NEGATIVE_INFINITY
    }
    const { beganAt, from } = this.#step
    const left_ms = done > from ? Math.round(((total - done) * (at - beganAt)) / (done - from)) : null
    this.#now = { step, share: done / total, left_ms }
  }

  /** Notes it, unless that was done less than a second ago. */
  async note(): Promise<void> {
    const at = this.#context.now()
    if (at - this.#notedAt < EVERY_MS && at >= this.#notedAt) return
    this.#notedAt = at
    await this.#context.shellJob.noteProgress(this.#token, this.#now)
  }
}
