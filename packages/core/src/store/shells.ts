import type { Store } from '#store/store'

/** The shells there are: every 10 km whose lower edge lies in this range, ends included, in km. */
export const shellRangeKm = { min: 150, max: 2_000, step: 10 } as const

/** The run that readers see, and the payloads it published. */
export interface ShellRun {
  readonly id: string
  /** Epoch milliseconds at which the run pulled its catalogue. */
  readonly fetched_at: number
  readonly source: string
}

/** Published shells: a pointer names the current run, and everything else stands under the run's id. */
export class Shells {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  current(): Promise<ShellRun | undefined> {
    return this.#store.get('shell:current')
  }

  /** The payload of the shell that begins at `altitudeMinKm`. */
  density<T>(run: ShellRun, altitudeMinKm: number): Promise<T | undefined> {
    return this.#store.get(`shell:${run.id}:density:${altitudeMinKm}`)
  }

  /** The payload of the difference from the run before. */
  diff<T>(run: ShellRun): Promise<T | undefined> {
    return this.#store.get(`shell:${run.id}:diff`)
  }
}
