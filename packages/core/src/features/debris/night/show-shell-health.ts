import { runningWords } from '@space-data/charts/text'
import type { ShellJobFacts, ShellJobState } from '#features/debris/night/shell-job'
import { type Html, html } from '#features/shared/page/html'
import type { HealthProblem, ShownHealth } from '#features/shared/page/shown-health'
import { stateIcon } from '#features/shared/page/state-icon'
import {
  elapsedSince,
  formatDateTime,
  relativeAndAbsoluteTime,
  relativeTime,
} from '#features/shared/page/timestamps'
import { seconds } from '#kernel/kit/time'
import type { FeedState } from '#kernel/upstreams/states/feed-state'

/** The shortest validity: while a run is in progress or about to start. */
const MIN_VALID_MS = seconds(2)

/**
 * Renders the state of the nightly job. Instants are epoch milliseconds; `computedAt` is null if no shells are
 * published.
 */
export function showShellHealth(
  { job, running, nextRunAt }: ShellJobFacts,
  computedAt: number | null,
  now: number,
): ShownHealth {
  const words = running
    ? html`${stateIcon('unknown')}${runningWords(running)}`
    : html`${lastRun(job, now)} Next run ${relativeAndAbsoluteTime(nextRunAt, now)}.`
  return {
    line: { name: 'Altitude shells, nightly', words },
    ...(job?.ok === false && { problem: problemOf(job, computedAt, now) }),
    validMs: running ? MIN_VALID_MS : Math.max(MIN_VALID_MS, nextRunAt - now),
  }
}

function lastRun(job: ShellJobState | null, now: number): Html {
  if (!job) return html`${stateIcon('unknown')}Not run yet.`
  const { startedAt, finishedAt, ok, error } = job
  const ended = (state: FeedState, word: string) =>
    html`${stateIcon(state)}${word} ${relativeTime(finishedAt ?? startedAt, now)}.`
  if (ok === true) return ended('operational', 'Succeeded')
  if (ok === false) return html`${ended('down', 'Failed')}${error !== null && ` ${error}.`}`
  return ended('unknown', finishedAt === null ? 'Interrupted; started' : 'Stopped')
}

function problemOf(
  { startedAt, finishedAt, error }: ShellJobState,
  computedAt: number | null,
  now: number,
): HealthProblem {
  const since = elapsedSince(finishedAt ?? startedAt, now)
  return {
    title: 'Altitude shells',
    headline: 'The nightly computation failed',
    what: html`The nightly computation failed: ${error ?? 'no reason recorded'} · ${since}`,
    effect:
      computedAt === null
        ? 'No shells are published.'
        : html`The shells of ${formatDateTime(computedAt)} are still served.`,
  }
}
