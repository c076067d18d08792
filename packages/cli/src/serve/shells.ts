import type { ShellStatus, SpaceData } from '@space-data/core'
import { wholeOf } from '#print'
import { agoOf } from '#times'

interface Computing {
  /** Whether this server computes them. */
  readonly isOurs: boolean
  readonly sample: boolean
}

/** How the shells stand when a server begins: `computed 3 h ago, next run in 16 h`. */
export function shellsAtStart(
  { run, running, next_run_at }: ShellStatus,
  { isOurs, sample }: Computing,
  now = Date.now(),
): string {
  const last = run && `computed ${agoOf(run.computed_at, '-', now)}`
  if (!isOurs) return `${last ?? 'none yet'}; this server computes none (--no-jobs)`
  const next = agoOf(next_run_at, '-', now)
  if (last) return `${last}, next run ${next}`
  if (sample) return 'computing, about 10 s'
  return running ? 'computing' : `none yet, first run ${next}`
}

/** Shells in the store that this program does not show, because they were made with other origins; `undefined` when there are none. */
export async function shellsElsewhere({ jobs }: SpaceData, now = Date.now()): Promise<string | undefined> {
  const run = await jobs.newerShellsElsewhere()
  return run
    ? `the newest shells of the store, ${run.source}, computed ${agoOf(run.computed_at, '-', now)}, were made with other upstreams: ` +
        'a server shows those that were computed with the same --upstream and --sample as its own'
    : undefined
}

/** What came of the first run: `29,383 objects in 186 shells`; `undefined` for one that was stopped. */
export function shellsAfterRun({ run, job }: ShellStatus): string | undefined {
  if (job?.ok === false) return `the first run failed: ${job.error}`
  return run && job?.ok
    ? `${wholeOf(run.counts.used)} objects in ${run.samples_by_shell.length} shells`
    : undefined
}
