import script from 'browser:status'
import type { ShellJobFacts } from '#debris/night/shell-job'
import { type Content, html } from '#endpoint/page/html'
import { type HtmlPage, renderPage } from '#endpoint/page/layout'
import { formatDateTime, relativeTime } from '#endpoint/page/timestamps'
import { iso, seconds } from '#kit/time'
import { stateIcon } from '#site/state-icon'
import { endpointHealths } from '#site/status/endpoint-health'
import { headlineOf } from '#site/status/headline'
import type { HealthFacts } from '#site/status/health-facts'
import { incidentList } from '#site/status/incident-list'
import { jobList } from '#site/status/job-list'
import { problemList } from '#site/status/problem-list'
import { providerList } from '#site/status/provider-list'
import { STATUS_STYLE } from '#site/status/status-style'

/** The shortest validity: while a shell run is in progress or about to start. */
const MIN_VALID_MS = seconds(2)

/** Renders the status page, problems first. `root` is the prefix of every link. */
export function statusPage(facts: HealthFacts, root: string): HtmlPage {
  const { now, shellJob, sourceNote, offered } = facts
  const endpoints = endpointHealths(facts)
  const { state, text, detail } = headlineOf(facts, endpoints)
  const page = renderPage({
    title: `Status: ${text}`,
    root,
    current: 'status',
    offered,
    sourceNote,
    style: STATUS_STYLE,
    script,
    refreshSeconds: 60,
    main: html`<p class="stale" id="stale"></p>
<header class="hero ${state}">${stateIcon(state)}<h1>${text}</h1>
<p>${detail}${fullCheck(facts)}. As of <time id="as-of" datetime="${iso(now)}">${formatDateTime(now)}</time>.</p></header>
${problemList(facts, endpoints)}${providerList(facts, endpoints)}${incidentList(facts, endpoints)}${jobList(facts)}`,
  })
  return { ...page, ...(shellJob && { validMs: pageValidMs(shellJob, now) }) }
}

/** Shortens the validity of the page while a shell run is in progress, and to the start of the next run. */
function pageValidMs({ running, nextRunAt }: ShellJobFacts, now: number): number {
  return running ? MIN_VALID_MS : Math.max(MIN_VALID_MS, nextRunAt - now)
}

/** Renders when the next full check of all feeds runs; a mirror runs none. */
function fullCheck({ report, now, isMirror, isStoreFailing }: HealthFacts): Content {
  const { checked_at, next_check_at } = report
  if (isMirror || isStoreFailing) return null
  if (checked_at === null) return '; no full check yet'
  return next_check_at !== null && html`; next full check ${relativeTime(Date.parse(next_check_at), now)}`
}
