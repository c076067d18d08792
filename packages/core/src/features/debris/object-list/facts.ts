import type { ListQuery, ListRow } from '#features/debris/object-list/list'
import type { ShellRun } from '#features/debris/shells/shells'
import { createRunningDigest } from '#kernel/kit/digest'
import { iso } from '#kernel/kit/time'

/** Returns the facts of a run for the head of a list. */
export function headFacts(run: ShellRun) {
  return {
    run_id: run.id,
    run_number: run.number,
    computed_at: iso(run.computedAt),
    fetched_at: iso(run.fetchedAt),
    catalogue_epoch: iso(run.t0),
    catalogue_objects: run.counts.catalogue,
    source: run.source,
  }
}

/** Contents of the trailer of a list, known once the whole list has been sent. */
export type TrailerFacts = ReturnType<ListSums['trailer']>

/** Totals of a list, collected while it is written. */
export class ListSums {
  readonly #run: ShellRun
  readonly #digest = createRunningDigest()
  /** Absent if the request does not select catalogue numbers. */
  readonly #missing: Set<number> | undefined
  #count = 0

  constructor(run: ShellRun, { filter, since }: ListQuery) {
    this.#run = run
    this.#missing = filter.ids && since === undefined ? new Set(filter.ids) : undefined
  }

  addRows(rows: readonly ListRow[]): void {
    this.#count += rows.length
    if (this.#missing) for (const { norad_id } of rows) this.#missing.delete(norad_id)
  }

  /** Adds bytes to the hash, and returns them. */
  addBytes(bytes: Uint8Array): Uint8Array {
    this.#digest.add(bytes)
    return bytes
  }

  /** Returns the sums; ends the hash. */
  trailer() {
    return {
      run_id: this.#run.id,
      count: this.#count,
      sha256: this.#digest.end(),
      complete: true,
      missing_source: [] as string[],
      ...(this.#missing && { missing_ids: [...this.#missing] }),
    }
  }
}
