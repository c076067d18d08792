import type { LoggedAlert } from '#alerts/alert'
import { RECENT_MS } from '#alerts/recent-alerts'
import { isNoaas } from '#alerts/types/notices'
import { type Content, type Html, html } from '#endpoint/page/html'
import { type HtmlPage, renderPage } from '#endpoint/page/layout'
import { formatDateTime } from '#endpoint/page/timestamps'
import { iso } from '#kit/time'
import { alertList } from '#site/alerts/alert-list'
import { alertTimeline } from '#site/alerts/alert-timeline'
import { subscribeSection } from '#site/alerts/subscribe-section'

/** Maximum number of listed alerts; the timeline shows all. */
const MAX_LISTED = 100

/** Content of the alerts page. */
export interface AlertFacts {
  /** Public ones of the last 30 days, newest first. */
  readonly alerts: readonly LoggedAlert[]
  /** Whether alerts have receivers, so that the check for alerts runs every minute. */
  readonly isListening: boolean
  readonly isMirror: boolean
  /** Time of the first check for alerts, ISO 8601 UTC; `null` before it. */
  readonly monitoringSince: string | null
  readonly hasWebhooks: boolean
  readonly sourceNote: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** Renders the alerts page. `root` is the prefix of every link. */
export function alertsPage(facts: AlertFacts, root: string): HtmlPage {
  const { alerts, hasWebhooks, sourceNote, now } = facts
  const [theirs, ours] = [true, false].map((noaas) => alerts.filter(({ type }) => isNoaas(type) === noaas))
  return renderPage({
    title: 'Alerts',
    root,
    current: 'alerts',
    sourceNote,
    main: html`<header class="page-head"><h1>Alerts</h1>
<p class="muted">As of <time datetime="${iso(now)}">${formatDateTime(now)}</time>. ${howOften(facts)}</p></header>
<section aria-labelledby="timeline"><h2 id="timeline">The last 30 days</h2>${alerts.length > 0 ? alertTimeline(alerts, now) : emptyState(facts)}</section>
${listSection('list', 'What happened', 'Detected by this server in the data of its providers.', ours)}
${listSection('noaa', 'What NOAA announced', html`The notices of NOAA’s forecasters, unchanged. The list of <a href="${root}v1/space-weather/notices?in_force=true">notices in force</a> needs a key.`, theirs)}
${subscribeSection(hasWebhooks, root)}`,
  })
}

function listSection(id: string, name: string, words: Content, alerts: readonly LoggedAlert[] = []): Content {
  if (alerts.length === 0) return ''
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2><p class="intro">${words}${alerts.length > MAX_LISTED && ` The newest ${MAX_LISTED} of ${alerts.length}.`}</p>${alertList(alerts.slice(0, MAX_LISTED))}</section>`
}

function howOften({ isListening, isMirror }: AlertFacts): string {
  if (isListening) return 'This server checks for new alerts once a minute.'
  if (isMirror) return 'This mirror checks for new alerts only while they have receivers. There are none now.'
  return 'This server checks for new alerts once an hour, and once a minute while they have receivers.'
}

function emptyState({ monitoringSince, now }: AlertFacts): Html {
  if (monitoringSince === null)
    return html`<div class="card empty-state"><p><strong>No alerts yet.</strong> No server has checked for alerts on this store; servers that run jobs do.</p></div>`
  return html`<div class="card empty-state"><p><strong>No alerts ${isLong(monitoringSince, now) ? 'in the last 30 days' : 'so far'}.</strong> Monitoring since <time datetime="${monitoringSince}">${formatDateTime(Date.parse(monitoringSince))}</time>; most weeks have a flare or a changed launch.</p></div>`
}

function isLong(since: string, now: number): boolean {
  return now - Date.parse(since) >= RECENT_MS
}
