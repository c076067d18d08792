import type { ShellRun } from '#debris/shells/shells'
import { iso } from '#kit/time'

/** What the head of a list says of its run. */
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

/** What the trailer of a list says once all of it has been sent. */
export function trailerFacts(run: ShellRun, count: number, sha256: string, missingIds?: readonly number[]) {
  return {
    run_id: run.id,
    count,
    sha256,
    complete: true,
    missing_source: [] as string[],
    ...(missingIds && { missing_ids: missingIds }),
  }
}
