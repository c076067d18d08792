import type { Entry } from '#maintenance/lines'
import { partNames, type ShellRun } from '#store/repositories/shells'

/** Checks that an export has each run of the shells with all of its parts, one run after another. */
export class RunOrder {
  #run: ShellRun | undefined
  readonly #parts = new Set<string>()

  /** Takes the next line; returns what is wrong with it. */
  add(entry: Entry): string | undefined {
    switch (entry.type) {
      case 'shells': {
        if (this.#run) return this.#incomplete()
        this.#run = entry.run
        this.#parts.clear()
        return undefined
      }
      case 'shells_part': {
        if (!this.#run) return `shell part ${entry.name} belongs to no run`
        this.#parts.add(entry.name)
        return undefined
      }
      case 'shells_end': {
        if (!this.#run || partNames(this.#run).some((name) => !this.#parts.has(name)))
          return this.#incomplete()
        this.#run = undefined
        return undefined
      }
      case 'end':
        return this.#run && this.#incomplete()
      default:
        return undefined
    }
  }

  #incomplete(): string {
    return `shell run ${this.#run?.id ?? ''} is incomplete`
  }
}
