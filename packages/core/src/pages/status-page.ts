import { debrisSection } from '#pages/debris-section'
import { feedList, summarizeFeedStates } from '#pages/feed-list'
import { type Content, html } from '#pages/html'
import { type HtmlPage, renderPage } from '#pages/layout'
import { stateIcon } from '#pages/state-icon'
import type { StatusFacts } from '#pages/status-facts'
import { formatDateTime, relativeAndAbsoluteTime } from '#pages/timestamps'
import { weatherSection } from '#pages/weather-section'
import { webhookSection } from '#pages/webhook-section'
import type { FeedState } from '#status/feed-state'
import type { ShellJobFacts } from '#store/repositories/shell-job'
import { seconds } from '#time'

const HEADLINES: Readonly<Record<FeedState, string>> = {
  operational: 'No known problems',
  degraded: 'Some data are late or missing',
  down: 'Most data are unavailable',
  unknown: 'No feeds checked yet',
}

/** How long a status response is valid, in milliseconds. */
export const STATUS_VALID_MS = seconds(30)
/** The shortest validity: while a shell run is under way or about to start. */
const MIN_VALID_MS = seconds(2)

/** Renders the status page. `root` is the prefix of every link. */
export function statusPage(facts: StatusFacts, root: string): HtmlPage {
  const { report, now, shellJob, isStoreFailing } = facts
  const { status, upstreams } = report
  const states = upstreams.map((row) => row.status)
  const headline = headlineOf(status, states)
  const page = renderPage({
    title: `Status: ${headline}`,
    root,
    current: 'status',
    sourceNote: facts.sourceNote,
    main: html`<header class="hero ${status}">${stateIcon(status)}<div><h1>${headline}</h1>
<p>${states.length} feeds: ${summarizeFeedStates(states)}${shellJob?.job?.ok === false && '; the nightly shell job failed'}${isStoreFailing && '; the store is unavailable'}</p>
<p class="muted">As of <time datetime="${new Date(now).toISOString()}">${formatDateTime(now)}</time>. ${checkSummary(facts)}</p></div></header>
${weatherSection(facts)}${feedList(facts)}${webhookSection(facts)}${!facts.isMirror && debrisSection(facts, root)}`,
  })
  return { ...page, ...(shellJob && { validMs: pageValidMs(shellJob, now) }) }
}

function headlineOf(status: FeedState, states: readonly FeedState[]): string {
  const isAllDown = states.every((state) => state === 'down' || state === 'unknown')
  if (status === 'down' && isAllDown) return 'No upstream can be reached'
  return HEADLINES[status]
}

/** Shortens the validity of the page while a shell run is under way, and to the start of the next run. */
function pageValidMs({ running, nextRunAt }: ShellJobFacts, now: number): number {
  return running ? MIN_VALID_MS : Math.min(STATUS_VALID_MS, Math.max(MIN_VALID_MS, nextRunAt - now))
}

function checkSummary({ report, now, isMirror }: StatusFacts): Content {
  if (isMirror) return 'This is a mirror: its central instance checks the upstreams and computes the shells.'
  const { checked_at, next_check_at } = report
  if (checked_at === null) return 'No full check yet. The first runs five minutes after start, then weekly.'
  const next =
    next_check_at !== null && html`next ${relativeAndAbsoluteTime(Date.parse(next_check_at), now)}.`
  return html`Last full check ${relativeAndAbsoluteTime(Date.parse(checked_at), now)}; ${next}`
}
