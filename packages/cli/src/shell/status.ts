import { runningWords } from '@space-data/charts/text'
import type { ShellStatus } from '@space-data/core/debris'
import { type ServiceFlags, withService } from '#instance/service'
import { type Cell, formatInteger, printJson, printPairs } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { formatMoment } from '#kit/times'

/** Prints the published run, the result of the last job and when the next one is due. */
export async function shellStatus(flags: ServiceFlags & { json?: true }, terminal: Terminal): Promise<void> {
  const found = await withService(flags, terminal, ({ jobs }) => jobs.shells.status())
  if (flags.json) return printJson(statusToJson(found), terminal)
  await printPairs(statusToPairs(found), terminal)
  if (!found.run && !found.running) await terminal.out(`\n${NEVER}\n`)
}

const NEVER =
  'Servers compute the shells nightly at 03:17 UTC and shortly after their first start.\n' +
  'To compute them now, run: space-data shell run'

function statusToPairs({ run, job, running, nextRunAt }: ShellStatus): Record<string, Cell> {
  return {
    ...(run && {
      computed: formatMoment(run.computedAt, '-'),
      '24 hours from': `${toIso(run.t0).slice(0, 16)}Z`,
      source: run.source,
      objects: formatInteger(run.counts.catalogue),
      ...countPairs(run.counts),
    }),
    ...(!run && { computed: 'never' }),
    ...(job?.ok === false && {
      'last job': { text: `failed ${formatMoment(job.finishedAt, '-')}`, style: 'error' },
      error: job.error ?? '-',
    }),
    ...(job?.ok === null &&
      job.finishedAt !== null && { 'last job': `stopped ${formatMoment(job.finishedAt, '-')}` }),
    running: running ? `${runningWords(running)}, by ${running.instanceName}` : 'no',
    ...(running && { since: formatMoment(running.since, '-') }),
    'next run': formatMoment(nextRunAt, '-'),
  }
}

/** Converts the status for JSON, with instants in ISO 8601 UTC and without internal fields. */
function statusToJson({ run, job, running, nextRunAt }: ShellStatus) {
  return {
    run: run && {
      id: run.id,
      source: run.source,
      fetchedAt: toIso(run.fetchedAt),
      computedAt: toIso(run.computedAt),
      catalogueEpoch: toIso(run.t0),
      counts: run.counts,
      previous: run.previous && { ...run.previous, computedAt: toIso(run.previous.computedAt) },
    },
    job: job && { ...job, startedAt: toIso(job.startedAt), finishedAt: toIso(job.finishedAt) },
    running: running && {
      instanceName: running.instanceName,
      since: running.since,
      step: running.step,
      share: running.share,
    },
    nextRunAt: toIso(nextRunAt),
  }
}

/** Returns how many objects were propagated, stale or failed. */
export function countPairs({ used, stale, failed }: NonNullable<ShellStatus['run']>['counts']) {
  return {
    propagated: formatInteger(used),
    stale: `${formatInteger(stale)} (elements over 30 days old)`,
    failed: `${formatInteger(failed)} (rejected by SGP4)`,
  }
}

/** Converts epoch milliseconds to ISO 8601 UTC. */
export function toIso(at: number): string
export function toIso(at: number | null): string | null
export function toIso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
