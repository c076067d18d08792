import type { ShellStatus } from '@space-data/core'
import type { WorldFlags } from '#open'
import { minuteOf, printJson, printPairs, wholeOf } from '#print'
import type { Terminal } from '#terminal'

/** Prints which run readers see, how the last job went, and when the next is due. */
export async function status(flags: WorldFlags & { json?: true }, terminal: Terminal): Promise<void> {
  const { withOpen } = await import('#open')
  const found = await withOpen(flags, terminal, ({ jobs }) => jobs.shellStatus())
  return flags.json ? printJson(jsonOf(found), terminal) : printPairs(pairsOf(found), terminal)
}

function pairsOf({ run, job, running, next_run_at }: ShellStatus): Record<string, string> {
  return {
    ...(run && {
      computed: minute(run.computed_at),
      '24 hours from': minute(run.t0),
      source: run.source,
      objects: wholeOf(run.counts.catalogue),
      ...countsOf(run.counts),
    }),
    ...(!run && { computed: 'never (see space-data shell run)' }),
    ...(job?.ok === false && {
      'last job': `failed at ${minute(job.finished_at)}`,
      because: job.error ?? '-',
    }),
    running: running ? `by ${running.who}` : 'no',
    ...(running && { since: minuteOf(running.since, '-') }),
    'next run': minute(next_run_at),
  }
}

/** With every instant in ISO 8601, and without the figures that tell one run from another for the job alone. */
function jsonOf({ run, job, running, next_run_at }: ShellStatus) {
  return {
    run: run && {
      id: run.id,
      source: run.source,
      fetched_at: iso(run.fetched_at),
      computed_at: iso(run.computed_at),
      catalogue_epoch: iso(run.t0),
      counts: run.counts,
      previous: run.previous && { ...run.previous, computed_at: iso(run.previous.computed_at) },
    },
    job: job && { ...job, started_at: iso(job.started_at), finished_at: iso(job.finished_at) },
    running,
    next_run_at: iso(next_run_at),
  }
}

/** What became of the objects of a run. */
export function countsOf({ used, stale, failed }: NonNullable<ShellStatus['run']>['counts']) {
  return {
    propagated: wholeOf(used),
    stale: `${wholeOf(stale)} (elements over 30 days old)`,
    failed: `${wholeOf(failed)} (SGP4 does not accept them)`,
  }
}

function minute(at: number | null): string {
  return minuteOf(iso(at), '-')
}

/** An instant in epoch milliseconds as ISO 8601 UTC. */
export function iso(at: number): string
export function iso(at: number | null): string | null
export function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
