import script from 'browser:status'
import { type Content, type Html, html } from '#features/shared/page/html'
import { type HtmlPage, renderPage } from '#features/shared/page/layout'
import { stateIcon } from '#features/shared/page/state-icon'
import { formatDateTime, relativeAndAbsoluteTime, relativeTime } from '#features/shared/page/timestamps'
import { endpointHealths } from '#features/status/endpoint-health'
import { headlineOf } from '#features/status/headline'
import type { HealthFacts } from '#features/status/health-facts'
import { incidentList } from '#features/status/incident-list'
import { problemList } from '#features/status/problem-list'
import { providerList } from '#features/status/provider-list'
import { STATUS_STYLE } from '#features/status/status-style'
import { iso } from '#kernel/kit/time'

/** Renders the status page, problems first. `root` is the prefix of every link. */
export function statusPage(facts: HealthFacts, root: string): HtmlPage {
  const { now, shown, sourceNote, offered } = facts
  const endpoints = endpointHealths(facts)
  const { state, text, detail } = headlineOf(facts, endpoints)
  const page = renderPage({
    title: `Status: ${text}`,
    description: 'State of every upstream feed and job of this server, with the uptime of 90 days.',
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
  const validMs = Math.min(...shown.flatMap((each) => each.validMs ?? []))
  return { ...page, ...(Number.isFinite(validMs) && { validMs }) }
}

/** Renders when the next full check of all feeds runs; a mirror runs none. */
function fullCheck({ report, now, isMirror, isStoreFailing }: HealthFacts): Content {
  const { checked_at, next_check_at } = report
  if (isMirror || isStoreFailing) return null
  if (checked_at === null) return '; no full check yet'
  return next_check_at !== null && html`; next full check ${relativeTime(Date.parse(next_check_at), now)}`
}

/** Renders the jobs of the features and the full check, a line each. */
function jobList(facts: HealthFacts): Html {
  const lines = facts.shown.flatMap(({ line }) => line ?? [])
  return html`<section aria-labelledby="jobs"><h2 id="jobs">Jobs</h2>
<dl class="jobs card">${[...lines, { name: 'Full check of all feeds', words: checkWords(facts) }].map(
    ({ name, words }) => html`<div><dt>${name}</dt><dd>${words}</dd></div>`,
  )}</dl></section>`
}

function checkWords({ report, now, isMirror, isStoreFailing }: HealthFacts): Content {
  if (isMirror) return 'This is a mirror: its central instance checks the upstreams and computes the shells.'
  if (isStoreFailing) return 'Unknown while the store is unavailable.'
  const { checked_at, next_check_at } = report
  if (checked_at === null)
    return 'No full check yet. The first runs five minutes after a server’s start, then weekly.'
  return html`Last ${relativeAndAbsoluteTime(Date.parse(checked_at), now)}.${next_check_at !== null && html` Next ${relativeAndAbsoluteTime(Date.parse(next_check_at), now)}.`}`
}
