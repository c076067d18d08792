import type { ShellStatus } from '@space-data/core'
import { runningWords } from '@space-data/core/figures'
import { type WorldFlags, withOpen } from '#open'
import { type Cell, printJson, printPairs, wholeOf } from '#print'
import type { Terminal } from '#terminal'
import { momentOf } from '#times'

/** Prints which run readers see, how the last job went, and when the next is due. */
export async function shellStatus(flags: WorldFlags & { json?: true }, terminal: Terminal): Promise<void> {
  const found = await withOpen(flags, terminal, ({ jobs }) => jobs.shellStatus())
  if (flags.json) return printJson(jsonOf(found), terminal)
  await printPairs(pairsOf(found), terminal)
  if (!found.run && !found.running) await terminal.out(`\n${NEVER}\n`)
}

const NEVER =
  'Computed nightly at 03:17 UTC and shortly after the first start. To compute them now, run: space-data shell run'

function pairsOf({ run, job, running, next_run_at }: ShellStatus): Record<string, Cell> {
  return {
    ...(run && {
      computed: momentOf(run.computed_at, '-'),
      '24 hours from': `${iso(run.t0).slice(0, 16)}Z`,
      source: run.source,
      objects: wholeOf(run.counts.catalogue),
      ...countsOf(run.counts),
    }),
    ...(!run && { computed: 'never' }),
    ...(job?.ok === false && {
      'last job': { text: `failed ${momentOf(job.finished_at, '-')}`, style: 'bad' },
      because: job.error ?? '-',
    }),
    ...(job?.ok === null &&
      job.finished_at !== null && { 'last job': `stopped ${momentOf(job.finished_at, '-')}` }),
    running: running ? `${runningWords(running)}, by ${running.who}` : 'no',
    ...(running && { since: momentOf(running.since, '-') }),
    'next run': momentOf(next_run_at, '-'),
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
    running: running && { who: running.who, since: running.since, step: running.step, share: running.share },
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

/** An instant in epoch milliseconds as ISO 8601 UTC. */
export function iso(at: number): string
export function iso(at: number | null): string | null
export function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
