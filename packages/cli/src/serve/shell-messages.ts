import type { WholeSpaceData } from '@space-data/core'
import type { ShellStatus } from '@space-data/core/debris'
import { formatInteger } from '#kit/print'
import { formatAgo } from '#kit/times'

interface Computing {
  /** Whether this server runs the nightly job. */
  readonly isOurs: boolean
  readonly sample: boolean
}

/** Describes the shells at the start of a server: `computed 3 h ago, next run in 16 h`. */
export function describeShellsAtStart(
  { run, running, nextRunAt }: ShellStatus,
  { isOurs, sample }: Computing,
  now = Date.now(),
): string {
  const last = run && `computed ${formatAgo(run.computedAt, '-', now)}`
  if (!isOurs) return `${last ?? 'none yet'}; not computed by this server (--no-jobs)`
  const next = formatAgo(nextRunAt, '-', now)
  if (last) return `${last}, next run ${next}`
  if (sample) return 'computing, about 10 s'
  return running ? 'computing' : `none yet, first run ${next}`
}

/**
 * Describes shells in the store that were computed with other upstreams and are not served; `undefined` if
 * there are none.
 */
export async function describeShellsElsewhere(
  { jobs }: WholeSpaceData,
  now = Date.now(),
): Promise<string | undefined> {
  const run = await jobs.shells.newerElsewhere()
  return run
    ? `the newest shells in the store (${run.source}, computed ${formatAgo(run.computedAt, '-', now)}) ` +
        'were computed with other upstreams; ' +
        'a server shows only shells computed with its own --upstream and --sample'
    : undefined
}

/** Describes the result of the first run: `29,383 objects in 186 shells`; `undefined` if it was aborted. */
export function describeFirstRun({ run, job }: ShellStatus): string | undefined {
  if (job?.ok === false) return `the first run failed: ${job.error}`
  return run && job?.ok
    ? `${formatInteger(run.counts.used)} objects in ${run.samplesByShell.length} shells`
    : undefined
}
