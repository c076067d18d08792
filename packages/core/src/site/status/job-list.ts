import { runningWords } from '@space-data/charts/text'
import type { ShellJobFacts } from '#debris/night/shell-job'
import { type Content, type Html, html } from '#endpoint/page/html'
import { elapsedSince, relativeAndAbsoluteTime, relativeTime } from '#endpoint/page/timestamps'
import { stateIcon } from '#site/state-icon'
import type { HealthFacts } from '#site/status/health-facts'
import type { FeedState } from '#upstreams/states/feed-state'

/** Renders the nightly computation, the full check and the webhooks, a line each. */
export function jobList(facts: HealthFacts): Html {
  return html`<section aria-labelledby="jobs"><h2 id="jobs">Jobs</h2>
<dl class="jobs card">${[
    !facts.isMirror &&
      facts.offered.has('/shell/profile') &&
      line('Altitude shells, nightly', shellWords(facts)),
    line('Full check of all feeds', checkWords(facts)),
    facts.report.webhooks && line('Webhooks', webhookWords(facts.report.webhooks, facts.now)),
  ]}</dl></section>`
}

function line(name: string, words: Content): Html {
  return html`<div><dt>${name}</dt><dd>${words}</dd></div>`
}

function shellWords({ shellJob, now }: HealthFacts): Content {
  if (!shellJob) return 'Unknown while the store is unavailable.'
  const { running, nextRunAt } = shellJob
  if (running) return html`${stateIcon('unknown')}${runningWords(running)}`
  return html`${lastRun(shellJob, now)} Next run ${relativeAndAbsoluteTime(nextRunAt, now)}.`
}

function lastRun({ job }: ShellJobFacts, now: number): Html {
  if (!job) return html`${stateIcon('unknown')}Not run yet.`
  const { startedAt, finishedAt, ok, error } = job
  const ended = (state: FeedState, word: string) =>
    html`${stateIcon(state)}${word} ${relativeTime(finishedAt ?? startedAt, now)}.`
  if (ok === true) return ended('operational', 'Succeeded')
  if (ok === false) return html`${ended('down', 'Failed')}${error !== null && ` ${error}.`}`
  return ended('unknown', finishedAt === null ? 'Interrupted; started' : 'Stopped')
}

function checkWords({ report, now, isMirror, isStoreFailing }: HealthFacts): Content {
  if (isMirror) return 'This is a mirror: its central instance checks the upstreams and computes the shells.'
  if (isStoreFailing) return 'Unknown while the store is unavailable.'
  const { checked_at, next_check_at } = report
  if (checked_at === null)
    return 'No full check yet. The first runs five minutes after a server’s start, then weekly.'
  return html`Last ${relativeAndAbsoluteTime(Date.parse(checked_at), now)}.${next_check_at !== null && html` Next ${relativeAndAbsoluteTime(Date.parse(next_check_at), now)}.`}`
}

function webhookWords(
  { active, disabled, failing, pending, oldest_pending_at }: NonNullable<HealthFacts['report']['webhooks']>,
  now: number,
): Content {
  if (active + disabled === 0) return 'None registered.'
  const counts = [
    `${active} active`,
    ...(failing ? [`${failing} failing`] : []),
    ...(disabled ? [`${disabled} disabled`] : []),
  ]
  const waiting =
    oldest_pending_at === null
      ? 'No alert waits for delivery.'
      : html`${pending} ${pending === 1 ? 'alert waits' : 'alerts wait'} for delivery, the oldest ${elapsedSince(Date.parse(oldest_pending_at), now)}.`
  return html`${counts.join(', ')}. ${waiting}`
}
